/**
 * The data of an empty database: the application, records and conversations of the document's examples, and further
 * records of a help desk.
 */
import type {
  App,
  Conversation,
  ConversationResponse,
  IndexesRequest,
  IndexRecord,
  PostedTurnResponse,
  SearchResponse,
  TurnResponse,
} from '@wallet-services/contract/assistant';
import { type Document, exampleAnswer, exampleRequest, readDocument } from '../../contract/index.ts';
import type { StoreTransaction } from '../../service.ts';
import type { Clock, RandomSource } from '../../values/index.ts';
import { applicationRow } from '../operations/applications.ts';
import { putRecords } from '../operations/records.ts';
import { recordSearch } from '../store/search.ts';
import {
  type AssistantStore,
  type AssistantTables,
  type ConversationRow,
  stored,
  type TurnRow,
} from '../store/tables.ts';
import { TurnStatus } from '../store/turns.ts';
import texts from './texts.json' with { type: 'json' };

/** An article or a note; placeholders such as `{asset}` and `{minutes}` are filled in. */
type Article = Pick<IndexRecord, 'object_id' | 'data'>;

/** The secrets of the sandbox's applications, which are public. */
const DEMO_SECRET = 'harbor-help-desk-sandbox-secret';
const OTHER_SECRET = 'lantern-help-desk-sandbox-secret';

/** A second application: its requests show that applications cannot read each other's records. */
const OTHER: App = {
  id: 4,
  app_id: '7a2e94d1-3c5b-4f80-b6d7-18e9f0a1b2c3',
  created_at: '2021-04-11T06:20:00Z',
  updated_at: '2021-04-11T06:20:00Z',
};

const ASSETS = ['BTC', 'ETH', 'SOL', 'USDC', 'LTC', 'DOGE', 'DAI', 'LINK'] as const;

/** Number of the operators' notes. */
const NOTES = 220;

const DAY = 86_400;

/** Lifetime of the examples' conversations, in milliseconds: a year, so that a sandbox always has them. */
const EXAMPLES_STAY = 365 * DAY * 1000;

/** The credentials that a user of the sandbox needs. */
export async function demoApplications(): Promise<readonly { readonly app_id: string; readonly secret: string }[]> {
  const { app } = exampleConversation(await readDocument('assistant'));
  return [
    { app_id: app.app_id, secret: DEMO_SECRET },
    { app_id: OTHER.app_id, secret: OTHER_SECRET },
  ];
}

/** An abandoned conversation that expired a day ago: the service deletes it at the start. */
const EXPIRED = '5c1e9a27-8d34-4b60-9f72-e0a1b2c3d4f5';

/** Fills the tables of the assistant service. */
export async function seedAssistant(store: StoreTransaction, random: RandomSource, clock: Clock): Promise<void> {
  const tables = store.$extendTables<AssistantTables>();
  const document = await readDocument('assistant');
  const conversation = exampleConversation(document);
  const turns = exampleTurns(document, conversation);

  const lastTurn = Math.max(...turns.map(({ id }) => id));
  const user = userOf(document);
  await tables
    .insertInto('assistant_counters')
    .values([
      { name: 'record', value: 0 },
      { name: 'turn', value: lastTurn },
      { name: 'user', value: user },
      { name: 'application', value: OTHER.id },
    ])
    .execute();
  const salt = () => Buffer.from(random.bytes(16)).toString('hex');
  await tables
    .insertInto('assistant_applications')
    .values([applicationRow(conversation.app, DEMO_SECRET, salt()), applicationRow(OTHER, OTHER_SECRET, salt())])
    .execute();

  const end = clock() + EXAMPLES_STAY;
  await seedConversation(tables, conversation, user, end);
  const guest = exampleAnswer<ConversationResponse>(document, 'createConversation', 'without-language').data;
  await seedConversation(tables, guest, user - 1, end);
  await tables
    .insertInto('assistant_conversations')
    .values(expiredOf(conversation, user, clock()))
    .execute();
  await tables.insertInto('assistant_turns').values(turns).execute();

  await seedRecords(tables, document, conversation.app, random);
}

function exampleConversation(document: Document): Conversation {
  return exampleAnswer<ConversationResponse>(document, 'readConversation').data;
}

