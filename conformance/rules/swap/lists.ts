/** The three lists of transactions and their pages (document 2, Swap service, rule 1). */
import { noInput } from '../../model/call.ts';
import { excerpt } from '../../model/json.ts';
import { within } from '../../model/pointer.ts';
import { blockedBy, broken, inconclusive, pass } from '../judgement.ts';
import type { Rule, Scene, Script } from '../rule.ts';
import { conversationRule, type Say } from '../shared/conversation.ts';
import { type PagedList, pageCall, pageOf } from '../shared/paging.ts';
import { pathOf } from './calls.ts';
import { findMine, findPair } from './discover.ts';

const shape = { noun: 'transactions', items: '/data/transactions', pagination: '/data/pagination' } as const;

/** Everyone's. */
export const everyones: PagedList = { ...shape, operation: 'listTransactions' };

/** Everyone's in a pair. */
const pairs: PagedList = {
  ...shape,
  operation: 'listPairTransactions',
  *input(scene) {
    const pair = yield* findPair(scene);
    return pair === null ? null : pathOf(pair);
  },
};

/** A list shorter than this has no pages to speak of. */
const ENOUGH = 3;

/** A user's own in a pair. */
function mine(credentials: 'given' | 'other'): PagedList {
  return {
    ...shape,
    operation: 'listMyTransactions',
    credentials,
    *input(scene) {
      const found = yield* findMine(scene, credentials);
      return found === null || found.items.length < ENOUGH ? null : pathOf(found.pair);
    },
  };
}

function* askNumeric(list: PagedList, scene: Scene, say: Say): Script {
  const input = list.input === undefined ? noInput : yield* list.input(scene);
  if (input === null) return;
  let cursor: string | undefined;
  for (const label of ['first page', 'second page']) {
    const query = cursor === undefined ? { limit: 1 } : { limit: 1, cursor };
    const exchange = yield pageCall(scene, list, input, query, { label });
    const page = pageOf(list, exchange);
    if (page === null) return say(blockedBy(exchange));
    if (page.hasNext !== true) return;
    if (!/^\d+$/.test(page.next)) {
      const pointer = within(list.pagination, 'next_cursor');
      return say(broken({ expected: 'a whole number', actual: excerpt(page.next), pointer, exchange }));
    }
    say(pass);
    cursor = page.next;
  }
}

export const cursorNumeric: Rule = conversationRule(
  'swap.paging.cursor-numeric',
  () =>
    [everyones, pairs, mine('other')].map((list) => ({
      id: list.operation,
      operation: list.operation,
      talk: (scene, say) => askNumeric(list, scene, say),
    })),
  { whenSilent: () => inconclusive('no list has a second page', 'put more transactions into the data') },
);
