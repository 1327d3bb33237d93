/** Whether traffic shows an item that differs between the list and a reading, before and after the reading. */

import { isAnswerOf } from '../../core/answers.ts';
import type { SuiteContext } from '../../core/context.ts';
import type { Follower } from '../../core/family.ts';
import type { Breach } from '../../core/judgement.ts';
import { pagedListOf, pageOf } from '../../discovery/pages.ts';
import { sentPath } from '../../model/document/requests.ts';
import { type Exchange, outcomeText } from '../../model/exchange.ts';
import { excerpt, type JsonObject, sameJson } from '../../model/values/json.ts';
import { generalised } from '../../model/values/pointer.ts';
import { differences } from '../differences.ts';
import { Between, Doubts, kept } from '../kept.ts';
import { surroundings } from '../surroundings.ts';
import { isDenied } from '../unknown.ts';
import { type OneOf, readIn } from './declared.ts';

/** The number of items that are remembered, of characters of each, and of its readings. */
const MOST = 500;
const LONGEST = 8000;
const MOST_READS = 3;

/** Reads that must differ, one after the other, before somebody's changes do not explain it any more. */
const CERTAIN = 3;

interface Read {
  /** Without the value that was read. */
  readonly exchange: Exchange;
  /** Null where it was refused. */
  readonly data: JsonObject | null;
}

/** What differs between an item and the thing alone, by the place of it. */
function breachesIn(
  { at, list, apart = [] }: OneOf,
  item: JsonObject,
  { data, exchange }: Read,
): ReadonlyMap<string, Breach> {
  const isApart = (pointer: string) => apart.some((name) => `${pointer}/`.startsWith(`/${name}/`));
  const found = differences(item, data ?? {}).filter(({ pointer }) => !isApart(pointer));
  return new Map(
    found.map(({ pointer, listed, alone }) => [
      generalised(pointer),
      {
        expected: `${excerpt(listed)}, as in the list`,
        actual: excerpt(alone),
        pointer: `${at}${pointer}`,
        against: list,
        exchange,
        values: [listed, alone].map(String),
      },
    ]),
  );
}

export function followOneOf(declared: OneOf, { api }: SuiteContext): Follower {
  const { operation: id, parameter, member = 'id' } = declared;
  const list = pagedListOf(api, declared.list);
  const listed = new Between<JsonObject, Read>(MOST, MOST_READS);
  const [differing, denied] = [new Doubts(CERTAIN), new Doubts(CERTAIN)];

  return (passing, report) => {
    const { exchange, caller } = passing;
    const { call } = exchange;
    if (list === null || caller === null || call.kind !== 'http') return;
    const keyOf = (name: string, own: string, other: string) =>
      `${caller} ${surroundings(api, [own, other], parameter, exchange)} ${name.toLowerCase()}`;
    if (call.operation === id) {
      const key = keyOf(sentPath(api, exchange)[parameter] ?? '', id, declared.list);
      const data = readIn(declared, exchange);
      if (data !== null || isDenied(exchange)) listed.add(key, { exchange: kept(exchange), data }, passing);
    }
    if (!isAnswerOf(exchange, declared.list)) return;
    for (const item of pageOf(list, exchange)?.items ?? []) {
      if (JSON.stringify(item).length > LONGEST) continue;
      const name = String(item[member]);
      const key = keyOf(name, declared.list, id);
      const before = listed.get(key);
      const between = listed.close(key, item, passing);
      for (const read of sameJson(before, item) ? between : []) {
        const expected = `${name}, which ${declared.list} returns`;
        const breach = { expected, actual: outcomeText(read.exchange), about: 'refused', exchange: read.exchange };
        const lost: readonly [string, Breach][] =
          read.data === null ? [['refused', { ...breach, values: [name] }]] : [];
        report('named', ...denied.settle(new Map(lost)));
        if (read.data !== null) report('listed', ...differing.settle(breachesIn(declared, item, read)));
      }
    }
  };
}
