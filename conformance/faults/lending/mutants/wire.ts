/** Servers whose answers are broken as such. */

import { changed, type Fault, jsonReply, type Reply } from '../../../fault/proxy/reply.ts';
import { isObject, objectsOf } from '../../../model/json.ts';
import type { Mutant } from '../../mutant.ts';

const TRANSACTIONS = '/api/v1/transactions';
const MARKETS = '/api/v1/markets/all';

/** Replaces the successful answers of the list of transactions, or of everything. */
function instead(change: (reply: Extract<Reply, { kind: 'reply' }>) => Reply, pathEnd = TRANSACTIONS): Fault {
  return async (request, next) => {
    const reply = await next(request);
    return request.path.endsWith(pathEnd) && reply.kind === 'reply' && reply.status === 200 ? change(reply) : reply;
  };
}

const shapes: readonly Mutant[] = [
  {
    id: 'the list of transactions is wrapped',
    kills: 'wire.schema',
    fault: () => changed(TRANSACTIONS, (json) => ({ data: json })),
  },
  {
    id: 'the list of markets is bare',
    kills: 'wire.schema',
    fault: () => changed(MARKETS, (json) => (isObject(json) ? json['data'] : json)),
  },
  {
    id: 'an action is unknown',
    kills: 'wire.schema',
    fault: () => changed(TRANSACTIONS, (json) => objectsOf(json).map((item) => ({ ...item, action: 38 }))),
  },
  {
    id: 'an id is text',
    kills: 'wire.schema',
    fault: () => changed(TRANSACTIONS, (json) => objectsOf(json).map((item) => ({ ...item, id: String(item['id']) }))),
  },
  {
    id: 'the version of markets is missing',
    kills: 'wire.schema',
    fault: () =>
      changed(MARKETS, (json) => ({
        data: objectsOf(isObject(json) ? json['data'] : []).map(({ version: _, ...market }) => market),
      })),
  },
  { id: 'every answer is an empty object', kills: 'wire.schema', fault: () => () => jsonReply(200, {}) },
];

const bodies: readonly Mutant[] = [
  { id: 'successes are 201', kills: 'wire.status', fault: () => instead((reply) => ({ ...reply, status: 201 })) },
  { id: 'everything is 500', kills: 'wire.status', fault: () => () => jsonReply(500, { msg: 'broken' }) },
  {
    id: 'everything redirects to itself',
    kills: 'wire.status',
    fault:
      () =>
      ({ path }) => ({ kind: 'reply', status: 302, contentType: null, body: '', headers: { location: path } }),
  },
  {
    id: 'lists are sent as HTML',
    kills: 'wire.content-type',
    fault: () => instead((reply) => ({ ...reply, contentType: 'text/html' })),
  },
  {
    id: 'lists have no content type',
    kills: 'wire.content-type',
    fault: () => instead((reply) => ({ ...reply, contentType: null })),
  },
  {
    id: 'lists are cut off',
    kills: 'wire.json',
    fault: () => instead((reply) => ({ ...reply, body: reply.body.slice(0, -1) })),
  },
  { id: 'lists are empty texts', kills: 'wire.json', fault: () => instead((reply) => ({ ...reply, body: '' })) },
];

const silences: readonly Mutant[] = [
  { id: 'nothing is ever answered', kills: 'wire.answer', fault: () => () => ({ kind: 'hang' }) },
  { id: 'connections close in the middle', kills: 'wire.answer', fault: () => instead(() => ({ kind: 'close' })) },
  { id: 'answers never end', kills: 'wire.answer', fault: () => instead(() => ({ kind: 'endless' }), MARKETS) },
  { id: 'answers are no HTTP', kills: 'wire.answer', fault: () => instead(() => ({ kind: 'garbage' })) },
  {
    id: 'wrong requests are never answered',
    kills: 'wire.answer',
    fault: () => async (request, next) => {
      const reply = await next(request);
      return reply.kind === 'reply' && reply.status === 400 ? { kind: 'hang' } : reply;
    },
  },
];

export const wireMutants: readonly Mutant[] = [...shapes, ...bodies, ...silences];
