/** Turns: posted, waited for, and shown in the answer to the post, when read alone, and in the history. */
import {
  blockedBy,
  broken,
  type CheckContext,
  listAt,
  objectOf,
  orNull,
  sendTo,
  stop,
} from '@wallet-services/conformance/core';
import {
  type CallOptions,
  type Exchange,
  isObject,
  isSuccess,
  type JsonObject,
  objectsOf,
  within,
} from '@wallet-services/conformance/model';
import { readConversation, startConversation } from './conversation.ts';
import type { KnownTurn } from './known.ts';

/** A message for bots where the content is irrelevant, with the label of the turn: a repeated text may be rejected. */
export const CONTENT = 'How do I get my BTC back?';

/** The places that show a turn. */
export type Place = 'post' | 'read' | 'history';

/** A turn in an answer. */
export interface View {
  readonly place: Place;
  readonly turn: JsonObject;
  /** Pointer to the turn in the answer. */
  readonly pointer: string;
  readonly exchange: Exchange;
}

/** A turn that was accepted. */
export interface Posted {
  readonly conversation: string;
  readonly id: string;
  readonly post: View;
}

/** A turn that was waited for. */
export interface Reported extends Posted {
  /** The turn, as read after it was processed. */
  readonly read: View;
}

/** The history of a conversation. */
export interface History {
  readonly conversation: string;
  readonly exchange: Exchange;
  readonly turns: readonly View[];
}

/**
 * A fault in a member of a turn, reported once for each place that shows turns.
 *
 * @param against the operation with a different value, where either may be wrong.
 */
export function wrong(
  { place, turn, pointer, exchange }: View,
  member: string,
  expected: string,
  actual?: string,
  against?: string,
) {
  const path = member.split('/').reduce(within, pointer);
  const shown = actual ?? JSON.stringify(turn[member]) ?? 'it is missing';
  const other = against === undefined ? {} : { against };
  return broken({ expected, actual: shown, pointer: path, ...other, about: `${member} in ${place}`, exchange });
}

/** The response of a turn; empty when it has none. */
export function responseOf({ response }: JsonObject): string {
  return typeof response === 'string' ? response : '';
}

/** Whether an error is empty: `{}`, null, absent, or a code of 0 without a message. */
export function isEmptyError(error: unknown): boolean {
  return !isObject(error) || ((error['code'] ?? 0) === 0 && (error['message'] ?? '') === '');
}

/** Whether a turn is final: it has a response or an error. */
export function isProcessed(turn: JsonObject): boolean {
  return responseOf(turn) !== '' || turn['status'] === 2 || !isEmptyError(turn['error']);
}

/** The results of the middlewares of a turn. */
export const resultsOf = (turn: JsonObject) => objectsOf(turn['middleware_results']);

/** The turn that an answer has as its data; null where it has none. */
export function viewOf(exchange: Exchange, place: 'post' | 'read'): View | null {
  const turn = objectOf(exchange);
  return turn === null ? null : { place, turn, pointer: '/data', exchange };
}

/** Posts a turn; returns the answer where it is rejected. */
export async function tryTurn(
  ctx: CheckContext,
  conversation: string,
  label: string,
  body: JsonObject = {},
  options: Partial<CallOptions> = {},
): Promise<Posted | Exchange> {
  const input = { path: { conversation_id: conversation }, body: { content: `${CONTENT} (${label})`, ...body } };
  const exchange = await sendTo(ctx, 'createTurn', input, { label, ...options });
  const post = viewOf(exchange, 'post');
  return post === null ? exchange : { conversation, id: String(post.turn['id']), post };
}

/** Posts a turn. @throws Stopped when it is rejected. */
export async function postTurn(...turn: Parameters<typeof tryTurn>): Promise<Posted> {
  const posted = await tryTurn(...turn);
  return 'post' in posted ? posted : stop(blockedBy(posted));
}

/** @param query block_until_response and timeout, as texts. */
export function readTurn(
  ctx: CheckContext,
  { conversation, id }: Pick<Posted, 'conversation' | 'id'>,
  query: Readonly<Record<string, string>>,
  label: string,
  options: Partial<CallOptions> = {},
): Promise<Exchange> {
  const input = { path: { conversation_id: conversation, turn_id: id }, query };
  return sendTo(ctx, 'readTurn', input, { label, intent: 'open', ...options });
}

export const BLOCK = { block_until_response: 'true' };

/** Waits until a turn is processed. @throws Stopped when it cannot be read. */
export async function finishTurn(ctx: CheckContext, turn: Posted, label: string): Promise<View> {
  // A server that does not wait breaks another rule; the other rules continue.
  const exchange = await ctx.until(
    () => readTurn(ctx, turn, BLOCK, `${label}, processed`, { intent: 'valid' }),
    (answer) => isProcessed(viewOf(answer, 'read')?.turn ?? { status: 2 }),
  );
  return viewOf(exchange, 'read') ?? stop(blockedBy(exchange));
}

/** Posts a turn and waits until it is processed. @throws Stopped when that fails. */
export async function reportTurn(...turn: Parameters<typeof tryTurn>): Promise<Reported> {
  const [ctx, , label] = turn;
  const posted = await postTurn(...turn);
  return { ...posted, read: await finishTurn(ctx, posted, label) };
}

/** Posts a turn in a separate conversation. @throws Stopped when either is rejected. */
export async function postAlone(
  ctx: CheckContext,
  label: string,
  { bot_id: bot, ...body }: KnownTurn,
  options: Partial<CallOptions> = {},
): Promise<Posted> {
  const { id } = await startConversation(ctx, label, { bot });
  return postTurn(ctx, id, label, { ...body }, options);
}

/** The history of a conversation. @throws Stopped when it cannot be read. */
export async function historyOf(ctx: CheckContext, conversation: string, label: string): Promise<History> {
  const exchange = await readConversation(ctx, conversation, `${label}, history`, { intent: 'valid' });
  const listed = isSuccess(exchange) ? listAt(exchange, '/data/history') : null;
  const all = listed ?? stop(blockedBy(exchange));
  const turns = all.map((turn, index): View => {
    return { place: 'history', turn, pointer: within('/data/history', index), exchange };
  });
  return { conversation, exchange, turns };
}

/** Every place that shows a turn. */
export function viewsOf({ id, post, read, conversation }: Reported, ...histories: readonly (History | null)[]) {
  const own = histories.filter((history) => history?.conversation === conversation);
  const listed = own.flatMap((history) => history?.turns ?? []).filter(({ turn }) => String(turn['id']) === id);
  return [post, read, ...listed];
}

/** A turn in a separate conversation, in every place that shows it. @throws Stopped when it is rejected. */
export async function soleTurn(...turn: Parameters<typeof postAlone>): Promise<readonly View[]> {
  const [ctx, label] = turn;
  const posted = await postAlone(...turn);
  const read = await finishTurn(ctx, posted, label);
  return viewsOf({ ...posted, read }, await orNull(historyOf(ctx, posted.conversation, label)));
}