/** The turns of the example's history, with the token counts in the example of `createTurn`. */
function exampleTurns(document: Document, { id, history }: Conversation): TurnRow[] {
  const posted = exampleAnswer<PostedTurnResponse>(document, 'createTurn', 'with-override').data;
  return (history ?? []).map((turn) => {
    const { prompt_tokens, completion_tokens, total_tokens } =
      turn.id === posted.id ? posted : { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
    const { status, middleware_results: results } = turn;
    const open = status === TurnStatus.New || status === TurnStatus.Pending;
    return {
      id: turn.id,
      conversation_id: id,
      open_in: open ? id : null,
      request: stored(turn.request),
      response: stored(turn.response ?? ''),
      prompt_tokens,
      completion_tokens,
      total_tokens,
      status,
      bot_override: JSON.stringify(turn.bot_override ?? {}),
      middleware_results: results === null ? null : JSON.stringify(results),
      error: JSON.stringify(turn.error ?? {}),
      created_at: turn.created_at,
      updated_at: turn.updated_at,
    };
  });
}

/** The number of the person in the example's turns. */
function userOf(document: Document): number {
  return exampleAnswer<TurnResponse>(document, 'readTurn', 'answered').data.user_id;
}

function expiredOf({ app, bot, lang }: Conversation, user: number, now: number): ConversationRow {
  return {
    id: EXPIRED,
    app_id: app.id,
    bot_id: bot.id,
    bot_name: bot.name,
    user_id: user,
    lang: stored(lang ?? ''),
    expires_at: now - DAY * 1000,
  };
}

async function seedConversation(
  tables: AssistantStore,
  { id, app, bot, user_identity, lang }: Conversation,
  user: number,
  end: number,
): Promise<void> {
  await tables
    .insertInto('assistant_users')
    .values({ id: user, app_id: app.id, identity: stored(user_identity) })
    .execute();
  await tables
    .insertInto('assistant_conversations')
    .values({
      id,
      app_id: app.id,
      bot_id: bot.id,
      bot_name: bot.name,
      user_id: user,
      lang: stored(lang ?? ''),
      expires_at: end,
    })
    .execute();
}

async function seedRecords(tables: AssistantStore, document: Document, app: App, random: RandomSource): Promise<void> {
  const examples = exampleRequest<IndexesRequest>(document, 'createIndexes').items;
  const [hit] = exampleAnswer<SearchResponse>(document, 'searchIndexes', 'found').data ?? [];
  if (hit === undefined) throw new Error('the document shows no search hit');
  for (const { id } of [app, OTHER]) await recordSearch(id).create(tables);

  const written = [
    ...texts.articles,
    ...texts.assetArticles.flatMap((article) => ASSETS.map((asset) => filled(article, asset, random))),
  ];
  await putRecords(
    tables,
    app.id,
    written.map((article) => recordOf(article)),
    hit.created_at - 90 * DAY,
  );
  for (let number = 1; number <= NOTES; number += 1) {
    const days = 90 - Math.floor((number * 89) / NOTES);
    const date = new Date((hit.created_at - days * DAY) * 1000).toISOString().slice(0, 10);
    const note = filled(
      { object_id: `note/${date}/${number}`, data: random.pick(texts.notes) },
      random.pick(ASSETS),
      random,
    );
    await putRecords(
      tables,
      app.id,
      [recordOf(note, { date })],
      hit.created_at - days * DAY + random.integer(0, DAY - 1),
    );
  }
  await putRecords(tables, app.id, examples, hit.created_at);
  await putRecords(
    tables,
    OTHER.id,
    texts.otherArticles.map((article) => recordOf(article)),
    hit.created_at - 30 * DAY,
  );
}

function filled({ object_id, data }: Article, asset: string, random: RandomSource): Article {
  const values: Readonly<Record<string, () => string>> = {
    asset: () => asset,
    minutes: () => String(random.integer(2, 45)),
    dollars: () => String(random.integer(1, 20)),
    percent: () => String(random.integer(10, 16) * 5),
  };
  return {
    object_id: object_id.replace('{asset}', asset.toLowerCase()),
    data: data.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name]?.() ?? whole),
  };
}

function recordOf({ object_id, data }: Article, properties: object = {}): IndexRecord {
  const url = `https://help.example.org/${encodeURIComponent(object_id)}`;
  return { object_id, category: 'plain-text', data, properties: JSON.stringify({ url, ...properties }) };
}
