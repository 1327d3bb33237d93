/** Servers that let the wrong callers in, or keep the right ones out. */

import { asked, type Fault, isMeant, type Request, successOf } from '../../../fault/proxy/reply.ts';
import { objectsOf } from '../../../model/json.ts';
import type { Mutant } from '../../mutant.ts';
import { inside, withData } from '../../vault/change.ts';
import { at } from '../change.ts';

const AUTHORIZATION = 'authorization';

const isBare = ({ headers }: Request) => headers[AUTHORIZATION] === undefined;

/** Shows everyone's transactions of the pair in place of the caller's. */
function everyones(isMeantHere: (request: Request) => boolean): () => Fault {
  return () =>
    asked(at.mine, (request) =>
      isMeantHere(request) && !isBare(request) ? { ...request, path: request.path.replace('/mine', '') } : request,
    );
}

/** Shows somebody's first transaction to the next who asks. */
function mixesUp(): Fault {
  let seen: unknown;
  return async (request, next) => {
    const reply = await next(request);
    const json = successOf(reply);
    if (!isMeant(request, at.mine) || reply.kind !== 'reply' || json === undefined) return reply;
    const items = objectsOf(inside(json, 'data')['transactions']);
    const stranger = seen;
    seen = items[0] ?? seen;
    const shown = stranger === undefined || items.length === 0 ? items : [...items.slice(1), stranger];
    return { ...reply, body: JSON.stringify(withData(json, { transactions: shown })) };
  };
}

export const accessMutants: readonly Mutant[] = [
  { id: 'own transactions are everyone’s', kills: 'swap.my-transactions.own-only', fault: everyones(() => true) },
  {
    id: 'own transactions are everyone’s from the second page on',
    kills: 'swap.my-transactions.own-only',
    fault: everyones(({ query }) => query.has('cursor')),
  },
  {
    id: 'own transactions are everyone’s unless a limit is given',
    kills: 'swap.my-transactions.own-only',
    fault: everyones(({ query }) => !query.has('limit')),
  },
  {
    id: 'the last of own transactions is somebody else’s',
    kills: 'swap.my-transactions.own-only',
    fault: () => mixesUp(),
  },
];
