/** Servers whose lists of transactions go wrong. */

import { asked, type Fault, isMeant, type Request, successOf } from '../../../fault/proxy/reply.ts';
import { objectsOf } from '../../../model/json.ts';
import type { Mutant } from '../../mutant.ts';
import { inside, withData, withQuery } from '../../vault/change.ts';
import { all, at, inEach, inLast, inPagination, inTransactions, NOTHING, query, without } from '../change.ts';

const MEMBERS = 'swap.transactions.list-members';
const PAIR = 'swap.pair-transactions.pair-only';
const MINE = 'swap.my-transactions.pair-only';

const hasCursor = ({ query: asking }: Request) => asking.has('cursor');

/** Answers with another path. */
function redirected(matcher: RegExp, path: (request: Request) => string): () => Fault {
  return () => asked(matcher, (request) => ({ ...request, path: path(request) }));
}

/** The transactions of all pairs, whatever pair is asked for. */
function ofAllPairs({ path }: Request): string {
  return path.replace(/\/transactions\/.*$/, '/transactions');
}

/** Two of the reference server's pairs, in which both users have transactions. */
const FIRST_PAIR = '4a6f0a1c-5f0b-3c7d-9d8e-2b1c8f7a6e51/b2f4c6d8-0a1e-3d5f-a7c9-4e6b8d0f2a13';
const SECOND_PAIR = '7d9e2b34-1c58-3f0a-8b6d-90e1f2a3c4d5/b2f4c6d8-0a1e-3d5f-a7c9-4e6b8d0f2a13';

export const listMutants: readonly Mutant[] = [
  {
    id: 'cursors are words',
    kills: 'swap.paging.cursor-numeric',
    fault: all(
      query(at.lists, ({ query: asking }) => ({ cursor: asking.get('cursor')?.replace('after-', '') })),
      inPagination(at.lists, ({ next_cursor: cursor }) => ({ next_cursor: cursor === '' ? '' : `after-${cursor}` })),
    ),
  },
  {
    id: 'the cursors of later pages are words',
    kills: 'swap.paging.cursor-numeric',
    fault: inPagination(at.ofPair, ({ next_cursor: cursor }, _, request) => ({
      next_cursor: hasCursor(request) ? `x${cursor}` : cursor,
    })),
  },
  { id: 'own transactions have no value', kills: MEMBERS, fault: inEach(at.mine, (item) => without(item, 'value')) },
  {
    id: 'the last transaction of a page has no liquidity',
    kills: MEMBERS,
    fault: inLast(at.everyones, (item) => without(item, 'liquidity')),
  },
  {
    id: 'transactions of a pair tell their user',
    kills: MEMBERS,
    fault: inEach(at.ofPair, (item) => ({ ...item, user_id: NOTHING })),
  },
  {
    id: 'follow_id is missing on later pages',
    kills: MEMBERS,
    fault: inTransactions(at.lists, (items, request) =>
      hasCursor(request) ? items.map((item) => without(item, 'follow_id')) : items,
    ),
  },
  { id: 'a pair shows the transactions of all', kills: PAIR, fault: redirected(at.ofPair, ofAllPairs) },
  {
    id: 'a pair shows the transactions of all from the second page on',
    kills: PAIR,
    fault: redirected(at.ofPair, (request) => (hasCursor(request) ? ofAllPairs(request) : request.path)),
  },
  {
    id: 'the last transaction of a pair’s page is of another',
    kills: PAIR,
    fault: inLast(at.ofPair, (item) => ({ ...item, quote_asset_id: NOTHING })),
  },
  {
    id: 'base and quote are exchanged in the transactions of a pair',
    kills: PAIR,
    fault: inEach(at.ofPair, (item) => ({
      ...item,
      base_asset_id: item['quote_asset_id'],
      quote_asset_id: item['base_asset_id'],
    })),
  },
  {
    id: 'own transactions are of one pair only, whichever is asked for',
    kills: MINE,
    fault: redirected(at.mine, ({ path }) => path.replace(FIRST_PAIR, SECOND_PAIR)),
  },
  {
    id: 'own transactions are of all pairs',
    kills: MINE,
    fault: () => async (request, next) => {
      const reply = await next(request);
      const json = successOf(reply);
      if (!isMeant(request, at.mine) || reply.kind !== 'reply' || json === undefined) return reply;
      const other = request.path.includes(FIRST_PAIR) ? SECOND_PAIR : FIRST_PAIR;
      const path = request.path.replace(/\/transactions\/.*\/mine$/, `/transactions/${other}/mine`);
      const more = successOf(await next(withQuery({ ...request, path }, { cursor: undefined, limit: '1' })));
      const items = [json, more].flatMap((one) => objectsOf(inside(one, 'data')['transactions']));
      return { ...reply, body: JSON.stringify(withData(json, { transactions: items })) };
    },
  },
  {
    id: 'base and quote are exchanged in own transactions',
    kills: MINE,
    fault: inEach(at.mine, (item) => ({
      ...item,
      base_asset_id: item['quote_asset_id'],
      quote_asset_id: item['base_asset_id'],
    })),
  },
];
