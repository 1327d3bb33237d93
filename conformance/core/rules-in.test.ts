import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import type { OwnRule } from './rule.ts';
import { fileOf, rulesIn } from './rules-in.ts';

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rules-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'inner'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

const urlOf = (folder: string) => pathToFileURL(`${folder}/`);

it('rules are found in the order of their paths, each with its file', async () => {
  const folder = await folderWith({
    'b.ts': "export default { id: 'b' };",
    'a.ts': "export default [{ id: 'a1' }, { id: 'a2' }];",
    'inner/c.ts': "export default { id: 'c' };",
    'a.test.ts': 'export {};',
    'notes.md': '',
  });
  const rules = await rulesIn(urlOf(folder));
  expect(rules.map(({ id }) => id)).toEqual(['a1', 'a2', 'b', 'c']);
  expect(rules.map(fileOf)).toEqual(['a.ts', 'a.ts', 'b.ts', 'inner/c.ts'].map((name) => join(folder, name)));
  expect(fileOf({ id: 'a1' } as OwnRule)).toBeNull();
});

it.each([
  ['export const rule = 1;', /a\.ts has no rule: export it/],
  ['export default [];', /a\.ts has no rule: export it/],
  ["export default [{ id: 'a' }, null];", /a\.ts exports something that is no rule: a rule has an id/],
  ["export default 'a';", /exports something that is no rule/],
  ['export default { id: 1 };', /exports something that is no rule/],
  ['export default {};', /exports something that is no rule/],
])('%s is an error that names the file', async (text, message) => {
  await expect(rulesIn(urlOf(await folderWith({ 'a.ts': text })))).rejects.toThrow(message);
});
