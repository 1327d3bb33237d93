/** The index of the search, made when the site is built. */
import MiniSearch, { type Options } from 'minisearch';
import type { Entry } from '../pages/page.ts';

/** Scripts of the search page, from the folder of the site: the library, the index, the page's own. */
export const SEARCH_FILES = ['assets/minisearch.js', 'assets/search-index.js', 'assets/search.js'] as const;

/** Characters of a text that a result shows. */
const EXCERPT = 240;

/** How things are found; the page needs the same, so it stands in the index. */
const options: Options<Indexed> = {
  fields: ['title', 'text', 'words'],
  storeFields: ['kind', 'title', 'excerpt', 'url'],
  searchOptions: { boost: { title: 3 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
};

interface Indexed extends Entry {
  readonly id: number;
  readonly excerpt: string;
}

/** Writes the index as a script: pages that are opened as files cannot fetch. */
export function searchIndex(entries: readonly Entry[]): string {
  const search = new MiniSearch<Indexed>(options);
  search.addAll(entries.map((entry, id) => ({ ...entry, id, excerpt: excerptOf(entry.text) })));
  return `window.searchIndex = ${JSON.stringify({ options, index: search.toJSON() })};\n`;
}

function excerptOf(text: string): string {
  return text.length <= EXCERPT ? text : `${text.slice(0, EXCERPT).replace(/\s+\S*$/, '')} …`;
}
