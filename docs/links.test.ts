/** Checks that links in the Markdown of the repository work. */
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

  it.each(files)('of %s lead to an existing file and heading', async (file) => {
    const { links } = parseMarkdown(await textOf(file), file);
    const problems = await Promise.all(links.map((target) => problemWith(target, file)));
    expect(problems.filter((problem) => problem !== null)).toEqual([]);
  });
});

/** Number of hand-written words: without code, targets of links, measured tables, changelogs and copies. */
function ownWords(text: string): number {
  const own = text
    .replaceAll(/^(`{3,}).*?^\1/gms, '')
    .replaceAll(/<!-- (?:measured|difficult)\b.*?<!-- end -->/gs, '')
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/\]\([^)]*\)/g, ']');
  return own.split(/\s+/).filter((word) => /[A-Za-z0-9]/.test(word)).length;
}

it('the pages written by hand have at most 35,000 words', async () => {
  const written = files.filter(
    (file) => !/CHANGELOG|^generated\/|^\.|^scripts\/template\/files\/|^review\/cases\//.test(file),
  );
  const counts = await Promise.all(written.map(async (file) => ownWords(await textOf(file))));
  expect(counts.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(35_000);
});
