/** Ways to change what an assistant server is asked, and what it answers. */

import {
  asked,
  bodyOf,
  changed,
  type Fault,
  jsonReply,
  type Matcher,
  type Reply,
  type Request,
} from '../../fault/proxy/reply.ts';
import { isObject, type JsonObject, objectsOf } from '../../model/json.ts';

export const CREATE_CONVERSATION = /^POST .*\/conversations$/;
export const CREATE_TURN = /^POST .*\/conversations\/[^/]+$/;
export const READ_CONVERSATION = /^GET .*\/conversations\/[^/]+$/;
export const READ_TURN = /^GET .*\/conversations\/[^/]+\/[^/]+$/;
export const CREATE_INDEXES = /^POST .*\/indexes$/;
export const SEARCH = /^GET .*\/indexes\/search$/;
export const RESET = /^POST .*\/indexes\/reset$/;
export const DELETE_INDEX = /^DELETE .*\/indexes\/[^/]+$/;
export const EVERYTHING = /\/assistant\//;

/** Application ids and secrets of the reference's sandbox. */
export const CALLER = { id: '51f0c3a2-7b84-4d96-a1e3-09c8d7f6b5a4', secret: 'harbor-help-desk-sandbox-secret' };
export const OTHER = { id: '7a2e94d1-3c5b-4f80-b6d7-18e9f0a1b2c3', secret: 'lantern-help-desk-sandbox-secret' };

export const ID_HEADER = 'x-assistant-appid';
const SECRET_HEADER = 'x-assistant-secret';

/** With the credentials of an application. */
export function as({ id, secret }: { readonly id: string; readonly secret: string }, request: Request): Request {
  return { ...request, headers: { ...request.headers, [ID_HEADER]: id, [SECRET_HEADER]: secret } };
}

export type Change = (data: JsonObject, request: Request) => unknown;

function enveloped(json: unknown, change: (data: unknown) => unknown): unknown {
  return isObject(json) ? { ...json, data: change(json['data']) } : json;
}

/** Changes the `data` of successful answers, where it is an object. */
export function data(matcher: Matcher, change: Change): Fault {
  return changed(matcher, (json, request) =>
    enveloped(json, (value) => (isObject(value) ? change(value, request) : value)),
  );
}

/** Changes the hits of searches. */
export function hits(change: (hits: readonly JsonObject[], request: Request) => unknown): Fault {
  return changed(SEARCH, (json, request) => enveloped(json, (value) => change(objectsOf(value), request)));
}

/** Changes each hit of searches. */
export function eachHit(change: (hit: JsonObject, index: number) => JsonObject): Fault {
  return hits((all) => all.map(change));
}

/** Changes the history of a conversation. */
export function history(change: (turns: readonly JsonObject[], conversation: JsonObject) => readonly unknown[]): Fault {
  return data(READ_CONVERSATION, (conversation) => ({
    ...conversation,
    history: change(objectsOf(conversation['history']), conversation),
  }));
}

/** Changes turns where they are posted, read, or listed. */
export function turns(
  places: readonly ('post' | 'read' | 'history')[],
  change: (turn: JsonObject, request: Request) => JsonObject,
): Fault {
  return inTurn(
    ...(places.includes('post') ? [data(CREATE_TURN, change)] : []),
    ...(places.includes('read') ? [data(READ_TURN, change)] : []),
    ...(places.includes('history')
      ? [
          data(READ_CONVERSATION, (conversation, request) => ({
            ...conversation,
            history: objectsOf(conversation['history']).map((turn) => change(turn, request)),
          })),
        ]
      : []),
  );
}

/** Faults one behind the other. */
export function inTurn(...faults: readonly Fault[]): Fault {
  return faults.reduceRight<Fault>(
    (inner, outer) => (request, next) => outer(request, async (passed) => inner(passed, next)),
    (request, next) => next(request),
  );
}

/** Changes the query of requests. */
export function query(matcher: Matcher, change: (query: URLSearchParams) => void): Fault {
  return asked(matcher, (request) => {
    const copy = new URLSearchParams(request.query);
    change(copy);
    return { ...request, query: copy };
  });
}

/** Changes the JSON body of requests. */
export function sent(matcher: Matcher, change: (body: JsonObject, request: Request) => unknown): Fault {
  return asked(matcher, (request) => {
    const body = bodyOf(request);
    return isObject(body) ? { ...request, body: JSON.stringify(change(body, request)) } : request;
  });
}

/** Whether a reply is a success. */
export function isDone(reply: Reply): boolean {
  return reply.kind === 'reply' && reply.status >= 200 && reply.status < 300;
}

/** An answer with the given data. */
export function answer(payload: unknown): Reply {
  return jsonReply(200, { ts: Date.now(), data: payload });
}

/** The parts of a conversation's path. */
export function idsOf({ path }: Request): { readonly conversation: string; readonly turn: string } {
  const [, conversation = '', turn = ''] = /\/conversations\/([^/]+)(?:\/([^/]+))?$/.exec(path) ?? [];
  return { conversation, turn };
}
