/** Starts conversations, posts turns, and waits for their responses. */
import { operationOf } from '../../model/api.ts';
import { type Call, type CredentialUse, type Exchange, type Intent, isSuccess } from '../../model/exchange.ts';
import { isObject, type JsonObject } from '../../model/json.ts';
import { seededUuid } from '../../model/uuid.ts';
import { blockedBy, hintFor, inconclusive } from '../judgement.ts';
import type { Scene } from '../rule.ts';
import type { Say } from '../shared/conversation.ts';
import { objectOf } from '../shared/data.ts';
import { newConversationCall, newTurnCall, readTurnCall } from './calls.ts';
import { assistantKnown, type KnownTurn } from './known.ts';
import { isProcessed } from './turn-views.ts';

/** Said to bots where it does not matter what. */
export const CONTENT = 'How do I get my BTC back?';

/** A turn that is not processed is read again so often, after so many milliseconds each. */
const MOST_READS = 4;
const READ_AGAIN_MS = 60;

/** What to do when no bot is found. */
export const BOT_HINT = 'name a bot that answers as known.bot_id in the target file';

export type Asks<Result> = Generator<Call, Result, Exchange>;

/** A conversation that was started. */
export interface Started {
  readonly id: string;
  readonly data: JsonObject;
  readonly exchange: Exchange;
}

export interface Starting {
  readonly label: string;
  /** Default: one of the rule's own. */
  readonly user?: string;
  readonly lang?: string;
  /** Default: as it must be taken, when the bot is known. */
  readonly intent?: Intent;
  readonly bot?: number | undefined;
  readonly credentials?: CredentialUse;
}

/** A person that no other run has. */
export function freshUser({ run }: Scene, name: string): string {
  return `${name.replaceAll(/\W+/g, '-')}-${run.slice(0, 8)}@conformance.example.org`;
}

/** A UUID that names nothing on the server. */
export function strangeUuid({ run, seed }: Scene, name: string): string {
  return seededUuid(seed, run, name);
}

function exampleBot(scene: Scene): number {
  const example = operationOf(scene.api, 'createConversation').body?.example;
  return isObject(example) && typeof example['bot_id'] === 'number' ? example['bot_id'] : 1;
}

/** Bots that may be there, the likeliest first. */
function botsOf(scene: Scene, bot: number | undefined): readonly number[] {
  const known = bot ?? assistantKnown(scene).bot_id;
  return known === undefined ? [...new Set([exampleBot(scene), 1, 0, 2, 3])] : [known];
}

/** A bot that is there, as far as that can be told. */
export function* findBot(scene: Scene): Asks<number> {
  const [first = 1, ...others] = botsOf(scene, undefined);
  for (const bot_id of others.length === 0 ? [] : [first, ...others]) {
    const body = { bot_id, user_identity: freshUser(scene, 'finder') };
    if (isSuccess(yield newConversationCall(scene, body, { label: 'find a bot', intent: 'open' }))) return bot_id;
  }
  return first;
}

/** Starts a conversation; null, and says why, when the server does not let it. */
export function* startConversation(scene: Scene, say: Say, starting: Starting): Asks<Started | null> {
  const { label, user = freshUser(scene, label), lang, bot, credentials = 'given' } = starting;
  const bots = botsOf(scene, bot);
  let last: Exchange | undefined;
  for (const bot_id of bots) {
    const body = { bot_id, user_identity: user, ...(lang === undefined ? {} : { lang }) };
    // One bot that is not there is no fault.
    const intent = starting.intent ?? (bots.length === 1 ? 'valid' : 'open');
    last = yield newConversationCall(scene, body, { label, intent, credentials });
    const data = objectOf(last);
    if (data !== null && typeof data['id'] === 'string') return { id: data['id'], data, exchange: last };
    if (last.outcome.kind === 'failure' || hintFor(last) !== undefined) break;
  }
  const isUnknownBot = last?.outcome.kind === 'answer' && hintFor(last) === undefined && !isSuccess(last);
  say(isUnknownBot ? inconclusive('no conversation can be started', BOT_HINT) : blockedBy(last));
  return null;
}

/** A turn that was accepted. */
export interface Turn {
  readonly conversation: string;
  readonly id: string;
  /** As the answer to posting shows it. */
  readonly posted: JsonObject;
  readonly exchange: Exchange;
}

/** Posts a turn; null, and says why, when it is refused. */
export function* postTurn(
  scene: Scene,
  say: Say,
  conversation: string,
  label: string,
  body: JsonObject = {},
  intent: Intent = 'valid',
): Asks<Turn | null> {
  const exchange = yield newTurnCall(scene, conversation, { content: CONTENT, ...body }, { label, intent });
  const posted = objectOf(exchange);
  if (posted !== null) return { conversation, id: String(posted['id']), posted, exchange };
  say(blockedBy(exchange));
  return null;
}

/** A turn after it was processed. */
export interface Finished {
  readonly turn: JsonObject;
  readonly exchange: Exchange;
}

/** Waits until a turn is processed; null, and says why, when it cannot be read. */
export function* finishTurn(scene: Scene, say: Say, { conversation, id }: Turn, label: string): Asks<Finished | null> {
  const query = { block_until_response: 'true' };
  let exchange = yield readTurnCall(scene, conversation, id, query, { label });
  // A server that does not wait breaks a rule of its own; the others go on.
  for (let read = 1; read < MOST_READS; read += 1) {
    const turn = objectOf(exchange);
    if (turn === null || isProcessed(turn)) break;
    exchange = yield readTurnCall(scene, conversation, id, query, { label, pauseMs: READ_AGAIN_MS });
  }
  const turn = objectOf(exchange);
  if (turn !== null) return { turn, exchange };
  say(blockedBy(exchange));
  return null;
}

/** Posts a turn and waits until it is processed. */
export function* sayTurn(
  scene: Scene,
  say: Say,
  conversation: string,
  label: string,
  body: JsonObject = {},
): Asks<{ readonly posted: Turn; readonly finished: Finished } | null> {
  const posted = yield* postTurn(scene, say, conversation, label, body);
  if (posted === null) return null;
  const finished = yield* finishTurn(scene, say, posted, `${label}, processed`);
  return finished === null ? null : { posted, finished };
}

/** The body of a turn that the target names. */
export function bodyOfKnown({ content = CONTENT, bot_override }: KnownTurn): JsonObject {
  return { content, ...(bot_override === undefined ? {} : { bot_override }) };
}
