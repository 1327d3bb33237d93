/** Servers that are wrong about turns: whose they are, what they say, and what was overridden. */

import { type Fault, isMeant, jsonReply } from '../../../fault/proxy/reply.ts';
import { isObject, type JsonObject } from '../../../model/json.ts';
import type { Mutant } from '../../mutant.ts';
import { CREATE_TURN, data, history, idsOf, isDone, READ_TURN, sent, turns } from '../edit.ts';

const CONVERSATION = 'assistant.turns.conversation';
const REQUEST = 'assistant.turns.request';
const BY_ID = 'assistant.turns.read-by-id';
const STATUS = 'assistant.turns.status-with-response';
const ERROR_EMPTY = 'assistant.turns.error-empty';

/** Remembers the first turn that was posted; the fault may use it. */
function withFirst(makes: (first: () => JsonObject | undefined) => Fault): Fault {
  let first: JsonObject | undefined;
  const fault = makes(() => first);
  return async (request, next) =>
    fault(request, async (passed) => {
      const reply = await next(passed);
      if (isMeant(passed, CREATE_TURN) && isDone(reply) && reply.kind === 'reply') {
        const json: unknown = JSON.parse(reply.body);
        if (isObject(json) && isObject(json['data'])) first ??= json['data'];
      }
      return reply;
    });
}

/** The turn before the last one of a conversation, in place of the last one. */
function oneBefore(): Fault {
  const last = new Map<string, string[]>();
  return async (request, next) => {
    const { conversation, turn } = idsOf(request);
    if (isMeant(request, READ_TURN)) {
      const ids = last.get(conversation) ?? [];
      const before = ids[ids.indexOf(turn) - 1];
      if (before !== undefined) return next({ ...request, path: request.path.replace(/[^/]+$/, before) });
    }
    const reply = await next(request);
    if (isMeant(request, CREATE_TURN) && isDone(reply) && reply.kind === 'reply') {
      const json: unknown = JSON.parse(reply.body);
      const posted = isObject(json) && isObject(json['data']) ? String(json['data']['id']) : '';
      last.set(conversation, [...(last.get(conversation) ?? []), posted]);
    }
    return reply;
  };
}

/** Turns are looked up by their id alone. */
function anyConversation(): Fault {
  const owners = new Map<string, string>();
  return async (request, next) => {
    const { conversation, turn } = idsOf(request);
    const owner = owners.get(turn);
    const isForeign = isMeant(request, READ_TURN) && owner !== undefined && owner !== conversation;
    const reply = await next(isForeign ? { ...request, path: request.path.replace(conversation, owner) } : request);
    if (isMeant(request, CREATE_TURN) && isDone(reply) && reply.kind === 'reply') {
      const json: unknown = JSON.parse(reply.body);
      if (isObject(json) && isObject(json['data'])) owners.set(String(json['data']['id']), conversation);
    }
    return reply;
  };
}

