/** Servers that let the wrong applications in, or keep the right ones out; and what stands around every answer. */

import { asked, changed, type Fault, isMeant, jsonReply, type Matcher } from '../../../fault/proxy/reply.ts';
import { isObject } from '../../../model/json.ts';
import type { Mutant } from '../../mutant.ts';
import {
  as,
  CALLER,
  CREATE_CONVERSATION,
  CREATE_INDEXES,
  CREATE_TURN,
  DELETE_INDEX,
  EVERYTHING,
  ID_HEADER,
  OTHER,
  READ_CONVERSATION,
  READ_TURN,
  RESET,
  refused,
  SEARCH,
  SECRET_HEADER,
  withItsSecret,
} from '../edit.ts';

const APP_ID = 'assistant.auth.app-id';

function anyId(matcher: Matcher, isLetIn: (id: string | undefined) => boolean): Fault {
  return asked(matcher, (request) => {
    const { [ID_HEADER]: id, [SECRET_HEADER]: secret } = request.headers;
    if (!isLetIn(id)) return request;
    const { headers } = as(CALLER, request);
    return { ...request, headers: { ...headers, [SECRET_HEADER]: secret ?? CALLER.secret } };
  });
}

const known = new Set([CALLER.id, OTHER.id]);

const ids: readonly Mutant[] = [
  { id: 'a search needs no application id', kills: APP_ID, fault: () => anyId(SEARCH, (id) => id === undefined) },
  {
    id: 'an application id may be empty',
    kills: APP_ID,
    fault: () => anyId(READ_CONVERSATION, (id) => id === ''),
  },
  {
    id: 'any application id is taken for a turn',
    kills: APP_ID,
    fault: () => anyId(CREATE_TURN, (id) => id !== undefined && id !== '' && !known.has(id)),
  },
  {
    id: 'a search with an unknown application id finds the records of another',
    kills: APP_ID,
    fault: () => anyId(SEARCH, (id) => id !== undefined && id !== '' && !known.has(id)),
  },
  {
    id: 'a turn is read without an application id',
    kills: APP_ID,
    fault: () => anyId(READ_TURN, (id) => id === undefined),
  },
  {
    id: 'the secret alone opens the index',
    kills: APP_ID,
    fault: () =>
      asked(CREATE_INDEXES, (request) =>
        request.headers[ID_HEADER] === undefined && request.headers[SECRET_HEADER] === CALLER.secret
          ? as(CALLER, request)
          : request,
      ),
  },
  {
    id: 'conversations are started for unknown applications',
    kills: APP_ID,
    fault: () => anyId(CREATE_CONVERSATION, (id) => id !== undefined && !known.has(id)),
  },
];

const wanted: readonly (readonly [string, string, Matcher])[] = [
  ['starting a conversation', 'assistant.conversations.create-no-secret', CREATE_CONVERSATION],
  ['reading a conversation', 'assistant.conversations.read-no-secret', READ_CONVERSATION],
  ['posting a turn', 'assistant.turns.create-no-secret', CREATE_TURN],
  ['reading a turn', 'assistant.turns.read-no-secret', READ_TURN],
  ['a search', 'assistant.search.no-secret', SEARCH],
];

const secretWanted = wanted.map(
  ([what, kills, matcher]): Mutant => ({
    id: `${what} wants the secret`,
    kills,
    fault: () => refused(matcher, ({ headers }) => headers[SECRET_HEADER] === undefined, 403),
  }),
);

const guarded: readonly (readonly [string, string, Matcher])[] = [
  ['adding records', 'assistant.indexes.create-secret', CREATE_INDEXES],
  ['a reset', 'assistant.indexes.reset-secret', RESET],
  ['deleting a record', 'assistant.indexes.delete-secret', DELETE_INDEX],
];

/** A reset that must not be done: what would be lost is kept, and only the answer is given. */
function unguarded(matcher: Matcher, isLetIn: (secret: string | undefined) => boolean): Fault {
  return (request, next) => {
    if (!isMeant(request, matcher) || !isLetIn(request.headers[SECRET_HEADER])) return next(request);
    return matcher === RESET ? jsonReply(200, { ts: Date.now(), data: {} }) : next(withItsSecret(request));
  };
}

