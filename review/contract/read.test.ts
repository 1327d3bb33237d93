import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../run.ts';
import { folderWith } from '../testing/folder.ts';
import { readSides } from './read.ts';

const DOCUMENT = JSON.stringify({ openapi: '3.1.0', info: { title: 'Shop' }, paths: {} });
const FILE = 'generated/openapi/shop.json';
let repository = '';

async function git(...args: readonly string[]): Promise<void> {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false'];
  const { code, errors } = await run('git', ['-C', repository, ...identity, ...args]);
  if (code !== 0) throw new Error(errors);
}

beforeEach(async () => {
  repository = await folderWith({ [FILE]: DOCUMENT, 'spec/main.tsp': '// one' });
  await git('init', '--quiet', '--initial-branch=main');
  await git('add', '.');
  await git('commit', '--quiet', '-m', 'one');
});

afterEach(() => rm(repository, { recursive: true }));

const sides = (base?: string, head?: string) => readSides(base, head, { repository, cwd: repository });
const titles = async (base?: string, head?: string) => {
  const read = await sides(base, head);
  return [read.base, read.head].map(({ documents }) => JSON.stringify(documents.get('shop')?.['info']));
};

describe('BASE and HEAD', () => {
  it('are the merge base with main and the working tree unless named', async () => {
    await git('checkout', '--quiet', '-b', 'change');
    await writeFile(join(repository, FILE), DOCUMENT.replace('Shop', 'Store'));
    expect(await titles()).toEqual(['{"title":"Shop"}', '{"title":"Store"}']);
  });

  it('are refs or folders', async () => {
    await writeFile(join(repository, FILE), DOCUMENT.replace('Shop', 'Store'));
    expect(await titles('generated', 'HEAD')).toEqual(['{"title":"Store"}', '{"title":"Shop"}']);
    // The folder that contains generated/ is accepted as well.
    expect(await titles('HEAD', '.')).toEqual(['{"title":"Shop"}', '{"title":"Store"}']);
  });

  it('come with a note when the generators seem not to have been run', async () => {
    expect((await sides()).notes).toEqual([]);
    await writeFile(join(repository, 'spec/main.tsp'), '// two');
    expect((await sides()).notes).toEqual([expect.stringContaining('npm run generate')]);
  });

  it('need a common commit with main', async () => {
    await git('branch', '-m', 'trunk');
    await expect(sides()).rejects.toThrow('there is no common commit with main');
  });

  it('need a contract at that commit', async () => {
    await git('rm', '--quiet', '-r', '--cached', 'generated');
    await git('commit', '--quiet', '-m', 'two');
    await expect(sides('HEAD')).rejects.toThrow('has no generated/ folder');
  });
});
