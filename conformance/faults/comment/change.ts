/** Changes to the requests and answers of comment, for servers that are wrong or choose otherwise. */

import {
  bodyOf,
  changed,
  type Fault,
  isMeant,
  jsonReply,
  type Matcher,
  type Reply,
  type Request,
} from '../../fault/proxy/reply.ts';
import { isObject, type JsonObject, objectsOf } from '../../model/json.ts';
import { openWallet } from '../../sign-in/wallet.ts';

export const at = {
  signIn: /^POST .*\/auth\/login$/,
  site: /^GET .*\/sites\/[^/]+$/,
  user: /^GET .*\/users\/[^/]+$/,
  me: /^GET .*\/me$/,
  comments: /^GET .*\/comments$/,
  comment: /^GET .*\/comments\/[^/]+$/,
  write: /^POST .*\/comments$/,
  favor: /^PUT .*\/fav$/,
  unfavor: /^PUT .*\/unfav$/,
  replies: /^GET .*\/replies$/,
  reply: /^POST .*\/replies$/,
  airdrop: /^POST .*\/airdrops$/,
} as const;

/** The payload of an answer; an empty object where there is none. */
export function dataOf(json: unknown): JsonObject {
  const data = isObject(json) ? json['data'] : undefined;
  return isObject(data) ? data : {};
}

type Change = (data: JsonObject, request: Request) => JsonObject;

/** Changes members of the payload. */
export function inData(matcher: Matcher, change: Change): () => Fault {
  return () =>
    changed(matcher, (json, request) => {
      const data = dataOf(json);
      return { ...(isObject(json) ? json : {}), data: { ...data, ...change(data, request) } };
    });
}

export type ListMember = 'comments' | 'replies';

/** Changes the entries of a list. */
export function inList(
  member: ListMember,
  change: (entries: readonly JsonObject[], request: Request) => readonly JsonObject[],
): () => Fault {
  return inData(at[member], (data, request) => ({ [member]: change(objectsOf(data[member]), request) }));
}

/** Changes one entry of a list: the first, or counted from the end. */
export function inEntry(member: ListMember, place: number, change: (entry: JsonObject) => JsonObject): () => Fault {
  return inList(member, (entries) => {
    const index = place < 0 ? entries.length + place : place;
    return entries.map((entry, each) => (each === index ? { ...entry, ...change(entry) } : entry));
  });
}

/** Changes the requests that are meant before the server sees them. */
export function inRequest(matcher: Matcher, change: (request: Request) => Request): () => Fault {
  return () => (request, next) => next(isMeant(request, matcher) ? change(request) : request);
}

/** Answers requests that are meant in another way than the server would. */
function instead(
  matcher: Matcher,
  isAffected: (request: Request) => boolean,
  reply: (request: Request) => Reply,
): () => Fault {
  return () => (request, next) => (isMeant(request, matcher) && isAffected(request) ? reply(request) : next(request));
}

/** Refuses requests that are meant. */
export function refuses(matcher: Matcher, isAffected: (request: Request) => boolean, status = 400): () => Fault {
  return instead(matcher, isAffected, () => jsonReply(status, { code: status, msg: 'no' }));
}

export function withoutHeaders(request: Request, pattern: RegExp): Request {
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !pattern.test(name)));
  return { ...request, headers };
}

/** The query with other parameters; undefined takes one away. */
export function withQuery(request: Request, members: Readonly<Record<string, string | undefined>>): Request {
  const query = new URLSearchParams(request.query);
  for (const [name, value] of Object.entries(members)) {
    if (value === undefined) query.delete(name);
    else query.set(name, value);
  }
  return { ...request, query };
}

/** The body of a request with other members; undefined takes one away. */
export function withBody(request: Request, change: (body: JsonObject) => JsonObject): Request {
  const body = bodyOf(request);
  return isObject(body) ? { ...request, body: JSON.stringify({ ...body, ...change(body) }) } : request;
}

/** The body of a request as an object. */
export function membersOf(request: Request): JsonObject {
  const body = bodyOf(request);
  return isObject(body) ? body : {};
}

/** The fields of the message of a sign-in. */
export function fieldsOf(request: Request): JsonObject {
  const { signed_message: text } = membersOf(request);
  try {
    const fields: unknown = JSON.parse(String(text));
    return isObject(fields) ? fields : {};
  } catch {
    return {};
  }
}

/** The number in the path. */
export function numberIn({ path }: Request): number {
  return Number(/\/(\d+)(?:\/\w+)?$/.exec(path)?.[1]);
}

/** A sign-in that the correct server takes: what a faulty one takes is turned into it. */
export function rightSignIn(): string {
  const message = openWallet({ message: { domain: 'notes.example.org' } }, 97).message('somebody');
  return JSON.stringify({ method: 'mvm', ...message });
}

/** Takes sign-ins that the correct server refuses for a reason, if they are meant. */
export function overlooks(reason: RegExp, isAffected: (request: Request) => boolean = () => true): () => Fault {
  return () => async (request, next) => {
    const reply = await next(request);
    if (!isMeant(request, at.signIn) || reply.kind !== 'reply' || reply.status < 400) return reply;
    return reason.test(reply.body) && isAffected(request) ? next({ ...request, body: rightSignIn() }) : reply;
  };
}

/** Takes sign-ins that are meant, whatever is wrong with them. */
export function takes(isAffected: (request: Request) => boolean): () => Fault {
  return overlooks(/./, isAffected);
}

/** Refuses sign-ins that are meant, as the verifier does. */
export function turnsDown(isAffected: (fields: JsonObject, request: Request) => boolean): () => Fault {
  return refuses(at.signIn, (request) => isAffected(fieldsOf(request), request), 401);
}

/** A text; empty where it is none. */
export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** How the reference server says that a signature is wrong. */
export const SIGNATURE = /signature is not one/;
