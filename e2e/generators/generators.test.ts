/** Generators of the field, as a user runs them: they generate all services, the result compiles, and reads answers. */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serviceNames } from '@wallet-services/contract/services';
import { type RunningServer, startServer } from '@wallet-services/server';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cache, place } from './install.ts';
import { type Tool, tools } from './tools.ts';

const exec = promisify(execFile);
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const SECRET = { 'X-ASSISTANT-APPID': '51f0c3a2-7b84-4d96-a1e3-09c8d7f6b5a4' };

let server: RunningServer;
let scratch: string;
let ask: Record<string, unknown>;
let expected: Record<string, unknown>;

beforeAll(async () => {
  server = await startServer({ port: 0, rpcPort: 0 });
  await mkdir(cache, { recursive: true });
  scratch = await mkdtemp(join(cache, 'try-'));
  const base = server.httpUrl;
  const baseId = '4a6f0a1c-5f0b-3c7d-9d8e-2b1c8f7a6e51';
  const quoteId = 'b2f4c6d8-0a1e-3d5f-a7c9-4e6b8d0f2a13';
  const headers = { ...SECRET, 'X-ASSISTANT-SECRET': 'harbor-help-desk-sandbox-secret' };
  const offset = '2021-08-17T11:14:49.123456789Z';
  ask = { base, offset, site: 21, baseId, quoteId, keywords: 'redeem', headers };
  const get = async (path: string) => (await fetch(base + path, { headers })).json();
  expected = {
    lending: (await get(`/lending/api/v1/transactions?limit=1&offset=${offset}`))[0].created_at,
    comment: (await get('/comment/sites/21')).data.name,
    swap: (await get(`/swap/stats/markets/${baseId}/${quoteId}/kline/v2`)).data[0][1],
    vault: (await get('/vault/assets')).data.assets[0].chain.name,
    assistant: (await get('/assistant/indexes/search?keywords=redeem')).data[0].object_id,
  };
});

afterAll(async () => {
  await rm(scratch, { recursive: true, force: true });
  await server.close();
});

/** Runs the command of the page for each service. */
async function generate(tool: Tool, folder: string): Promise<void> {
  const { bin } = place(tool.from);
  const env = { ...process.env, PATH: `${bin}:${process.env['PATH']}` };
  for (const service of serviceNames) {
    const document = here(`../../generated/openapi/portable/${service}.yaml`);
    const out = join(folder, tool.out.replaceAll('SERVICE', service));
    await mkdir(join(out, '..'), { recursive: true });
    const words = tool.command.replaceAll('SERVICE', service).split(' ');
    const [command = '', ...args] = words.map((word) => word.replace('DOCUMENT', document).replace('OUT', out));
    await exec(join(bin, command), args, { cwd: folder, env, timeout: 60_000 });
  }
}

const TSCONFIG = {
  compilerOptions: {
    ...{ target: 'es2022', module: 'esnext', moduleResolution: 'bundler', strict: true, noEmit: true },
    ...{ lib: ['es2023', 'dom', 'dom.iterable'], types: [], skipLibCheck: true },
  },
};

/** Compiles the output with a program that calls it, and runs that. */
const callers: Record<Tool['from'], (tool: Tool, folder: string) => Promise<string>> = {
  async npm({ name }, folder) {
    const probe = join(folder, 'probe.ts');
    await copyFile(here(`probes/${name}.txt`), probe);
    await copyFile(here('probes/ask.d.txt'), join(folder, 'ask.d.ts'));
    await exec(here('../../node_modules/.bin/tsc'), ['-p', folder], { cwd: folder });
    const outfile = join(folder, 'probe.mjs');
    const define = { ask: JSON.stringify(ask) };
    await build({ entryPoints: [probe], bundle: true, packages: 'external', format: 'esm', outfile, define });
    return (await exec(process.execPath, [outfile], { timeout: 30_000 })).stdout;
  },
  async pip({ name }, folder) {
    await copyFile(here(`probes/${name}.txt`), join(folder, 'probe.py'));
    const env = { ...process.env, ASK: JSON.stringify(ask) };
    return (await exec(join(place('pip').bin, 'python'), ['probe.py'], { cwd: folder, env, timeout: 30_000 })).stdout;
  },
  async go({ name }, folder) {
    await copyFile(here(`probes/${name}.txt`), join(folder, 'main.go'));
    await copyFile(join(cache, 'go.mod'), join(folder, 'go.mod'));
    const env = { ...process.env, ASK: JSON.stringify(ask), GOFLAGS: '-mod=mod' };
    return (await exec('go', ['run', '.'], { cwd: folder, env, timeout: 120_000 })).stdout;
  },
};

describe.for(tools)('$name', (tool) => {
  const { installed } = place(tool.from);
  // Loud, and never silent in CI: there the generators are installed before.
  const test = installed || process.env['CI'] !== undefined ? it : it.skip;
  if (!installed) console.warn(`${tool.name} is not tried: run \`node e2e/generators/install.ts\` first`);

  test('generates all services, compiles, and reads an answer of each', async () => {
    const folder = join(scratch, tool.name);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
    await generate(tool, folder);
    const told: unknown = JSON.parse(await callers[tool.from](tool, folder));
    expect(told).toEqual(expected);
  });

  it('is told on the page, with this command', async () => {
    const page = await readFile(here('../../docs/guides/generate-a-client.md'), 'utf8');
    const shown = tool.command.replaceAll('SERVICE', 'lending').replace('DOCUMENT', 'lending.yaml');
    expect(page).toContain(shown.replace('OUT', `./${tool.out.replaceAll('SERVICE', 'lending')}`));
  });
});
