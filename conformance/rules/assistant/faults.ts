/** Where turns and hits of servers go wrong. */
import { type Asked, type At, together } from '../../fault/at.ts';
import type { FaultMaker } from '../../fault/fault.ts';
import { jsonReply, type Reply } from '../../fault/proxy/reply.ts';
import { isObject, type JsonObject, objectsOf } from '../../model/json.ts';
import type { Place } from './turn.ts';

const pointers: Readonly<Record<Place, readonly [operation: string, pointer: string]>> = {
  post: ['createTurn', '/data'],
  read: ['readTurn', '/data'],
  history: ['readConversation', '/data/history/*'],
};

/** Turns in some of the places where they are seen. */
export function turnsIn(
  at: At,
  places: readonly Place[],
  change: (turn: JsonObject, asked: Asked) => unknown,
): FaultMaker {
  return together(
    ...places.map((place) => {
      const [operation, pointer] = pointers[place];
      return at(operation).value(pointer, (turn, asked) => (isObject(turn) ? change(turn, asked) : turn));
    }),
  );
}

export const everywhere = ['post', 'read', 'history'] as const;
export const processedPlaces = ['read', 'history'] as const;

/** The turns of a history. */
export function historyAs(
  at: At,
  change: (turns: readonly JsonObject[], asked: Asked) => readonly unknown[],
): FaultMaker {
  return at('readConversation').value('/data/history', (turns, asked) => change(objectsOf(turns), asked));
}

/** The members without one of them. */
export function without(object: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([member]) => member !== name));
}

/** The last of a list, changed. */
export function lastAs(items: readonly JsonObject[], change: (item: JsonObject) => JsonObject): readonly JsonObject[] {
  return items.map((item, index) => (index === items.length - 1 ? change(item) : item));
}

/** Says that something was done. */
export const done = (data: unknown = {}): Reply => jsonReply(200, { ts: Date.now(), data });

/** The header that names the calling application. */
export const APP = 'x-assistant-appid';
