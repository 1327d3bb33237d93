import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkFolder, replaceFolder } from './folder.ts';

let parent: string;
let site: string;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'docs-folder-'));
  site = join(parent, 'site');
});
afterEach(() => rm(parent, { recursive: true, force: true }));

/** Writes one page. */
const page =
  (text: string, name = 'index.html') =>
  (folder: string) =>
    writeFile(join(folder, name), text);

test('a site is written below missing folders, and replaced as a whole', async () => {
  const deep = join(parent, 'a', 'b');
  await replaceFolder(deep, page('old', 'old.html'));
  await checkFolder(deep);
  await replaceFolder(deep, page('two'));
  expect(await readFile(join(deep, 'index.html'), 'utf8')).toBe('two');
  expect((await readdir(deep)).filter((name) => !name.startsWith('.'))).toEqual(['index.html']);
});

test('a folder with other files is not changed', async () => {
  await mkdir(site);
  await writeFile(join(site, 'thesis.txt'), 'years of work');
  await expect(checkFolder(site)).rejects.toThrow('contains other files');
  expect(await readdir(site)).toEqual(['thesis.txt']);
});

test.each([
  [
    'a file that cannot be written',
    Object.assign(new Error('no'), { code: 'ENOSPC' }),
    'cannot be written to (ENOSPC)',
  ],
  ['a page that cannot be rendered', new Error('the page lending/rules.md has no end'), 'lending/rules.md has no end'],
])('%s does not change the site', async (_what, problem, message) => {
  await replaceFolder(site, page('one'));
  await expect(replaceFolder(site, () => Promise.reject(problem))).rejects.toThrow(message);
  expect(await readFile(join(site, 'index.html'), 'utf8')).toBe('one');
  expect(await readdir(parent)).toEqual(['site']);
});
