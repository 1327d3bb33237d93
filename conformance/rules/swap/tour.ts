/** A request of every operation, for rules on every answer that are checked by themselves. */
import { noInput } from '../../model/call.ts';
import { isSuccess } from '../../model/exchange.ts';
import type { Case, Rule, Scene, Script } from '../rule.ts';
import { pageOf } from '../shared/paging.ts';
import { actionCall, actionOf } from './actions.ts';
import { ask, pathOf } from './calls.ts';
import { candidateOrders, findPairs, orderCall } from './discover.ts';
import { everyones } from './lists.ts';

/** Two pages of a list. */
function* pages(scene: Scene, operation: string, input = noInput, credentials: 'given' | 'other' = 'given'): Script {
  const parts = { ...input, credentials, intent: credentials === 'given' ? 'valid' : 'open' } as const;
  const first = yield ask(scene, operation, 'first page', { ...parts, query: { limit: '2' } });
  const page = pageOf({ ...everyones, operation }, first);
  if (!isSuccess(first) || page === null || page.hasNext !== true || page.next === '') return;
  yield ask(scene, operation, 'second page', { ...parts, query: { limit: '2', cursor: page.next } });
}

function* tour(scene: Scene): Script {
  const pairs = yield* findPairs(scene);
  for (const id of ['readInfo', 'listAssets', 'listPairs', 'listTickers', 'listMarketStats']) yield ask(scene, id, id);
  yield* pages(scene, 'listTransactions');
  const hasToken = scene.target.credentials['AccessToken'] !== undefined;
  for (const pair of pairs.slice(0, 2)) {
    const input = pathOf(pair);
    for (const id of ['listPairStats', 'listCandles']) yield ask(scene, id, id, input);
    yield* pages(scene, 'listPairTransactions', input);
    if (!hasToken) continue;
    yield* pages(scene, 'listMyTransactions', input);
    yield* pages(scene, 'listMyTransactions', input, 'other');
  }
  if (hasToken) {
    for (const id of yield* candidateOrders(scene)) yield orderCall(scene, id, `order ${id}`);
  }
}

/** Reading and writing apart: some runs may only read. */
function toursOf(scene: Scene): readonly Case[] {
  return [
    { id: 'tour', operation: null, script: () => tour(scene) },
    {
      id: 'action',
      operation: 'createAction',
      *script() {
        yield actionCall(scene, 'action', { ...actionOf(scene) });
      },
    },
  ];
}

/** A rule on every answer, with something to ask when it is checked by itself. */
export function withTour(rule: Rule): Rule {
  return { ...rule, planAlone: toursOf };
}
