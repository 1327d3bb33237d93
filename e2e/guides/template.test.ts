/** Tests `npm run template`: the new repository generates, serves, tests and checks its example. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serviceNames } from '@wallet-services/contract/services';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Copy, repositoryOfTemplate } from './copy.ts';

/** The list of previous names of published identifiers. */
const RENAMED = 'conformance/model/renamed.ts';

let made: Copy;
beforeAll(async () => {
  made = await repositoryOfTemplate();
});
afterAll(() => made?.remove());

it('has none of the services of this repository', async () => {
  const [folders, services] = await Promise.all(['.', 'spec'].map((path) => readdir(join(made.folder, path))));
  for (const name of serviceNames) expect([...(folders ?? []), ...(services ?? [])]).not.toContain(name);
  for (const file of ['README.md', 'package.json', 'server/main.ts', 'spec/main.tsp', 'spec/board/http.tsp']) {
    const text = await readFile(join(made.folder, file), 'utf8');
    expect(serviceNames.filter((name) => new RegExp(`\\b${name}\\b`, 'i').test(text))).toEqual([]);
  }
});

it('has tools that mention them only in comments and in old names', async () => {
  const tools = ['kit', 'runtime', 'expressions', 'spec/behaviour', 'generators', 'conformance'];
  const named: string[] = [];
  for (const tool of tools) {
    for (const file of await readdir(join(made.folder, tool), { recursive: true })) {
      if (!/\.(?:ts|js|json|md|tsp)$/.test(file) || file.includes('node_modules')) continue;
      const text = await readFile(join(made.folder, tool, file), 'utf8');
      // `comment` is also an ordinary word.
      const code = text.replaceAll(/^\s*(?:\/\*[\s\S]*?\*\/|\/\/.*$)/gm, '');
      if (/\b(?:lending|swap|vault|assistant)\b/i.test(code)) named.push(`${tool}/${file}`);
    }
  }
  expect(named).toEqual([RENAMED]);
});

it('generates, compiles and passes its test', async () => {
  await made.node('generators/generate.ts', '--no-clients');
  expect(await made.node('node_modules/typescript/bin/tsc', '-p', '.')).toBe('');
  expect(await made.node('node_modules/vitest/vitest.mjs', 'run', 'server')).toMatch(/Tests +1 passed/);
});

it('serves its operations, and conforms', async () => {
  await using server = await made.serve('server/main.ts');
  const response = await fetch(`${server.url}/board/notices/n1`);
  expect([response.status, await response.json()]).toEqual([200, { id: 'n1', content: expect.any(String) }]);
  const output = await made.node('conformance/cli.ts', '--board', `${server.url}/board`);
  expect(output).toContain('CONFORMANT');
});

it('rejects a folder that is not empty', async () => {
  const again = made.node(join(import.meta.dirname, '../../scripts/template.ts'), made.folder);
  await expect(again).rejects.toThrow(/is not empty: name a folder that does not exist/);
});
