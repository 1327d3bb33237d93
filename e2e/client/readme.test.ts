/** Runs the snippets of the client's README, unchanged except for the server's address. */

import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { root, run } from '@wallet-services/generators/run';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { type Snippet, snippetsOf } from '@wallet-services/kit/testing/snippets';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedServer } from './shared-server.ts';

const execute = promisify(execFile);
const folder = fileURLToPath(new URL('.scratch/readme/', import.meta.url));
const snippets = snippetsOf(await readFile(join(root, 'client/README.md'), 'utf8'), 'README.md');
const server = sharedServer();

beforeAll(async () => {
  await mkdir(folder, { recursive: true });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Snippets for a browser only run when there is one. */
const needsBrowser = ({ code }: Snippet) => code.startsWith('// in a browser');
const needsUser = ({ code }: Snippet) => code.includes('readline');

async function written(snippet: Snippet): Promise<string> {
  const file = `${folder}${snippets.indexOf(snippet)}.ts`;
  await writeFile(file, snippet.code.replaceAll('http://127.0.0.1:4000', server().httpUrl));
  return file;
}

describe('the snippet of', () => {
  const alone = snippets.filter((snippet) => !needsBrowser(snippet) && !needsUser(snippet));

  test.each(alone.map((snippet) => [snippet.title, snippet] as const))(
    '%s prints the documented output',
    async (_, snippet) => {
      const { stdout, stderr } = await execute(process.execPath, [await written(snippet)], { timeout: PATIENCE });
      expect(stderr).toBe('');
      const lines = stdout.trim().split('\n');
      if (snippet.prints.length > 0) expect(lines).toEqual(snippet.prints);
      else expect(lines.length).toBeGreaterThan(0);
    },
  );
});

test('the first snippet reads transactions of its keystore, which the sandbox publishes', async () => {
  const [first] = snippets;
  if (first === undefined) throw new Error('the README has no snippet');
  expect(first.code).toContain(server().keystores[0]?.privateKey);
  const { stdout } = await execute(process.execPath, [await written(first)], { timeout: PATIENCE });
  expect(stdout).toMatch(/^\d{4}-\d\d-\d\dT\S+Z \d+(\.\d+)?$/m);
});

test('the snippet for a terminal accepts the code that the user copies', async () => {
  const snippet = snippets.find(needsUser);
  if (snippet === undefined) throw new Error('there is no such snippet');
  const file = await written(snippet);
  const running = execute(process.execPath, [file], { timeout: PATIENCE });
  running.child.stdout?.on('data', (text: string) => {
    const url = /Open (\S+)\n/.exec(text)?.[1];
    if (url !== undefined) void approve(url).then((code) => running.child.stdin?.end(`${code}\n`));
  });
  expect((await running).stdout).toMatch(/PROFILE:READ ASSETS:READ\n$/);
});

test('all snippets type-check', async () => {
  const files = await Promise.all(snippets.map(written));
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: { noUnusedLocals: false, incremental: false },
    include: [],
    files,
  };
  await writeFile(`${folder}tsconfig.json`, JSON.stringify(config));
  expect(await run('tsc', ['-p', `${folder}tsconfig.json`])).toBe('');
});

/** Acts as the user's browser. */
async function approve(url: string): Promise<string> {
  const { origin, pathname, searchParams } = new URL(url);
  const decision = { ...Object.fromEntries(searchParams), user_id: server().keystores[0]?.clientId };
  const response = await fetch(`${origin}${pathname}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(decision),
  });
  const { data }: { data: { code: string } } = JSON.parse(await response.text());
  return data.code;
}
