/** The servers that a generator writes, by the command of the guide: they compile, for every service. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serviceNames } from '@wallet-services/contract/services';
import { expect, it } from 'vitest';
import { place } from './install.ts';

const execute = promisify(execFile);
const file = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const guide = await readFile(file('docs/guides/serve-in-your-language.md'), 'utf8');

const go = place({ from: 'go' });
if (!go.installed) console.warn('no servers in Go are tried; run `node e2e/generators/install.ts` first');
// Loud, and never silent in CI: there the generators are installed before.
const test = go.installed || process.env['CI'] !== undefined ? it : it.skip;

test('in Go, with net/http', async () => {
  const [, command = ''] = /`(oapi-codegen [^`]*)`/.exec(guide) ?? [];
  const folder = await mkdtemp(join(tmpdir(), 'servers-'));
  try {
    await Promise.all(['go.mod', 'go.sum'].map((name) => cp(join(go.home, name), join(folder, name))));
    for (const service of serviceNames) {
      await mkdir(join(folder, service));
      await cp(file(`generated/openapi/portable/${service}.yaml`), join(folder, `${service}.yaml`));
      const [, ...args] = command.replaceAll('lending', service).split(' ');
      await execute(join(go.bin, 'oapi-codegen'), args, { cwd: folder });
      expect(await readFile(join(folder, service, `${service}.gen.go`), 'utf8')).toContain(
        'type ServerInterface interface',
      );
    }
    const env = { ...process.env, GOFLAGS: '-mod=mod' };
    expect((await execute('go', ['build', './...'], { cwd: folder, env })).stderr).toBe('');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