const identity: readonly Mutant[] = [
  {
    id: 'turns of the history are of the first conversation',
    kills: CONVERSATION,
    fault: () =>
      withFirst((first) =>
        turns(['history'], (turn) => ({
          ...turn,
          conversation_id: first()?.['conversation_id'] ?? turn['conversation_id'],
        })),
      ),
  },
  {
    id: 'a posted turn has the id of the conversation before',
    kills: CONVERSATION,
    fault: () =>
      withFirst((first) =>
        data(CREATE_TURN, (turn) => ({
          ...turn,
          conversation_id: first()?.['conversation_id'] ?? turn['conversation_id'],
        })),
      ),
  },
  {
    id: 'the second turn of a conversation is not found',
    kills: CONVERSATION,
    fault: () => {
      const posted = new Map<string, number>();
      const hidden = new Set<string>();
      return async (request, next) => {
        const { conversation, turn } = idsOf(request);
        if (isMeant(request, READ_TURN) && hidden.has(turn)) return jsonReply(404, { code: 404, msg: 'no turn' });
        const reply = await next(request);
        if (!isMeant(request, CREATE_TURN) || !isDone(reply) || reply.kind !== 'reply') return reply;
        const count = (posted.get(conversation) ?? 0) + 1;
        posted.set(conversation, count);
        const json: unknown = JSON.parse(reply.body);
        if (count === 2 && isObject(json) && isObject(json['data'])) hidden.add(String(json['data']['id']));
        return reply;
      };
    },
  },
  {
    id: 'posted turns do not appear in the history',
    kills: CONVERSATION,
    fault: () => history((all) => all.slice(0, 1)),
  },
  { id: 'a read gives the turn before', kills: BY_ID, fault: oneBefore },
  { id: 'a turn is found in any conversation', kills: BY_ID, fault: anyConversation },
  {
    id: 'an unknown turn is the first one of the conversation',
    kills: BY_ID,
    fault: () => {
      const known: string[] = [];
      return async (request, next) => {
        const { turn } = idsOf(request);
        const reply = await next(request);
        if (isMeant(request, READ_TURN) && isDone(reply)) known.push(turn);
        const [first] = known;
        if (!isMeant(request, READ_TURN) || isDone(reply) || first === undefined) return reply;
        return next({ ...request, path: request.path.replace(/[^/]+$/, first) });
      };
    },
  },
];

const texts: readonly Mutant[] = [
  {
    id: 'a request is cut after 200 characters',
    kills: REQUEST,
    fault: () => sent(CREATE_TURN, (body) => ({ ...body, content: String(body['content']).slice(0, 200) })),
  },
  {
    id: 'a request loses its line breaks',
    kills: REQUEST,
    fault: () => turns(['history'], (turn) => ({ ...turn, request: String(turn['request']).replaceAll('\n', ' ') })),
  },
  {
    id: 'a request is escaped for HTML',
    kills: REQUEST,
    fault: () =>
      turns(['post', 'read', 'history'], (turn) => ({
        ...turn,
        request: String(turn['request']).replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
      })),
  },
  {
    id: 'a turn that is read has the words of the first one',
    kills: REQUEST,
    fault: () =>
      withFirst((first) => data(READ_TURN, (turn) => ({ ...turn, request: first()?.['request'] ?? turn['request'] }))),
  },
];

function hasResponse(turn: JsonObject): boolean {
  return typeof turn['response'] === 'string' && turn['response'] !== '';
}

const outcomes: readonly Mutant[] = [
  {
    id: 'an answered turn has status 1',
    kills: STATUS,
    fault: () => turns(['read', 'history'], (turn) => (hasResponse(turn) ? { ...turn, status: 1 } : turn)),
  },
  {
    id: 'the history says 3 for an answered turn',
    kills: STATUS,
    fault: () => turns(['history'], (turn) => (hasResponse(turn) ? { ...turn, status: 3 } : turn)),
  },
  {
    id: 'a read without waiting keeps the status of a new turn',
    kills: STATUS,
    fault: () =>
      data(READ_TURN, (turn, { query }) => (query.has('block_until_response') ? turn : { ...turn, status: 0 })),
  },
  {
    id: 'an answered turn says that it went well',
    kills: ERROR_EMPTY,
    fault: () => turns(['read', 'history'], (turn) => ({ ...turn, error: { code: 0, message: 'ok' } })),
  },
  {
    id: 'a posted turn has an error code',
    kills: ERROR_EMPTY,
    fault: () => turns(['post'], (turn) => ({ ...turn, error: { code: 1 } })),
  },
  {
    id: 'every turn of the history has an error code',
    kills: ERROR_EMPTY,
    fault: () => turns(['history'], (turn) => ({ ...turn, error: { code: 4, message: '' } })),
  },
];

export const turnMutants: readonly Mutant[] = [...identity, ...texts, ...outcomes];
