/**
 * Full-text search by the database's own engine, FTS5. Beside `dialect.ts` the only file of the server that knows
 * SQLite; another database gives the same interface by its own means.
 *
 * An index holds words and no texts: the texts stand in a table of the service, under the same ids.
 */
import { type QueryExecutorProvider as Database, sql } from 'kysely';
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

/** Where the texts stand, and what orders those that fit equally well. */
export interface IndexedTable {
  readonly table: string;
  readonly id: string;
  readonly tieBy: string;
}

/** One index. Each has a ranking of its own: texts in other indexes say nothing about how rare a word is. */
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

/** Words of a query that are looked for; the rest is left out. */
const MOST_WORDS = 16;

/**
 * So many texts are ranked at most. Words that more texts have say little about any of them: those texts only fill
 * up what rarer words leave free, the latest of them. So a search takes no longer in a large index than in a small
 * one, where everything is ranked.
 */
const MOST_RANKED = 1_000;

/** Of common words, so many are looked for, the rarest of them; of each, so many of the latest texts. */
const MOST_COMMON = 4;
const MOST_LATEST = 300;

/** What each common word of a text adds to its score: about what the database gives. */
const COMMON_SCORE = 1e-6;

/** Rows a statement: databases limit the parameters of one. */
const ROWS = 100;

/** @param name of the index, lower-case letters, digits and underscores */
export function fullTextIndex(name: string, texts: IndexedTable): FullTextIndex {
  const index = sql.table(name);
  const command = sql.ref(name);
  const table = sql.table(texts.table);
  const textId = sql.ref(`texts.${texts.id}`);
  const tieBy = sql.ref(`texts.${texts.tieBy}`);

  /** How many texts each expression finds, as far as it matters. */
  const count = async (database: Database, expressions: readonly string[]): Promise<number[]> => {
    const counts = expressions.map(
      (expression, position) => sql`
        select ${position} as position, count(*) as found
        from (select rowid from ${index} where ${command} match ${expression} limit ${MOST_RANKED + 1})
      `,
    );
    const { rows } = await sql<{ position: number; found: number }>`
      ${sql.join(counts, sql` union all `)} order by position
    `.execute(database);
    return rows.map(({ found }) => found);
  };

  /** Texts that have one of the words, by the database's ranking. */
  const ranked = async (database: Database, words: readonly string[], limit: number): Promise<TextHit[]> => {
    const { rows } = await sql<TextHit>`
      select found.id, -found.rank as score
      from (
        select rowid as id, bm25(${command}) as rank
        from ${index} where ${command} match ${words.join(' OR ')}
        order by rowid desc limit ${MOST_RANKED}
      ) as found
      join ${table} as texts on ${textId} = found.id
      order by found.rank, ${tieBy}
      limit ${limit}
    `.execute(database);
    return rows;
  };

  /** The latest texts that have one of the words; those with more of them first. */
  const latest = async (database: Database, words: readonly string[], limit: number): Promise<TextHit[]> => {
    const each = words.map(
      (word) => sql`
        select id from (
          select rowid as id from ${index} where ${command} match ${word} order by rowid desc limit ${MOST_LATEST}
        )
      `,
    );
    const { rows } = await sql<TextHit>`
      select found.id, found.words * ${COMMON_SCORE} as score
      from (select id, count(*) as words from (${sql.join(each, sql` union all `)}) group by id) as found
      join ${table} as texts on ${textId} = found.id
      order by found.words desc, ${tieBy}
      limit ${limit}
    `.execute(database);
    return rows;
  };

  return {
    async create(database) {
      await sql`
        create virtual table if not exists ${index}
        using fts5(words, content = '', contentless_delete = 1, tokenize = 'porter ascii')
      `.execute(database);
    },

    async put(database, added) {
      for (let first = 0; first < added.length; first += ROWS) {
        const rows = added.slice(first, first + ROWS).map(({ id, text }) => sql`(${id}, ${tokensOf(text)})`);
        await sql`insert or replace into ${index} (rowid, words) values ${sql.join(rows)}`.execute(database);
      }
    },

    async remove(database, id) {
      await sql`delete from ${index} where rowid = ${id}`.execute(database);
    },

    async clear(database) {
      await sql`insert into ${index} (${command}) values ('delete-all')`.execute(database);
    },

    async search(database, keywords, limit) {
      const words = wordsOf(keywords, MOST_WORDS).map(phrase);
      if (words.length === 0) return [];
      const [total = 0] = await count(database, [words.join(' OR ')]);
      if (total <= MOST_RANKED) return ranked(database, words, limit);

      const { rare, common } = parted(words, await count(database, words));
      const hits: TextHit[] = rare.length === 0 ? [] : await ranked(database, rare, limit);
      if (hits.length < limit) append(hits, await latest(database, common.slice(0, MOST_COMMON), limit), limit);
      return hits;
    },
  };
}

/** Parts words into the rarest, which few enough texts have to rank them all, and the rest; both rarest first. */
function parted(words: readonly string[], counts: readonly number[]): Record<'rare' | 'common', string[]> {
  const rising = words.map((word, position) => ({ word, texts: counts[position] ?? 0 }));
  rising.sort((a, b) => a.texts - b.texts);
  let texts = 0;
  const parts: Record<'rare' | 'common', string[]> = { rare: [], common: [] };
  for (const { word, texts: more } of rising) {
    texts += more;
    (texts <= MOST_RANKED ? parts.rare : parts.common).push(word);
  }
  return parts;
}

/** Adds what is not there yet. It never scores above what is there, which has rarer words. */
function append(hits: TextHit[], more: readonly TextHit[], limit: number): void {
  const known = new Set(hits.map(({ id }) => id));
  const ceiling = hits.at(-1)?.score ?? Number.POSITIVE_INFINITY;
  for (const { id, score } of more) {
    if (hits.length < limit && !known.has(id)) hits.push({ id, score: Math.min(score, ceiling) });
  }
}

/** Tokens are ASCII letters and digits, so that quotes are all it takes. */
function phrase(word: Word): string {
  return `"${word.join(' ')}"`;
}
