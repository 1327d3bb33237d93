/**
 * Full-text search by the database's own engine: `sqlite/full-text.ts`, `postgres/full-text.ts`. This file has the
 * common part: the words of a search, and the number of ranked texts.
 *
 * An index contains words and no texts: the texts are in a table of the service, under the same ids.
 */
import { type QueryExecutorProvider as Database, SqliteAdapter } from 'kysely';
import { postgresEngine } from './postgres/full-text.ts';
import { sqliteEngine } from './sqlite/full-text.ts';
import { tokensOf, type Word, wordsOf } from './words.ts';

/** A text to index. */
export interface IndexedText {
  /** Id of its row; a text with a known id replaces the one before. */
  readonly id: number;
  readonly text: string;
}

/** A text that was found. */
export interface TextHit {
  readonly id: number;
  /** Above 0; more is better. Comparable within one answer only. */
  readonly score: number;
}

/** The table of the texts, and the order of equally relevant ones. */
export interface IndexedTable {
  readonly table: string;
  readonly id: string;
  readonly tieBy: string;
}

/** One index. Each has a separate ranking: texts in other indexes do not change how rare a word is. */
export interface FullTextIndex {
  /** Makes the index, unless there is one of this name. */
  create(database: Database): Promise<void>;
  put(database: Database, texts: readonly IndexedText[]): Promise<void>;
  remove(database: Database, id: number): Promise<void>;
  /** Removes everything. */
  clear(database: Database): Promise<void>;
  /**
   * Texts that have at least one of the words, best first. Any keywords will do: nothing in them is syntax.
   *
   * @param limit of hits
   */
  search(database: Database, keywords: string, limit: number): Promise<TextHit[]>;
}

/** A word, and about how many texts have it: exactly, as long as they are few enough to be ranked. */
export interface CountedWord {
  readonly word: Word;
  readonly texts: number;
}

/** How many texts have words. */
export interface WordCounts {
  readonly total: number;
  readonly counts: readonly number[];
}

/** What a database does for an index. */
export interface FullTextEngine {
  create(database: Database): Promise<void>;
  /** @param rows ids, each with the tokens of its text: ASCII letters and digits, with spaces between them */
  put(database: Database, rows: readonly { readonly id: number; readonly tokens: string }[]): Promise<void>;
  remove(database: Database, id: number): Promise<void>;
  clear(database: Database): Promise<void>;
  /** How many texts have each word, and how many have one of them or more: at least exact up to a limit. */
  count(database: Database, words: readonly Word[], limit: number): Promise<WordCounts>;
  /** Of the latest texts that have one of the words, the best. @param from how many texts are ranked at most */
  ranked(database: Database, words: readonly CountedWord[], from: number, limit: number): Promise<TextHit[]>;
  /** Of the latest texts of each word, those with most of the words. @param from how many texts of each word */
  latest(database: Database, words: readonly CountedWord[], from: number, limit: number): Promise<TextHit[]>;
}

/** Words of a query that are looked for; the rest is left out. */
const MOST_WORDS = 16;

/**
 * Largest number of ranked texts. Words of more texts do not distinguish them: those texts only fill the places that
 * rarer words leave free, the latest ones first. So a search takes no longer in a large index than in a small one,
 * where everything is ranked.
 */
const MOST_RANKED = 1_000;

/** Number of common words in a search, the rarest ones; for each, the number of its latest texts. */
const MOST_COMMON = 4;
const MOST_LATEST = 300;

/** Rows a statement: databases limit the parameters of one. */
const ROWS = 100;

/** @param name of the index, lower-case letters, digits and underscores */
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

/** Parts words into the rarest, which few enough texts have to rank them all, and the rest; both rarest first. */
function parted(words: readonly CountedWord[]): Record<'rare' | 'common', CountedWord[]> {
  let texts = 0;
  const parts: Record<'rare' | 'common', CountedWord[]> = { rare: [], common: [] };
  for (const counted of words.toSorted((a, b) => a.texts - b.texts)) {
    texts += counted.texts;
    (texts <= MOST_RANKED ? parts.rare : parts.common).push(counted);
  }
  return parts;
}

/** Adds missing texts. None of them scores above the existing ones, which have rarer words. */
function append(hits: TextHit[], more: readonly TextHit[], limit: number): void {
  const known = new Set(hits.map(({ id }) => id));
  const ceiling = hits.at(-1)?.score ?? Number.POSITIVE_INFINITY;
  for (const { id, score } of more) {
    if (hits.length < limit && !known.has(id)) hits.push({ id, score: Math.min(score, ceiling) });
  }
}
