/** Tests generated servers by the commands of the guide: they compile or start, and the suite is run on one of them. */
import { execFile, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serviceNames } from '@wallet-services/contract/services';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { freePorts } from '@wallet-services/kit/testing/ports';
import { expect, it, onTestFinished, vi } from 'vitest';
import { place } from './install.ts';
import { fastApi, spring } from './server-tools.ts';

const execute = promisify(execFile);
const file = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const guide = await readFile(file('docs/guides/serve-in-your-language.md'), 'utf8');

/** The command of the guide with this beginning. */
function commandOf(beginning: string): string {
  return guide.match(new RegExp(`\`(${beginning} [^\`]*)\``))?.[1] ?? '';
}

/** Skips with a message when a generator is missing; in CI, where they are installed before, it fails. */
function ifInstalled({ installed }: { readonly installed: boolean }, what: string, flag = '') {
  if (installed || process.env['CI'] !== undefined) return it;
  process.stderr.write(`\nSKIPPED: servers in ${what}; to try them: node e2e/generators/install.ts${flag}\n\n`);
  return it.skip;
}

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'servers-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Generates the server of a service by a command of openapi-generator. @returns its folder */
async function generated(service: string, command: string, bin: string): Promise<string> {
  const folder = await emptyFolder();
  await cp(file(`generated/openapi/portable/${service}.yaml`), join(folder, `${service}.yaml`));
  const [, ...args] = command.replaceAll('lending', service).split(' ');
  await execute(join(bin, 'openapi-generator'), args, { cwd: folder, timeout: PATIENCE });
  return folder;
}

const java = place(spring);
ifInstalled(java, 'Java', ' --servers').each(serviceNames)('in Java, with Spring: %s compiles', async (service) => {
  const folder = await generated(service, commandOf('openapi-generator generate -g spring'), java.bin);
  const found = await readdir(join(folder, service, 'src/main'), { recursive: true });
  const sources = found.filter((name) => name.endsWith('.java')).map((name) => join(service, 'src/main', name));
  expect(sources.some((name) => name.endsWith('Api.java'))).toBe(true);
  const args = [
    '-J-XX:TieredStopAtLevel=1',
    '-proc:none',
    '-nowarn',
    '-d',
    'classes',
    '-cp',
    join(java.home, 'lib', '*'),
    ...sources,
  ];
  await execute('javac', args, { cwd: folder, timeout: PATIENCE });
});

/** The services that Python can load: all except for swap, as in the guide. */
const STARTING: readonly string[] = serviceNames.filter((name) => name !== 'swap');

const python = place(fastApi);
const pythonTest = ifInstalled(python, 'Python', ' --servers');

/** The Python server of a service, corrected by the command of the guide. @returns the folder of its sources */
async function pythonServer(service: string): Promise<string> {
  const folder = await generated(service, commandOf('openapi-generator generate -g python-fastapi'), python.bin);
  const [, mend = ''] = /^(find lending .*)$/m.exec(guide) ?? [];
  await execute('sh', ['-c', mend.replace('lending', service)], { cwd: folder });
  return join(folder, service, 'src');
}

const interpreter = join(python.home, 'python/bin/python');

pythonTest.each(serviceNames)(
  'in Python, with FastAPI: %s starts, or the guide says that it does not',
  async (service) => {
    const cwd = await pythonServer(service);
    const loaded = await execute(interpreter, ['-c', `import ${service}.main`], { cwd, timeout: PATIENCE }).then(
      () => true,
      ({ stderr }) => {
        expect(stderr).toContain("No module named 'swap.models.object'");
        return false;
      },
    );
    expect(loaded).toBe(STARTING.includes(service));
  },
);

pythonTest('in Python, the suite is pointed at the server of the guide, and says what is left', async () => {
  const cwd = await pythonServer('lending');
  const [, code = ''] = /^```python\n(.*?)^```$/ms.exec(guide) ?? [];
  await writeFile(join(cwd, 'lending/impl/markets.py'), code);
  const port = await freePorts(1);
  const server = spawn(interpreter, ['-m', 'uvicorn', 'lending.main:app', '--port', String(port)], {
    cwd,
    stdio: 'ignore',
  });
  onTestFinished(() => void server.kill());
  const url = `http://127.0.0.1:${port}`;
  await vi.waitFor(() => fetch(url), { timeout: PATIENCE, interval: 100 });
  const args = [file('conformance/cli.ts'), '--lending', url, '--operation', 'listMarkets'];
  const { code: status, stdout } = await execute(process.execPath, args, { cwd, timeout: PATIENCE }).then(
    () => ({ code: 0, stdout: '' }),
    (error: { code: number; stdout: string }) => error,
  );
  expect(status).toBe(1);
  expect(stdout).toContain('lending.access.verified');
  expect(stdout).not.toContain('lending.wire');
});

const go = place({ from: 'go' });
ifInstalled(go, 'Go')('in Go, with net/http', async () => {
  const command = commandOf('oapi-codegen');
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
