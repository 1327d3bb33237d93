/** Full-text search by SQLite's FTS5, with its stemming and ranking (BM25). */
import { sql } from 'kysely';
import type { FullTextEngine, IndexedTable, TextHit } from '../full-text.ts';
import type { Word } from '../words.ts';

/** Score of each common word in a text: about what BM25 gives it. */
const COMMON_SCORE = 1e-6;

export function sqliteEngine(name: string, texts: IndexedTable): FullTextEngine {
  const index = sql.table(name);
  const command = sql.ref(name);
  const table = sql.table(texts.table);
  const textId = sql.ref(`texts.${texts.id}`);
  const tieBy = sql.ref(`texts.${texts.tieBy}`);

  return {
    async create(database) {
      await sql`
        create virtual table if not exists ${index}
        using fts5(words, content = '', contentless_delete = 1, tokenize = 'porter ascii')
      `.execute(database);
    },

    async put(database, added) {
      const rows = added.map(({ id, tokens }) => sql`(${id}, ${tokens})`);
      await sql`insert or replace into ${index} (rowid, words) values ${sql.join(rows)}`.execute(database);
    },

    async remove(database, id) {
      await sql`delete from ${index} where rowid = ${id}`.execute(database);
    },

    async clear(database) {
      await sql`insert into ${index} (${command}) values ('delete-all')`.execute(database);
    },

    async count(database, each, limit) {
      const counts = [each, ...each.map((word) => [word])].map(
        (words, position) => sql`
          select ${position} as position, count(*) as found
          from (select rowid from ${index} where ${command} match ${anyOf(words)} limit ${limit})
        `,
      );
      const { rows } = await sql<{ position: number; found: number }>`
        ${sql.join(counts, sql` union all `)} order by position
      `.execute(database);
      const [total = 0, ...found] = rows.map((row) => row.found);
      return { total, counts: found };
    },

    async ranked(database, words, from, limit) {
      const { rows } = await sql<TextHit>`
        select found.id, -found.rank as score
        from (
          select rowid as id, bm25(${command}) as rank
          from ${index} where ${command} match ${anyOf(words.map(({ word }) => word))}
          order by rowid desc limit ${from}
        ) as found
        join ${table} as texts on ${textId} = found.id
        order by found.rank, ${tieBy}
        limit ${limit}
      `.execute(database);
      return rows;
    },

    async latest(database, words, from, limit) {
      const each = words.map(
        ({ word }) => sql`
          select id from (
            select rowid as id from ${index} where ${command} match ${anyOf([word])} order by rowid desc limit ${from}
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
    },
  };
}

/** Tokens consist of ASCII letters and digits, so quotes are sufficient. */
function anyOf(words: readonly Word[]): string {
  return words.map((word) => `"${word.join(' ')}"`).join(' OR ');
}
