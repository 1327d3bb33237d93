/** Runs the code of the guides to serving without Express and over RPC as written, also without Node.js. */

import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { EdgeVM } from '@edge-runtime/vm';
import { root } from '@wallet-services/generators/run';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { snippetsOf } from '@wallet-services/kit/testing/snippets';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const folder = join(root, 'e2e/runtime/.scratch');
const guides = ['docs/guides/serve-without-express.md', 'docs/guides/serve-rpc.md'];
const texts = await Promise.all(
  guides.map(async (guide) => snippetsOf(await readFile(join(root, guide), 'utf8'), guide)),
);
const snippets = texts.flat();

/** The file name in the first line of a snippet; all files are in one folder here. */
const fileOf = (code: string) => /^\/\/ (?:.*\/)?(\S+)\n/.exec(code)?.[1] ?? '';

beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  for (const { code } of snippets) await writeFile(join(folder, fileOf(code)), code);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('shows five ways, credentials, traces and RPC', () => {
  expect(snippets.map(({ code }) => fileOf(code))).toEqual([
    'handlers.ts',
    'hono.ts',
    'worker.ts',
    'route.ts',
    'node.ts',
    'vault.ts',
    'traces.ts',
    'rpc.ts',
  ]);
});

it.each(snippets.filter(({ prints }) => prints.length > 0))(
  '$title prints the documented output',
  async ({ code, prints }) => {
    const file = join(folder, fileOf(code));
    const { stdout } = await promisify(execFile)(process.execPath, [file], { timeout: PATIENCE });
    expect(stdout.trim().split('\n')).toEqual(prints);
  },
);

it('a route of Next.js exports a function for each method', async () => {
  const route: Record<string, (request: Request) => Promise<Response>> = await import(
    pathToFileURL(join(folder, 'route.ts')).href
  );
  const send = async (method: string) => {
    const response = await route[method]?.(new Request('http://x/lending/api/v1/markets/all', { method }));
    return [method, response?.status];
  };
  expect(await Promise.all(Object.keys(route).sort().map(send))).toEqual([
    ['DELETE', 405],
    ['GET', 200],
    ['HEAD', 200],
    ['OPTIONS', 204],
    ['POST', 405],
    ['PUT', 405],
  ]);
});

describe('a worker', () => {
  it('is bundled for a neutral platform, without a module of Node.js, and runs without Node.js and eval', async () => {
    const { outputFiles, metafile } = await build({
      entryPoints: [join(folder, 'worker.ts')],
      bundle: true,
      format: 'iife',
      globalName: 'worker',
      platform: 'neutral',
      write: false,
      metafile: true,
      logLevel: 'silent',
    });
    expect(Object.keys(metafile.inputs).filter((name) => /express\/|node\/|connect|protobuf/.test(name))).toEqual([]);
    const vm = new EdgeVM({ codeGeneration: { strings: false, wasm: false } });
    vm.evaluate(`${outputFiles[0]?.text}; globalThis.worker = worker`);
    const send = (path: string, init = '{}') =>
      vm.evaluate<Promise<unknown>>(
        `worker.default.fetch(new Request('http://x/lending${path}', ${init})).then(async (answer) => [answer.status, await answer.json()])`,
      );
    expect(await send('/api/v1/markets/all')).toEqual([200, { data: [] }]);
    expect(await send('/api/v1/markets')).toEqual([404, { code: 404, msg: 'there is nothing at /api/v1/markets' }]);
    const post = `{ method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"asset_id":' }`;
    expect(await send('/api/v1/pay-requests', post)).toEqual([400, { code: 400, msg: 'the body is not JSON' }]);
  });
});
