/**
 * Full-text search by the database's own engine (`sqlite/full-text.ts`, `postgres/full-text.ts`). This file has the
 * common part: the words of a search, and the number of ranked texts.
 *
 * An index contains words but no texts: the texts are in a table of the service, with the same ids.
 */
import { type QueryExecutorProvider as Database, SqliteAdapter } from 'kysely';
import { postgresEngine } from './postgres/full-text.ts';
import { sqliteEngine } from './sqlite/full-text.ts';
import { tokensOf, type Word, wordsOf } from './words.ts';

/** A text to index. */
export interface IndexedText {
  /** Id of its row; the text replaces an earlier one with this id. */
  readonly id: number;
  readonly text: string;
}

/** A hit of a search. */
export interface TextHit {
  readonly id: number;
  /** Above 0, higher is better. Comparable within one answer only. */
  readonly score: number;
}

/** The table of the texts, and the order of equally ranked ones. */
export interface IndexedTable {
  readonly table: string;
  readonly id: string;
  readonly tieBy: string;
}

/** An index. Each has its own ranking: texts in other indexes do not change how rare a word is. */
export interface FullTextIndex {
  /** Creates the index if it does not exist. */
  create(database: Database): Promise<void>;
  put(database: Database, texts: readonly IndexedText[]): Promise<void>;
  remove(database: Database, id: number): Promise<void>;
  /** Removes all texts. */
  clear(database: Database): Promise<void>;
  /**
   * Texts with at least one of the words, best first. Any keywords are allowed: nothing in them is query syntax.
   *
   * @param limit largest number of hits
   */
  search(database: Database, keywords: string, limit: number): Promise<TextHit[]>;
}

/** A word, and the approximate number of texts with it; the number is exact when it is small enough for ranking. */
export interface CountedWord {
  readonly word: Word;
  readonly texts: number;
}

/** Numbers of texts with words. */
export interface WordCounts {
  readonly total: number;
  readonly counts: readonly number[];
}

/** The operations that each database implements. */
export interface FullTextEngine {
  create(database: Database): Promise<void>;
  /** @param rows ids with the tokens of their texts: ASCII letters and digits, separated by spaces */
  put(database: Database, rows: readonly { readonly id: number; readonly tokens: string }[]): Promise<void>;
  remove(database: Database, id: number): Promise<void>;
  clear(database: Database): Promise<void>;
  /** The number of texts with each word, and with any of them: exact up to a limit. */
  count(database: Database, words: readonly Word[], limit: number): Promise<WordCounts>;
  /** The best of the latest texts with any of the words. @param from largest number of ranked texts */
  ranked(database: Database, words: readonly CountedWord[], from: number, limit: number): Promise<TextHit[]>;
  /** The texts with the most words, among the latest texts of each word. @param from number of texts for each word */
  latest(database: Database, words: readonly CountedWord[], from: number, limit: number): Promise<TextHit[]>;
}

/** Largest number of words in a search; further words are ignored. */
const MOST_WORDS = 16;

/**
 * Largest number of ranked texts. Words that occur in more texts do not distinguish them, so such texts only fill the
 * places that rarer words leave free, latest first. A search in a large index therefore takes no longer than in one
 * where all texts are ranked.
 */
const MOST_RANKED = 1_000;

/** Number of common words in a search (the rarest ones), and for each of them the number of its latest texts. */
const MOST_COMMON = 4;
const MOST_LATEST = 300;

/** Rows in a statement: databases limit its parameters. */
const ROWS = 100;

/** @param name name of the index: lower-case letters, digits and underscores */
export function fullTextIndex(name: string, texts: IndexedTable): FullTextIndex {
  const engines = { sqlite: sqliteEngine(name, texts), postgres: postgresEngine(name, texts) };
  const engineOf = (database: Database): FullTextEngine =>
    database.getExecutor().adapter instanceof SqliteAdapter ? engines.sqlite : engines.postgres;

  return {
    create: (database) => engineOf(database).create(database),
    remove: (database, id) => engineOf(database).remove(database, id),
    clear: (database) => engineOf(database).clear(database),

    async put(database, added) {
      for (let first = 0; first < added.length; first += ROWS) {
        const rows = added.slice(first, first + ROWS).map(({ id, text }) => ({ id, tokens: tokensOf(text) }));
        await engineOf(database).put(database, rows);
      }
    },

    async search(database, keywords, limit) {
      const engine = engineOf(database);
      const words = wordsOf(keywords, MOST_WORDS);
      if (words.length === 0) return [];
      const { total, counts } = await engine.count(database, words, MOST_RANKED + 1);
      const counted = words.map((word, position) => ({ word, texts: counts[position] ?? 0 }));
      if (total <= MOST_RANKED) return engine.ranked(database, counted, MOST_RANKED, limit);

      const { rare, common } = parted(counted);
      const hits = rare.length === 0 ? [] : await engine.ranked(database, rare, MOST_RANKED, limit);
      if (hits.length < limit) {
        const latest = await engine.latest(database, common.slice(0, MOST_COMMON), MOST_LATEST, limit);
        append(hits, latest, limit);
      }
      return hits;
    },
  };
}

/** Separates the rarest words, whose texts can all be ranked, from the common ones; both rarest first. */
function parted(words: readonly CountedWord[]): Record<'rare' | 'common', CountedWord[]> {
  let texts = 0;
  const parts: Record<'rare' | 'common', CountedWord[]> = { rare: [], common: [] };
  for (const counted of words.toSorted((a, b) => a.texts - b.texts)) {
    texts += counted.texts;
    (texts <= MOST_RANKED ? parts.rare : parts.common).push(counted);
  }
  return parts;
}

/** Appends texts that are not yet among the hits. Their scores stay below those of the hits, which have rarer words. */
function append(hits: TextHit[], more: readonly TextHit[], limit: number): void {
  const known = new Set(hits.map(({ id }) => id));
  const ceiling = hits.at(-1)?.score ?? Number.POSITIVE_INFINITY;
  for (const { id, score } of more) {
    if (hits.length < limit && !known.has(id)) hits.push({ id, score: Math.min(score, ceiling) });
  }
}
