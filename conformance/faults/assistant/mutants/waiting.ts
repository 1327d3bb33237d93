/** Servers that do not wait, wait too long, or give up too early; and what they say when something went wrong. */

import { type Fault, isMeant, jsonReply } from '../../../fault/proxy/reply.ts';
import { isObject, type JsonObject, objectsOf } from '../../../model/json.ts';
import type { Mutant } from '../../mutant.ts';
import { idsOf, query, READ_TURN, turns } from '../edit.ts';

const BLOCK = 'assistant.turns.block-until-response';
const TIMEOUT = 'assistant.turns.timeout-408';
const ALONE = 'assistant.turns.timeout-alone';

const timeout408 = jsonReply(408, { code: 408, msg: 'the turn was not processed in time' });

/** Waits are cut after so many milliseconds, and answered with the turn as it is. */
function cut(milliseconds: number): Fault {
  return async (request, next) => {
    const { query: given } = request;
    if (!isMeant(request, READ_TURN) || given.get('block_until_response') !== 'true') return next(request);
    const limited = new URLSearchParams({ block_until_response: 'true', timeout: `${milliseconds}ms` });
    const reply = await next({ ...request, query: limited });
    return reply.kind === 'reply' && reply.status === 408 ? next({ ...request, query: new URLSearchParams() }) : reply;
  };
}

const waits: readonly Mutant[] = [
  {
    id: 'block_until_response is passed over',
    kills: BLOCK,
    fault: () => query(READ_TURN, (all) => all.delete('block_until_response')),
  },
  { id: 'a read waits for a tenth of a second at most', kills: BLOCK, fault: () => cut(100) },
  {
    id: 'a read without a timeout is answered with 408',
    kills: BLOCK,
    fault: () =>
      query(READ_TURN, (all) => {
        if (all.has('block_until_response') && !all.has('timeout')) all.set('timeout', '100ms');
      }),
  },
  { id: 'a timeout is passed over', kills: TIMEOUT, fault: () => query(READ_TURN, (all) => all.delete('timeout')) },
  {
    id: 'a timeout in milliseconds counts seconds',
    kills: TIMEOUT,
    fault: () => query(READ_TURN, (all) => all.set('timeout', (all.get('timeout') ?? '10s').replace('ms', 's'))),
  },
  {
    id: 'a timeout in seconds counts milliseconds',
    kills: TIMEOUT,
    fault: () => query(READ_TURN, (all) => all.set('timeout', (all.get('timeout') ?? '10s').replace(/(\d)s$/, '$1ms'))),
  },
  {
    id: 'a wait that ends too early is answered with 504',
    kills: TIMEOUT,
    fault: () => async (request, next) => {
      const reply = await next(request);
      return reply.kind === 'reply' && reply.status === 408 ? { ...reply, status: 504 } : reply;
    },
  },
  {
    id: 'a wait that ends too early is answered with the turn as it is',
    kills: TIMEOUT,
    fault: () => async (request, next) => {
      const reply = await next(request);
      if (reply.kind !== 'reply' || reply.status !== 408) return reply;
      return next({ ...request, query: new URLSearchParams() });
    },
  },
  {
    id: 'a turn that was processed is answered with 408 when a timeout is given',
    kills: TIMEOUT,
    fault: () => {
      const asked = new Set<string>();
      return async (request, next) => {
        const { turn } = idsOf(request);
        const isTimed = isMeant(request, READ_TURN) && request.query.has('timeout');
        const key = `${turn} ${request.query.get('timeout')}`;
        if (isTimed && asked.has(key)) return timeout408;
        if (isTimed) asked.add(key);
        return next(request);
      };
    },
  },
  {
    id: 'a timeout alone makes a read wait',
    kills: ALONE,
    fault: () =>
      query(READ_TURN, (all) => {
        if (all.has('timeout') && !all.has('block_until_response')) all.set('block_until_response', 'true');
      }),
  },
  {
    id: 'a read that does not block is answered with 408 in the end',
    kills: ALONE,
    fault: () =>
      query(READ_TURN, (all) => {
        if (all.get('block_until_response') === 'false' && all.has('timeout')) all.set('block_until_response', 'true');
      }),
  },
  {
    id: 'a long timeout alone makes a read wait',
    kills: ALONE,
    fault: () =>
      query(READ_TURN, (all) => {
        if (all.get('timeout') === '10s' && !all.has('block_until_response')) all.set('block_until_response', 'true');
      }),
  },
];

const CODES = [
  'internal',
  'middleware',
  'model-configuration',
  'model-request',
  'bot-not-found',
  'conversation-not-found',
  'model-not-found',
] as const;

const RESULT_CODES = ['unknown-name', 'invalid-options', 'internal', 'timed-out'] as const;