const secrets = [CALLER.secret, OTHER.secret];

function isBegun(secret: string): boolean {
  return secrets.some((one) => one.startsWith(secret));
}

const secretIgnored = guarded.flatMap(([what, kills, matcher]): Mutant[] => [
  { id: `${what} needs no secret`, kills, fault: () => unguarded(matcher, (secret) => secret === undefined) },
  { id: `${what} takes an empty secret`, kills, fault: () => unguarded(matcher, (secret) => secret === '') },
  {
    id: `${what} takes any secret`,
    kills,
    fault: () => unguarded(matcher, (secret) => secret !== undefined && secret !== ''),
  },
  {
    id: `${what} takes the secret of any application`,
    kills,
    fault: () => unguarded(matcher, (secret) => secret === CALLER.secret || secret === OTHER.secret),
  },
  {
    id: `${what} takes a secret that begins like the right one`,
    kills,
    fault: () => unguarded(matcher, (secret) => secret !== undefined && secret !== '' && isBegun(secret)),
  },
  {
    id: `${what} takes the secret in capitals`,
    kills,
    fault: () => unguarded(matcher, (secret) => secret !== undefined && secrets.includes(secret.toLowerCase())),
  },
]);

/** Refuses, after having done what was asked. */
function refusedAfterwards(matcher: Matcher): Fault {
  return async (request, next) => {
    if (!isMeant(request, matcher) || request.headers[SECRET_HEADER] !== undefined) return next(request);
    await next(withItsSecret(request));
    return jsonReply(401, { code: 401, msg: 'no secret' });
  };
}

const tooLate: readonly Mutant[] = [
  {
    id: 'records are added before the secret is looked at',
    kills: 'assistant.indexes.create-secret',
    fault: () => refusedAfterwards(CREATE_INDEXES),
  },
  {
    id: 'a record is deleted before the secret is looked at',
    kills: 'assistant.indexes.delete-secret',
    fault: () => refusedAfterwards(DELETE_INDEX),
  },
];

const ENVELOPE = 'assistant.envelope';
const MILLISECONDS = 'assistant.envelope.ts-milliseconds';

function timed(matcher: Matcher, change: (ts: number) => unknown): Fault {
  return changed(matcher, (json) => (isObject(json) ? { ...json, ts: change(Number(json['ts'])) } : json));
}

const envelopes: readonly Mutant[] = [
  {
    id: 'a search is answered with a bare list',
    kills: ENVELOPE,
    operation: 'searchIndexes',
    fault: () => changed(SEARCH, (json) => (isObject(json) ? json['data'] : json)),
  },
  {
    id: 'the answer to a delete has no data',
    kills: ENVELOPE,
    operation: 'deleteIndex',
    fault: () => changed(DELETE_INDEX, (json) => (isObject(json) ? { ts: json['ts'] } : json)),
  },
  {
    id: 'ts counts seconds',
    kills: MILLISECONDS,
    operation: 'readConversation',
    fault: () => timed(EVERYTHING, (ts) => Math.floor(ts / 1000)),
  },
  {
    id: 'ts counts microseconds in searches',
    kills: MILLISECONDS,
    operation: 'searchIndexes',
    fault: () => timed(SEARCH, (ts) => ts * 1000),
  },
  {
    id: 'ts has lost its UTC offset',
    kills: MILLISECONDS,
    operation: 'createTurn',
    fault: () => timed(EVERYTHING, (ts) => ts + 8 * 3_600_000),
  },
  {
    id: 'ts is the time at which the server started',
    kills: MILLISECONDS,
    operation: 'createTurn',
    fault: () => {
      const started = Date.now() - (Date.now() % 1000) + 7;
      return timed(EVERYTHING, () => started);
    },
  },
];

export const accessMutants: readonly Mutant[] = [...ids, ...secretWanted, ...secretIgnored, ...tooLate, ...envelopes];
