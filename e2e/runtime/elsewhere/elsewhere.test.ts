/** Runs handlers and client in other runtimes: one program, bundled once for each kind of runtime. */

import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createNodeHandler } from '@wallet-services/contract/lending/node';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handlers, type Seen } from './program.ts';
import { installed, runtimes } from './runtimes.ts';

if (!installed) console.error('tests of other runtimes need them: node e2e/runtime/elsewhere/runtimes.ts');

const seen: Seen = {
  near: 200,
  refused: 'ServiceError:  answered 400: query parameter offset must mat',
  packed: 409,
  far: 200,
  listed: 0,
  moved: true,
};

let folder = '';
let url = '';
let server: Server;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'elsewhere-'));
  const serve = createNodeHandler(handlers);
  server = createServer((request, response) => {
    if (request.url?.startsWith('/moved') !== true) serve(request, response);
    else response.writeHead(302, { Location: 'https://example.org/' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server?.close();
  await rm(folder, { recursive: true, force: true });
});

/** A program that calls `look`, bundled into one file. */
async function bundle(name: string, code: string): Promise<string> {
  const outfile = join(folder, name);
  const resolveDir = fileURLToPath(new URL('.', import.meta.url));
  const stdin = { contents: `import { look } from './program.ts';\n${code}`, resolveDir, loader: 'ts' } as const;
  await build({ stdin, bundle: true, format: 'esm', platform: 'neutral', mainFields: ['module', 'main'], outfile });
  return outfile;
}

describe.skipIf(!installed && process.env['CI'] === undefined)('handlers and client work alike in', () => {
  const { workerd, ...programs } = runtimes;
  it.each(Object.entries(programs))('%s', async (_name, { binary, run }) => {
    const file = await bundle('program.mjs', `console.log(JSON.stringify(await look('${url}')));`);
    const { stdout } = await promisify(execFile)(binary, [...run, file], { cwd: folder, timeout: PATIENCE });
    expect(JSON.parse(stdout)).toEqual(seen);
  });

  it('workerd, the runtime of Cloudflare’s workers', async () => {
    await bundle('worker.mjs', `export default { fetch: async () => Response.json(await look('${url}')) };`);
    await writeFile(
      join(folder, 'config.capnp'),
      `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (modules = [(name = "worker", esModule = embed "worker.mjs")], compatibilityDate = "2026-01-01")),
    (name = "internet", network = (allow = ["public", "private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`,
    );
    const child = spawn(workerd.binary, ['serve', 'config.capnp', '--control-fd=3'], {
      cwd: folder,
      stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
    });
    try {
      const port = await new Promise<number>((resolve, reject) => {
        child.once('error', reject);
        child.once('exit', (code) => reject(new Error(`workerd ended with ${code}`)));
        setTimeout(() => reject(new Error('workerd reported no port')), PATIENCE).unref();
        child.stdio[3]?.once('data', (line: Buffer) => resolve(JSON.parse(line.toString()).port));
      });
      const answer = await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(PATIENCE) });
      expect(await answer.json()).toEqual(seen);
    } finally {
      child.kill();
    }
  });
});
