/** Faults in the turns, overrides and hits of servers. */

import { setTimeout as wait } from 'node:timers/promises';
import { isObject, type JsonObject, objectsOf, valueAt } from '@wallet-services/conformance/model';
import {
  type At,
  jsonReply,
  type MatchedRequest,
  type Mutation,
  type Next,
  type Reply,
  successOf,
  together,
} from '@wallet-services/conformance/mutation';
import type { Place } from './turn.ts';

const pointers: Readonly<Record<Place, readonly [operation: string, pointer: string]>> = {
  post: ['createTurn', '/data'],
  read: ['readTurn', '/data'],
  history: ['readConversation', '/data/history/*'],
};

export const everywhere = ['post', 'read', 'history'] as const;
export const processedPlaces = ['read', 'history'] as const;

/** Changes turns in some of the places that show them. */
export function turnsIn(
  at: At,
  places: readonly Place[],
  change: (turn: JsonObject, request: MatchedRequest) => unknown,
) {
  return together(
    ...places.map((place) => {
      const [operation, pointer] = pointers[place];
      return at(operation).value(pointer, (turn, request) => (isObject(turn) ? change(turn, request) : turn));
    }),
  );
}

/** Keeps data about each posted turn, by its id. */
export function noting(at: At, keep: (turn: JsonObject) => void): Mutation {
  return turnsIn(at, ['post'], (turn) => {
    keep(turn);
    return turn;
  });
}

/** The turns of a history. */
export function historyAs(
  at: At,
  change: (turns: readonly JsonObject[], request: MatchedRequest) => readonly unknown[],
) {
  return at('readConversation').value('/data/history', (turns, request) => change(objectsOf(turns), request));
}

/** The object without one of its members. */
export function without(object: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([member]) => member !== name));
}

/** Reports that a request was carried out. */
export const done = (data: unknown = {}): Reply => jsonReply(200, { ts: Date.now(), data });

/**
 * The rejection of a caller who may not change records; null for one who may: the request deletes a record that does
 * not exist.
 */
export async function refusalOf(request: MatchedRequest, next: Next): Promise<Reply | null> {
  const path = request.path.replace(/[/]indexes.*$/, '/indexes/no-such-record');
  const reply = await next({ ...request, method: 'DELETE', path, body: '' });
  return reply.kind === 'reply' && (reply.status === 401 || reply.status === 403) ? reply : null;
}

/** The header that names the calling application. */
export const APP = 'x-assistant-appid';

/** The headers that identify an application. */
export function ownOf(headers: MatchedRequest['headers']): MatchedRequest['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('x-assistant-')));
}

/**
 * Processes turns that are posted to a conversation at once, one after the other.
 *
 * @param change of a turn that was posted while the one before was processed.
 */
export function atOnce(at: At, change: (turn: JsonObject, before: JsonObject) => JsonObject): Mutation {
  return () => {
    const last = new Map<string, Promise<JsonObject | null>>();
    const post = async (request: MatchedRequest, next: Next, waiting: Promise<JsonObject | null> | undefined) => {
      const before = (await waiting) ?? null;
      let reply = await next(request);
      for (; reply.kind === 'reply' && reply.status === 429; reply = await next(request)) await wait(20);
      const turn = valueAt(successOf(reply), '/data');
      if (!isObject(turn)) return { reply, turn: null };
      const reported = before === null ? turn : change(turn, before);
      return { reply: done(reported), turn: reported };
    };
    return at('createTurn').instead(async (request, next) => {
      const key = request.inputs['conversation_id'] ?? '';
      const posting = post(request, next, last.get(key));
      const own = posting.then(({ turn }) => turn);
      last.set(key, own);
      const { reply } = await posting;
      if (last.get(key) === own) last.delete(key);
      return reply;
    })();
  };
}
