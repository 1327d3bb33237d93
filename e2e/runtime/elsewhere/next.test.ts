/** Builds, type-checks, starts and calls the guide's route handler in a real Next.js. */

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isNextInstalled, nextCommand, nextModules } from './next.ts';

if (!isNextInstalled) console.error('the test of Next.js needs it: node e2e/runtime/elsewhere/next.ts');

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Inside of the repository, so that its packages can be used, but not below a `node_modules`. */
const app = fileURLToPath(new URL('.scratch/next', import.meta.url));
const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' } as const;

const config = `export default {
  turbopack: { root: ${JSON.stringify(root)} },
  transpilePackages: ['@wallet-services/contract', '@wallet-services/runtime'],
};\n`;
const layout = `export default function Layout({ children }: { children: React.ReactNode }) {
  return <html><body>{children}</body></html>;
}\n`;

/** A snippet of the guide, by its first comment. */
async function guided(name: string): Promise<string> {
  const guide = await readFile(join(root, 'docs/guides/serve-without-express.md'), 'utf8');
  const start = guide.indexOf(`// ${name}\n`);
  if (start < 0) throw new Error(`the guide has no ${name}`);
  return guide.slice(start, guide.indexOf('```', start));
}

async function writeApp(): Promise<void> {
  const route = join(app, 'app/lending/[...path]');
  await rm(app, { recursive: true, force: true });
  await mkdir(route, { recursive: true });
  const files = {
    'package.json': '{ "private": true, "type": "module" }',
    'tsconfig.json': '{ "compilerOptions": { "allowImportingTsExtensions": true, "types": ["node"] } }',
    'next.config.mjs': config,
    'app/layout.tsx': layout,
    'app/lending/[...path]/route.ts': await guided('app/lending/[...path]/route.ts'),
    'app/lending/[...path]/handlers.ts': await guided('handlers.ts'),
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(app, name), text);
  await symlink(nextModules, join(app, 'node_modules'));
}

describe.skipIf(!isNextInstalled && process.env['CI'] === undefined)('a route handler of Next.js', () => {
  let stop: (() => void) | undefined;
  let url = '';

  beforeAll(async () => {
    await writeApp();
    await promisify(execFile)(process.execPath, [nextCommand, 'build'], { cwd: app, env, timeout: PATIENCE });
    const start = [nextCommand, 'start', '--port', '0', '--hostname', '127.0.0.1'];
    const server = spawn(process.execPath, start, { cwd: app, env });
    server.stderr.pipe(process.stderr);
    stop = () => server.kill();
    for await (const line of createInterface(server.stdout)) {
      url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0] ?? '';
      if (url !== '') break;
    }
    if (server.exitCode === null && url === '') await once(server, 'exit');
  });

  afterAll(async () => {
    stop?.();
    await rm(app, { recursive: true, force: true });
  });

  it.each([
    ['/lending/api/v1/markets/all', 200, { data: [] }],
    ['/lending/api/v1/transactions?offset=yesterday', 400, { code: 400, msg: expect.stringContaining('offset') }],
    ['/lending/nowhere', 404, { code: 404, msg: 'there is nothing at /nowhere' }],
  ])('answers %s as the other adapters', async (path, status, body) => {
    const response = await fetch(url + path, { signal: AbortSignal.timeout(PATIENCE) });
    expect([response.status, await response.json()]).toEqual([status, body]);
  });
});
