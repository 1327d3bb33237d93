/** Whether traffic shows that a list says otherwise of a thing than reading it does, before and after it was read. */
import { pagedListOf, pageOf } from '../../find/pages.ts';
import { operationOf } from '../../model/document/api.ts';
import { pathInputs } from '../../model/document/requests.ts';
import { type Exchange, outcomeText } from '../../model/exchange.ts';
import { Recent } from '../../model/recent.ts';
import { excerpt, type JsonObject, sameJson } from '../../model/values/json.ts';
import { generalised } from '../../model/values/pointer.ts';
import type { Breach, Scene } from '../../rules/rule.ts';
import { isAnswerOf } from '../../rules/shared/answers.ts';
import { differences } from '../differences.ts';
import { Doubts } from '../doubts.ts';
import type { Follower } from '../family.ts';
import { isBetween, kept, type Span } from '../kept.ts';
import { surroundings } from '../surroundings.ts';
import { isDenied } from '../unknown.ts';
import { type OneOf, readIn } from './declared.ts';

/** So many things are remembered, each with so many characters, and so many reads of it. */
const MOST = 500;
const LONGEST = 8000;
const MOST_READS = 3;

/** Reads that must differ, one after the other, before somebody's changes do not explain it any more. */
const CERTAIN = 3;

interface Read extends Span {
  /** Without the value that was read. */
  readonly exchange: Exchange;
  /** Null where it was refused. */
  readonly data: JsonObject | null;
}

interface Listed extends Span {
  readonly item: JsonObject;
  readonly reads: readonly Read[];
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

export function followOneOf(declared: OneOf, { api }: Scene): Follower {
  const { operation: id, parameter, member = 'id' } = declared;
  const operation = operationOf(api, id);
  const list = pagedListOf(api, declared.list);
  const listed = new Recent<Listed>(MOST);
  const [differing, denied] = [new Doubts(CERTAIN), new Doubts(CERTAIN)];

  return (passing, say) => {
    const { exchange, caller, began, at } = passing;
    const { call } = exchange;
    if (list === null || caller === null || call.kind !== 'http') return;
    const keyOf = (name: string, own: string, other: string) =>
      `${caller} ${surroundings(api, [own, other], parameter, exchange)} ${name.toLowerCase()}`;
    if (call.operation === id) {
      const name = pathInputs(operation, call.path.split('?')[0] ?? '')[parameter] ?? '';
      const key = keyOf(name, id, declared.list);
      const known = listed.get(key);
      const data = readIn(declared, exchange);
      if (known === undefined || (data === null && !isDenied(exchange))) return;
      const read = { exchange: kept(exchange), data, began, at };
      listed.set(key, { ...known, reads: [...known.reads, read].slice(-MOST_READS) });
    }
    if (!isAnswerOf(exchange, declared.list)) return;
    for (const item of pageOf(list, exchange)?.items ?? []) {
      const name = String(item[member]);
      const key = keyOf(name, declared.list, id);
      const before = listed.get(key);
      const isSame = before !== undefined && sameJson(before.item, item);
      for (const read of isSame ? before.reads.filter((one) => isBetween(before, one, passing)) : []) {
        const expected = `${name}, which ${declared.list} returns`;
        const breach = { expected, actual: outcomeText(read.exchange), about: 'refused', exchange: read.exchange };
        const lost: readonly [string, Breach][] =
          read.data === null ? [['refused', { ...breach, values: [name] }]] : [];
        say('named', ...denied.settle(new Map(lost)));
        if (read.data !== null) say('listed', ...differing.settle(breachesIn(declared, item, read)));
      }
      if (JSON.stringify(item).length <= LONGEST) listed.set(key, { item, reads: [], began, at });
    }
  };
}
