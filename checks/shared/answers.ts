/** Variants of responses for any service: rejections, further members, other forms, rate limits. */

import { gzipSync } from 'node:zlib';
import { eachObject, formatInstant, type JsonObject, parseInstant } from '@wallet-services/conformance/model';
import {
  jsonReply,
  type Mutation,
  type Place,
  type Reply,
  type Request,
  successOf,
} from '@wallet-services/conformance/mutation';

type Reported = Extract<Reply, { kind: 'reply' }>;

/** Changes whole replies. */
export function replies(change: (reply: Reported, request: Request) => Reply): Mutation {
  return () => async (request, next) => {
    const reply = await next(request);
    return reply.kind === 'reply' ? change(reply, request) : reply;
  };
}

/** Changes the JSON of every successful answer. */
export function everyAnswer(change: (json: unknown) => unknown): Mutation {
  return replies((reply) => {
    const json = successOf(reply);
    return json === undefined ? reply : { ...reply, body: JSON.stringify(change(json)) };
  });
}

/** Writes rejections in another form. */
export function refusing(write: (status: number, reply: Reported) => Partial<Reported>): Mutation {
  return replies((reply) =>
    reply.status < 400 || reply.status > 499 ? reply : { ...reply, ...write(reply.status, reply) },
  );
}

/** Rejects query parameters that are not in the list. */
export function onlyParameters(...names: readonly string[]): Mutation {
  return () => (request, next) =>
    [...request.query.keys()].some((name) => !names.includes(name))
      ? jsonReply(400, { code: 400, msg: 'unknown parameter' })
      : next(request);
}

/** Answers every n-th request with 429, and accepts it at once when it is repeated. */
export function limitedRate(every: number): Mutation {
  return () => {
    let count = 0;
    return (request, next) => {
      count += 1;
      if (count % every !== 0) return next(request);
      return jsonReply(429, { msg: 'too many requests' }, { 'retry-after': '0' });
    };
  };
}

/** Serves under another path than the upstream server. */
export function servedUnder(path: string, behind: string): Mutation {
  return () => (request, next) => next({ ...request, path: request.path.replace(path, behind) });
}

/** Adds members to every object of successful answers. */
export function withMembers(more: JsonObject): Mutation {
  return everyAnswer((json) => eachObject(json, (object) => ({ ...object, ...more })));
}

/** Changes the members with a given name, anywhere in successful answers. */
export function members(name: RegExp, change: (value: unknown) => unknown): Mutation {
  const changed = (object: JsonObject) =>
    Object.fromEntries(Object.entries(object).map(([key, inner]) => [key, name.test(key) ? change(inner) : inner]));
  return everyAnswer((json) => eachObject(json, changed));
}

/** The same moment, written with another offset from UTC; a text that is not a time is unchanged. */
export function inZone(minutes: number): (value: unknown) => unknown {
  return (value) => {
    const instant = typeof value === 'string' ? parseInstant(value) : null;
    return instant === null ? value : formatInstant(instant, minutes);
  };
}

/** Compresses its answers. */
export const compressed: Mutation = replies((reply) => ({
  ...reply,
  body: gzipSync(Buffer.from(reply.body, reply.binary === true ? 'latin1' : 'utf8')).toString('latin1'),
  binary: true,
  headers: { ...reply.headers, 'content-encoding': 'gzip' },
}));

/** Writes its content type in another form. */
export function typed(contentType: string): Mutation {
  return replies((reply) => (successOf(reply) === undefined ? reply : { ...reply, contentType }));
}

/** Every id that is a UUID in capitals, or several joined; paths are read in any case. */
export const idsInCapitals: Mutation = () => async (request, next) => {
  const uuid = /"([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}_?)+"/g;
  const reply = await next({ ...request, path: request.path.toLowerCase() });
  return reply.kind === 'reply' ? { ...reply, body: reply.body.replaceAll(uuid, (id) => id.toUpperCase()) } : reply;
};

/** A list with an offset that counts pages from one; without an offset, or with 0, it returns the first page. */
export function pagesFromOne(place: Place): Mutation {
  return place.query(({ query }) => {
    const [limit, page] = [Number(query.get('limit') ?? 20), Number(query.get('offset') ?? 0)];
    const isPage = [limit, page].every((number) => Number.isInteger(number) && number > 0 && number < 1e6);
    return isPage ? { offset: String((page - 1) * Math.min(limit, 100)) } : {};
  });
}

export function toTheSecond(time: unknown): string {
  return String(time).replace(/\.\d+/, '');
}
