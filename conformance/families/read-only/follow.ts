/** Whether traffic shows that a path for reading accepts a write, or that an item is rejected after it was read. */

import type { SuiteContext } from '../../core/context.ts';
import { aspectOf, type Follower } from '../../core/family.ts';
import { type Breach, broken, type Judgement } from '../../core/judgement.ts';
import type { Declaration } from '../../model/document/behaviour.ts';
import { declaredOf } from '../../model/document/lists.ts';
import { type Exchange, isSuccess, outcomeText } from '../../model/exchange.ts';
import { Recent } from '../../model/recent.ts';
import { Doubts } from '../kept.ts';
import { isDenied } from '../unknown.ts';

/** The number of read items that are remembered, and for how many milliseconds. */
const MOST = 1000;
const LONGEST = 60_000;

/** Other clients may remove an item after it was read; not each of this many in a row. */
const CERTAIN = 5;

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

function takenWrite(exchange: Exchange): readonly Judgement[] {
  const { method } = exchange;
  // A POST that reads has a header for it.
  const isOverridden = Object.keys(exchange.headers).some((name) => name.toLowerCase().includes('method-override'));
  if (!WRITES.has(method) || !isSuccess(exchange) || isOverridden) return [];
  const expected = `a refusal of ${method}: the service is read-only`;
  return [broken({ expected, actual: outcomeText(exchange), about: `${method} succeeds`, exchange })];
}

export function followReadOnly(declared: Declaration, { api }: SuiteContext): Follower {
  const read = new Recent<number>(MOST);
  const doubts = new Doubts(CERTAIN);
  const aspect = aspectOf(declared);
  const named = new Set(declaredOf(api, 'one-of').map(({ operation }) => operation));

  return ({ exchange, caller, began, at }, report) => {
    const { call } = exchange;
    if (call.kind !== 'http') return;
    if (call.operation === null) return report(aspect, ...takenWrite(exchange));
    if (caller === null || !named.has(call.operation)) return;
    const key = `${caller} ${call.path.toLowerCase()}`;
    const before = read.get(key);
    const isAgain = before !== undefined && before <= began && began - before <= LONGEST;
    if (isAgain && isDenied(exchange)) {
      const expected = 'success, as at the first read';
      const breach: Breach = { expected, actual: outcomeText(exchange), about: 'refused', exchange };
      report(aspect, ...doubts.settle(new Map([['refused', breach]])));
    }
    if (isAgain && isSuccess(exchange)) report(aspect, ...doubts.settle(new Map()));
    if (isSuccess(exchange)) read.set(key, at);
    else read.delete(key);
  };
}
