import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root } from '../run.ts';
import { folderWith } from '../testing/folder.ts';
import { release, writeEntry } from './changesets.ts';

const manifest = (name: string, more: object = {}) =>
  JSON.stringify({ name, version: '0.1.0', private: true, ...more });
let repository = '';

beforeEach(async () => {
  repository = await folderWith({
    'package.json': manifest('all', { workspaces: ['generated', 'client'] }),
    'package-lock.json': '{}',
    'generated/package.json': manifest('@wallet-services/contract'),
    'client/package.json': manifest('client', { dependencies: { '@wallet-services/contract': '0.1.0' } }),
    '.changeset/config.json': await readFile(join(root, '.changeset', 'config.json'), 'utf8'),
  });
});

afterEach(() => rm(repository, { recursive: true }));

const read = (path: string) => readFile(join(repository, path), 'utf8');

describe('the changelog', () => {
  it('gets the pending entries, and all packages get the new version', async () => {
    const entry = { name: 'one.md', text: "---\n'@wallet-services/contract': minor\n---\n\nOne breaking change.\n" };
    expect(await writeEntry(repository, entry)).toBe(join('.changeset', 'one.md'));
    expect(await release(repository)).toBe('@wallet-services/contract 0.2.0');
    expect(await read('generated/CHANGELOG.md')).toMatch(/## 0\.2\.0[\s\S]*One breaking change\./);
    expect(JSON.parse(await read('client/package.json'))).toMatchObject({
      dependencies: { '@wallet-services/contract': '0.2.0' },
    });
  });

  it('cannot be released when nothing is pending', async () => {
    await expect(release(repository)).rejects.toThrow('nothing is pending');
  });
});
