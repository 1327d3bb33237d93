/** Reads the guides: the Markdown of the repository, and the files to which it links. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Parsed, parseMarkdown } from '../markdown/markdown.ts';
import { isExternal, placeOf } from '../markdown/place.ts';
import { paths } from './paths.ts';
import { kindOf, root, textOf } from './repository.ts';

/** A Markdown file that becomes a page. */
export interface Guide {
  /** Path in the repository: `mock/GUIDE.md`. */
  readonly file: string;
  /** Path on the site: `guides/mock-guide.html`. */
  readonly page: string;
  readonly text: string;
  readonly parsed: Parsed;
}

/** A file or folder of the repository to which a guide links. */
export interface LinkedFile {
  readonly path: string;
  /** Path on the site. */
  readonly page: string;
  /** The text of a file; the names of the files in a folder. */
  readonly content: string | readonly string[];
}

export interface Library {
  /** Guides by file. */
  readonly guides: ReadonlyMap<string, Guide>;
  /** Linked files by path. */
  readonly files: ReadonlyMap<string, LinkedFile>;
}

/** `mock/GUIDE.md` becomes `guides/mock-guide.html`, `server/swap/README.md` becomes `guides/server-swap.html`. */
export function guidePage(file: string): string {
  if (file === 'README.md') return 'guides/repository.html';
  if (file.startsWith('docs/start/')) return file.replace(/^docs\/(.*)\.md$/, '$1.html');
  const name = file
    .replace(/^docs\/guides\//, '')
    .replace(/(?:\/README)?\.md$/, '')
    .replaceAll('/', '-');
  return `guides/${name.toLowerCase()}.html`;
}

/**
 * Reads the guides, and follows their links.
 *
 * @param more files of the repository to which other pages link
 */
export async function readGuides(more: readonly string[]): Promise<Library> {
  const guides = new Map<string, Guide>();
  const files = new Map<string, LinkedFile>();
  const waiting = [...paths.flatMap(({ stops }) => stops.flatMap(({ file }) => file ?? [])), ...more];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (guides.has(path) || files.has(path)) continue;
    const kind = await kindOf(path);
    if (kind === 'file' && path.endsWith('.md')) {
      const text = await textOf(path);
      const parsed = parseMarkdown(text, path);
      guides.set(path, { file: path, page: guidePage(path), text, parsed });
      waiting.push(...targetsOf(parsed, path));
    } else if (kind === 'file') {
      files.set(path, { path, page: `files/${visible(path)}.html`, content: await textOf(path) });
    } else if (kind === 'folder') {
      files.set(path, { path, page: `files/${visible(path)}/index.html`, content: await entriesOf(path) });
    }
  }
  return { guides, files };
}

/** A path without a leading dot, because hosts of pages skip names with one. */
function visible(path: string): string {
  return path.replaceAll(/(^|\/)\./g, '$1');
}

function targetsOf({ links }: Parsed, from: string): readonly string[] {
  const places = links.filter((target) => !isExternal(target)).map((target) => placeOf(target, from).path);
  // Paths outside of the repository are ignored.
  return places.filter((path) => !path.startsWith('..'));
}

async function entriesOf(folder: string): Promise<readonly string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  return entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).sort();
}

/** The target of a repository link on the site; null when it is not on the site. */
export function siteOf(target: string, from: string, { guides, files }: Library): string | null {
  const { path, anchor } = placeOf(target, from);
  const page = guides.get(path)?.page ?? files.get(path)?.page;
  if (page === undefined) return null;
  return anchor === '' ? page : `${page}#${anchor}`;
}