type Place = 'read' | 'history';

/** Changes the error of turns that failed. */
function errors(places: readonly Place[], change: (error: JsonObject) => unknown): Fault {
  return turns(places, (turn) => {
    const { error } = turn;
    return isObject(error) && Object.hasOwn(error, 'code') ? { ...turn, error: change(error) } : turn;
  });
}

/** Changes the results of middlewares. */
function results(places: readonly Place[], change: (result: JsonObject) => JsonObject): Fault {
  return turns(places, (turn) => ({
    ...turn,
    middleware_results: objectsOf(turn['middleware_results']).map(change),
  }));
}

const codes: readonly Mutant[] = CODES.flatMap((name, index): Mutant[] => {
  const code = index + 1;
  const other = (code % CODES.length) + 1;
  const kills = `assistant.turn-errors.${name}`;
  const swapped = (places: readonly Place[]) => () =>
    errors(places, (error) => (error['code'] === code ? { ...error, code: other } : error));
  return [
    { id: `error code ${other} in place of ${code}`, kills, fault: swapped(['read', 'history']) },
    { id: `error code ${other} in place of ${code} in the history`, kills, fault: swapped(['history']) },
  ];
});

const resultCodes: readonly Mutant[] = RESULT_CODES.flatMap((name, index): Mutant[] => {
  const code = index + 1;
  const other = (code % RESULT_CODES.length) + 1;
  const kills = `assistant.middleware-errors.${name}`;
  const swapped = (places: readonly Place[]) => () =>
    results(places, (result) => (result['code'] === code ? { ...result, code: other } : result));
  return [
    { id: `code ${other} of a middleware in place of ${code}`, kills, fault: swapped(['read', 'history']) },
    { id: `code ${other} of a middleware in place of ${code} in the history`, kills, fault: swapped(['history']) },
  ];
});

const ERROR_MEMBERS = 'assistant.turns.error-members';
const RESULT_MEMBERS = 'assistant.middleware-results.error-members';

function without(object: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([member]) => member !== name));
}

const members: readonly Mutant[] = [
  {
    id: 'errors count from 0',
    kills: 'assistant.turn-errors.internal',
    fault: () => errors(['read', 'history'], (error) => ({ ...error, code: Number(error['code']) - 1 })),
  },
  {
    id: 'a failed turn looks like one that went well',
    kills: 'assistant.turn-errors.model-request',
    fault: () =>
      turns(['read', 'history'], (turn) =>
        turn['status'] === 3 ? { ...turn, status: 2, response: 'Sorry.', error: {} } : turn,
      ),
  },
  {
    id: 'an error has no code',
    kills: ERROR_MEMBERS,
    fault: () => errors(['read', 'history'], (error) => without(error, 'code')),
  },
  {
    id: 'an error has no message',
    kills: ERROR_MEMBERS,
    fault: () => errors(['read'], (error) => without(error, 'message')),
  },
  {
    id: 'the message of an error is empty in the history',
    kills: ERROR_MEMBERS,
    fault: () => errors(['history'], (error) => ({ ...error, message: '' })),
  },
  {
    id: 'a middleware that failed has no err',
    kills: RESULT_MEMBERS,
    fault: () => results(['read', 'history'], (result) => without(result, 'err')),
  },
  {
    id: 'a middleware that timed out has no code',
    kills: RESULT_MEMBERS,
    fault: () => results(['read', 'history'], (result) => (result['code'] === 4 ? without(result, 'code') : result)),
  },
  {
    id: 'err is empty in the history',
    kills: RESULT_MEMBERS,
    fault: () => results(['history'], (result) => (Object.hasOwn(result, 'err') ? { ...result, err: '' } : result)),
  },
  {
    id: 'the code of a middleware is always there',
    kills: RESULT_MEMBERS,
    fault: () => results(['read', 'history'], (result) => ({ code: 3, err: 'failed', ...result })),
  },
  {
    id: 'a code of 0 is always there',
    kills: RESULT_MEMBERS,
    fault: () => results(['read', 'history'], (result) => ({ code: 0, err: '', ...result })),
  },
  {
    id: 'a middleware that failed has no result',
    kills: 'assistant.middleware-errors.internal',
    fault: () =>
      turns(['read', 'history'], (turn) => (turn['status'] === 3 ? { ...turn, middleware_results: [] } : turn)),
  },
];

/** Some turns are slow, so that their answers are. */
const TIMEOUT_MS = 2_000;

export const waitingMutants: readonly Mutant[] = [
  ...waits.map((mutant) => ({ timeoutMs: TIMEOUT_MS, ...mutant })),
  ...codes,
  ...resultCodes,
  ...members,
];
