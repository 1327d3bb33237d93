/** Links in the Markdown of the repository lead somewhere. */
import { describe, expect, it } from 'vitest';
import { parseMarkdown } from './markdown/markdown.ts';
import { isExternal, placeOf } from './markdown/place.ts';
import { kindOf, textOf } from './read/repository.ts';
import { markdownFiles } from './testing/markdown-files.ts';

const files = await markdownFiles();

async function anchorsOf(path: string): Promise<readonly string[]> {
  return parseMarkdown(await textOf(path), path).headings.map(({ anchor }) => anchor);
}

/** The problem of a link; null when it has none. */
async function problemWith(target: string, from: string): Promise<string | null> {
  if (isExternal(target)) return /^(?:https|http|mailto):/.test(target) ? null : `${target} names an odd scheme`;
  const { path, anchor } = placeOf(target, from);
  if (path.startsWith('..')) return `${target} leaves the repository`;
  if ((await kindOf(path)) === null) return `${target} leads nowhere: there is no ${path}`;
  if (anchor === '') return null;
  if (!path.endsWith('.md')) return `${target} names a place in a file that has no headings`;
  return (await anchorsOf(path)).includes(anchor) ? null : `${target}: ${path} has no heading #${anchor}`;
}

describe('links', () => {
  it('are checked in the files of every folder', () => {
    for (const room of ['README.md', 'client/README.md', 'mock/GUIDE.md', 'docs/guides/change-the-contract.md']) {
      expect(files).toContain(room);
    }
    expect(files.filter((file) => file.includes('node_modules'))).toEqual([]);
  });

  it.each(files)('of %s lead to a file and a heading that are there', async (file) => {
    const { links } = parseMarkdown(await textOf(file), file);
    const problems = await Promise.all(links.map((target) => problemWith(target, file)));
    expect(problems.filter((problem) => problem !== null)).toEqual([]);
  });
});
