/** The requests of assistant. */
import { operationOf } from '../../model/api.ts';
import { type CallOptions, callOf, type Input, noInput } from '../../model/call.ts';
import type { HttpCall } from '../../model/exchange.ts';
import type { JsonObject } from '../../model/json.ts';
import type { Scene } from '../rule.ts';

/** How a request is sent, beside its inputs. */
export interface Asking extends CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request of an operation. */
export function ask(
  scene: Scene,
  operation: string,
  input: Partial<Omit<Input, 'headers'>>,
  { headers = {}, ...options }: Asking,
): HttpCall {
  return callOf(operationOf(scene.api, operation), { ...noInput, ...input, headers }, options);
}

/** A record as it is indexed (document 3, Index record). */
export interface IndexRecord {
  readonly object_id: string;
  readonly category: 'plain-text';
  readonly data: string;
  readonly properties?: string;
}

export function indexesCall(scene: Scene, items: readonly IndexRecord[], asking: Asking): HttpCall {
  return ask(scene, 'createIndexes', { body: { items } }, asking);
}

/** @param n hits at most; the server's default when it is absent. */
export function searchCall(scene: Scene, keywords: string, n: number | undefined, asking: Asking): HttpCall {
  return ask(scene, 'searchIndexes', { query: { keywords, ...(n === undefined ? {} : { n: String(n) }) } }, asking);
}

export function deleteCall(scene: Scene, objectId: string, asking: Asking): HttpCall {
  return ask(scene, 'deleteIndex', { path: { object_id: objectId } }, asking);
}

export function resetCall(scene: Scene, asking: Asking): HttpCall {
  return ask(scene, 'resetIndexes', {}, asking);
}

/** @param body bot_id, user_identity and lang. */
export function newConversationCall(scene: Scene, body: JsonObject, asking: Asking): HttpCall {
  return ask(scene, 'createConversation', { body }, asking);
}

export function readConversationCall(scene: Scene, id: string, asking: Asking): HttpCall {
  return ask(scene, 'readConversation', { path: { conversation_id: id } }, asking);
}

/** @param body content, category and bot_override. */
export function newTurnCall(scene: Scene, conversation: string, body: JsonObject, asking: Asking): HttpCall {
  return ask(scene, 'createTurn', { path: { conversation_id: conversation }, body }, asking);
}

/** @param query block_until_response and timeout, as texts. */
export function readTurnCall(
  scene: Scene,
  conversation: string,
  turn: string,
  query: Readonly<Record<string, string>>,
  asking: Asking,
): HttpCall {
  return ask(scene, 'readTurn', { path: { conversation_id: conversation, turn_id: turn }, query }, asking);
}
