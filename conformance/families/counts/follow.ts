/** Whether traffic shows a number that is wrong: read before and after the whole list. */

import type { SuiteContext } from '../../core/context.ts';
import type { Follower } from '../../core/family.ts';
import type { Breach } from '../../core/judgement.ts';
import { operationOf } from '../../model/document/api.ts';
import { sentPath } from '../../model/document/requests.ts';
import { isSuccess, queryOf, successJson } from '../../model/exchange.ts';
import { Between, Doubts } from '../kept.ts';
import type { Counts } from './declared.ts';
import { type Counting, countingIn, countOf, named, ownInput } from './numbers.ts';
import { type Listed, Wholes } from './wholes.ts';

/** Lists that must differ from the number, one after the other, before somebody's changes do not explain it any more. */
const CERTAIN = 3;

/** The numbers of this many callers are remembered, this many of each, and this many later lists. */
const MOST = 50;
const MOST_NUMBERS = 200;
const MOST_LISTS = 4;

/** Numbers, by what they count. */
type Reported = ReadonlyMap<string, number>;

export function followCounts(declared: Counts, { api }: SuiteContext): Follower {
  const { operation: id, list, at: pointer } = declared;
  const listed = operationOf(api, list);
  const reported = new Between<Reported, Listed>(MOST, MOST_LISTS);
  const wholes = new Wholes(api, list);
  const doubts = new Doubts(CERTAIN);
  const nameOf = ({ thing, pointer: place }: Counting) => named(thing[declared.id ?? 'id'] ?? place);

  /** Where a list contradicts a number. */
  const breachIn = (counting: Counting, { items, path }: Listed, own: Readonly<Record<string, string>>) => {
    const input = ownInput(listed, { path: own }, counting, declared);
    const isOf = input !== null && Object.entries(path).every(([name, value]) => named(input[name]) === named(value));
    const count = isOf ? countOf(declared, counting, items) : counting.number;
    if (count === counting.number) return null;
    const expected = `${count}, the number of ${wholes.noun} that ${list} returns`;
    return { expected, actual: String(counting.number), pointer: counting.pointer, against: list, about: 'count' };
  };

  return (passing, report) => {
    const { exchange, caller } = passing;
    const { call } = exchange;
    if (caller === null || call.kind !== 'http') return;
    const whole = wholes.take(passing);
    if (whole !== null) {
      for (const key of reported.keys().filter((one) => one.startsWith(`${caller} `))) reported.add(key, whole, whole);
    }
    if (call.operation !== id || !isSuccess(exchange)) return;
    const all = countingIn(successJson(exchange), pointer).slice(0, MOST_NUMBERS);
    const key = `${caller} ${call.path.split('?')[0]} ${[...queryOf(exchange)].sort().join('&')}`;
    const before = reported.get(key);
    for (const one of reported.close(key, new Map(all.map((some) => [nameOf(some), some.number])), passing)) {
      const same = all.filter((counting) => before?.get(nameOf(counting)) === counting.number);
      if (same.length === 0) continue;
      const found = same.flatMap((counting): readonly [string, Breach][] => {
        const breach = breachIn(counting, one, sentPath(api, exchange));
        return breach === null ? [] : [[nameOf(counting), { ...breach, exchange }]];
      });
      report('exact', ...doubts.settle(new Map(found)));
    }
  };
}
