/**
 * Full-text search by PostgreSQL: each index is a table of `tsvector` with a GIN index. The ranking takes the rarity of
 * words into account, which `ts_rank` alone does not.
 */
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import type { CountedWord, FullTextEngine, IndexedTable, TextHit } from '../full-text.ts';
import type { Word } from '../words.ts';

/** English stemming without stop words: every word of a text can be found. */
const CONFIGURATION = 'wallet_words';
const DICTIONARY = 'wallet_stem';

/** Score of each common word in a text. */
const COMMON_SCORE = 1e-6;

/** Divisor for the length of a text: the words of a text of e^4 (about 55) words count half those of a single word. */
const BY_LENGTH = 4;

/**
 * Orders texts, latest first. For common words the index of the ids provides this order and finds the latest of many
 * texts quickly; for rare words the expression `id + 0` prevents its use, so that the index of words is used.
 */
const BY_ID = sql`id desc`;
const BY_WORDS = sql`id + 0 desc`;
const MANY = 10_000;

/** Limit for counting rarity: a word in this many texts or more does not distinguish them. */
const COMMON = 1_001;

export function postgresEngine(name: string, texts: IndexedTable): FullTextEngine {
  const index = sql.table(name);
  const table = sql.table(texts.table);
  const textId = sql.ref(`texts.${texts.id}`);
  const tieBy = sql.ref(`texts.${texts.tieBy}`);

  return {
    async create(database) {
      await sql`
        do $$ begin
          if not exists (
            select from pg_ts_config
            where cfgname = ${sql.lit(CONFIGURATION)} and cfgnamespace = current_schema()::regnamespace
          ) then
            create text search dictionary ${sql.id(DICTIONARY)} (template = pg_catalog.snowball, language = english);
            create text search configuration ${sql.id(CONFIGURATION)} (copy = pg_catalog.simple);
            alter text search configuration ${sql.id(CONFIGURATION)}
              alter mapping for asciiword with ${sql.id(DICTIONARY)};
          end if;
        end $$
      `.execute(database);
      await sql`create table if not exists ${index} (id bigint primary key, words tsvector not null)`.execute(database);
      await sql`create index if not exists ${sql.id(`${name}_words`)} on ${index} using gin (words)`.execute(database);
    },

    async put(database, added) {
      const rows = added.map(
        ({ id, tokens }) => sql`(${id}::bigint, to_tsvector(${sql.lit(CONFIGURATION)}, ${tokens}::text))`,
      );
      await sql`
        insert into ${index} (id, words) values ${sql.join(rows)}
        on conflict (id) do update set words = excluded.words
      `.execute(database);
    },

    async remove(database, id) {
      await sql`delete from ${index} where id = ${id}`.execute(database);
    },

    async clear(database) {
      await sql`delete from ${index}`.execute(database);
    },

    async count(database, words, limit) {
      const known = await commonOnes(database, name, words);
      const counts = words.map((word, position) => {
        const texts = known.get(position) ?? 0;
        return texts >= limit
          ? sql`${Math.round(texts)}::bigint`
          : sql`(select count(*) from ${index} where words @@ ${queryOf(word)})`;
      });
      const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(counts)}]::int[] as counts`.execute(
        database,
      );
      const found = rows[0]?.counts ?? [];
      return { total: found.reduce((sum, texts) => sum + texts, 0), counts: found };
    },

    async ranked(database, words, from, limit) {
      const { rows } = await sql<TextHit>`
        select found.id, ${scoreOf(words)} as score
        from (
          select id, words from ${index} where words @@ ${anyOf(words.map(({ word }) => word))}
          order by ${BY_WORDS} limit ${from}
        ) as found
        join ${table} as texts on ${textId} = found.id
        order by score desc, ${tieBy}
        limit ${limit}
      `.execute(database);
      return rows;
    },

    async latest(database, words, from, limit) {
      const each = words.map(
        ({ word, texts: found }) => sql`(
          select id from ${index} where words @@ ${queryOf(word)}
          order by ${found > MANY ? BY_ID : BY_WORDS} limit ${from}
        )`,
      );
      const { rows } = await sql<TextHit>`
        select found.id, found.words * ${COMMON_SCORE}::float8 as score
        from (select id, count(*) as words from (${sql.join(each, sql` union all `)}) as each_word group by id) as found
        join ${table} as texts on ${textId} = found.id
        order by found.words desc, ${tieBy}
        limit ${limit}
      `.execute(database);
      return rows;
    },
  };
}

/**
 * Approximate numbers of texts with common words, by position: from the statistics of the last automatic analysis of
 * the table. Words without statistics are rare enough to be counted.
 */
async function commonOnes(
  database: QueryExecutorProvider,
  name: string,
  words: readonly Word[],
): Promise<ReadonlyMap<number, number>> {
  const tokens = words.flatMap((word, position) => word.map((token) => sql`(${position}::int, ${token}::text)`));
  const { rows } = await sql<{ position: number; texts: number }>`
    select asked.position, min(coalesce(known.frequency, 0)) * max(pg_class.reltuples) as texts
    from (values ${sql.join(tokens)}) as asked (position, token)
    cross join pg_class
    left join (
      select common.lexeme, common.frequency
      from pg_stats, unnest(most_common_elems::text::text[], most_common_elem_freqs) as common (lexeme, frequency)
      where schemaname = current_schema() and tablename = ${name} and attname = 'words'
    ) as known on array[known.lexeme] = tsvector_to_array(to_tsvector(${sql.lit(CONFIGURATION)}, asked.token))
    where pg_class.oid = ${name}::regclass
    group by asked.position
  `.execute(database);
  return new Map(rows.map(({ position, texts }) => [position, texts]));
}

/** A query for the tokens of a word in sequence. */
function queryOf(word: Word): RawBuilder<unknown> {
  return sql`phraseto_tsquery(${sql.lit(CONFIGURATION)}, ${word.join(' ')}::text)`;
}

function anyOf(words: readonly Word[]): RawBuilder<unknown> {
  return sql`(${sql.join(words.map(queryOf), sql` || `)})`;
}

/** The score of a text: each word counts by its frequency in the text and by its rarity. */
function scoreOf(words: readonly CountedWord[]): RawBuilder<unknown> {
  const scores = words.map(({ word, texts }) => {
    const rarity = Math.log(1 + COMMON / Math.max(1, texts));
    return sql`ts_rank(found.words, ${queryOf(word)}) * ${rarity}::float8`;
  });
  return sql`(${sql.join(scores, sql` + `)}) / (1 + ln(length(found.words)) / ${sql.lit(BY_LENGTH)})`;
}
