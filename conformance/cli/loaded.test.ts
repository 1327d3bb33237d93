import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const command = fileURLToPath(new URL('../cli.ts', import.meta.url));
const document = fileURLToPath(new URL('../examples/standalone/pets.yaml', import.meta.url));
const checks = new URL('.', import.meta.resolve('@wallet-services/checks')).href;

/** A server that answers every request with an empty object. */
const server = createServer((_, response) => response.setHeader('content-type', 'application/json').end('{}'));
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conformance-loaded-'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

/** The files below `checks/` that a run of the command loads, as V8 counts what it executes. */
async function loadedBy(name: string, args: readonly string[]): Promise<readonly string[]> {
  const coverage = join(folder, name);
  const env = { ...process.env, NODE_V8_COVERAGE: coverage };
  await new Promise((resolve) => execFile(process.execPath, [command, ...args], { env }, resolve));
  const reports = await Promise.all(
    (await readdir(coverage)).map(async (file) => JSON.parse(await readFile(join(coverage, file), 'utf8'))),
  );
  const urls: readonly string[] = reports.flatMap(({ result }) => result.map(({ url }: { url: string }) => url));
  expect(urls.some((url) => url.endsWith('conformance/run/catalogue.ts'))).toBe(true);
  return [...new Set(urls)].flatMap((url) => (url.startsWith(checks) ? [url.slice(checks.length)] : [])).sort();
}

test('the check of a document loads none of the checks of the contract', async () => {
  const { port } = server.address() as AddressInfo;
  expect(await loadedBy('document', ['--document', document, '--url', `http://127.0.0.1:${port}`])).toEqual([]);
});

test('the rules of one service load the checks of no other', async () => {
  const loaded = await loadedBy('vault', ['--list', '--service', 'vault']);
  expect(loaded).toContain('vault/rules/current-bid.ts');
  expect(loaded.filter((file) => !/^(?:index\.ts|(?:vault|shared)\/)/.test(file))).toEqual([]);
});
