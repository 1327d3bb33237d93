import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkFolder, type SiteFile, writeFolder } from './folder.ts';

let parent: string;
let site: string;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'docs-folder-'));
  site = join(parent, 'site');
});
afterEach(() => rm(parent, { recursive: true, force: true }));

test('a site is written below folders that are not there yet, and replaced as a whole', async () => {
  const deep = join(parent, 'a', 'b');
  await writeFolder(
    deep,
    new Map([
      ['index.html', 'one'],
      ['old/page.html', 'old'],
    ]),
  );
  await checkFolder(deep);
  await writeFolder(deep, new Map([['index.html', 'two']]));
  expect(await readFile(join(deep, 'index.html'), 'utf8')).toBe('two');
  expect((await readdir(deep)).filter((name) => !name.startsWith('.'))).toEqual(['index.html']);
});

test('a folder of somebody else is not touched', async () => {
  await mkdir(site);
  await writeFile(join(site, 'thesis.txt'), 'years of work');
  await expect(checkFolder(site)).rejects.toThrow('contains other files');
  expect(await readdir(site)).toEqual(['thesis.txt']);
});

test('a file that cannot be copied leaves the site as it was', async () => {
  await writeFolder(site, new Map([['index.html', 'one']]));
  const files = new Map<string, SiteFile>([
    ['index.html', 'two'],
    ['a.js', { copy: join(parent, 'nowhere.js') }],
  ]);
  await expect(writeFolder(site, files)).rejects.toThrow('cannot be written to (ENOENT)');
  expect(await readFile(join(site, 'index.html'), 'utf8')).toBe('one');
  expect(await readdir(parent)).toEqual(['site']);
});
