/** The order of the transactions: by time, ascending or descending (document 1, What the service does). */
import {
  broken,
  inconclusive,
  isAnswerOf,
  type Judgement,
  type OwnRule,
  pass,
} from '@wallet-services/conformance/core';
import { sortedMutants } from '@wallet-services/conformance/families';
import { type Exchange, objectsOf, parseInstant } from '@wallet-services/conformance/model';
import { allTransactions, itemsOf, rpcTransactions } from '../calls.ts';

/** The times of a transaction; which of them the list is sorted by is open. */
export const times = ['created_at', 'updated_at'] as const;

/** A transaction of a list with a readable time. */
export interface Row {
  /** Place in the list. */
  readonly index: number;
  readonly id: string;
  /** Nanoseconds since the epoch. */
  readonly time: bigint;
}

/** The transactions of an answer with a readable time; null when the answer is not a list. */
export function rowsOf(
  exchange: Exchange | undefined,
  member: (typeof times)[number] = 'created_at',
): readonly Row[] | null {
  const items = itemsOf(exchange);
  if (items === null) return null;
  return items.flatMap(({ id, [member]: text }, index) => {
    const time = typeof text === 'string' ? parseInstant(text) : null;
    return time === null ? [] : [{ index, id: String(id), time }];
  });
}

/** The direction of a list in time; `level` when all its times are equal, `mixed` when it is not sorted. */
export type Direction = 'ascending' | 'descending' | 'level' | 'mixed';

export function directionOf(rows: readonly Row[]): Direction {
  const pairs = rows.slice(1).map((row, index) => [rows[index]?.time ?? row.time, row.time] as const);
  const [up, down] = [pairs.some(([before, time]) => time > before), pairs.some(([before, time]) => time < before)];
  if (up && down) return 'mixed';
  return up ? 'ascending' : down ? 'descending' : 'level';
}

/** The member by which a list is sorted; undefined if it is sorted by neither time. */
export function timeOf(exchange: Exchange): (typeof times)[number] | undefined {
  return times.find((member) => directionOf(rowsOf(exchange, member) ?? []) !== 'mixed');
}

/** The different times of a list, the earliest first. */
export function timesOf(rows: readonly Row[]): readonly bigint[] {
  return [...new Set(rows.map(({ time }) => time))].sort((left, right) => (left < right ? -1 : left > right ? 1 : 0));
}

function disordered(exchange: Exchange, pointer: string): Judgement {
  const expected = `transactions ordered by ${times.join(' or by ')}`;
  return broken({ expected, actual: 'times in no order', pointer, exchange });
}

/** Whether the messages of an answer over RPC are sorted by either time; only HTTP shows `updated_at`. */
function runsByTime(exchange: Exchange, overHttp: Exchange): boolean {
  const updated = new Map((rowsOf(overHttp, 'updated_at') ?? []).map(({ id, time }) => [id, time]));
  const items = itemsOf(exchange) ?? [];
  const times = [
    items.map(({ createdAt, created_at = createdAt }) =>
      typeof created_at === 'string' ? parseInstant(created_at) : null,
    ),
    items.map(({ id }) => updated.get(String(id)) ?? null),
  ];
  return times.some(
    (some, place) =>
      // Transactions that HTTP does not show may be sorted by a time that is never shown.
      (place === 1 && some.includes(null)) ||
      directionOf(some.flatMap((time, index) => (time === null ? [] : [{ index, id: '', time }]))) !== 'mixed',
  );
}

export default {
  id: 'lending.listTransactions.by-time',
  watch(exchange) {
    const rows = isAnswerOf(exchange, 'listTransactions') ? rowsOf(exchange) : null;
    if (rows === null || rows.length < 2) return [];
    return [timeOf(exchange) === undefined ? disordered(exchange, '') : pass];
  },
  async check(ctx, report) {
    const overHttp = await allTransactions(ctx);
    if ((rowsOf(overHttp) ?? []).length < 2)
      report(inconclusive('there are too few transactions', 'put transactions with different times into the data'));
    for (const protocol of ctx.suite.rpcProtocols) {
      const exchange = await rpcTransactions(ctx, protocol);
      if (!runsByTime(exchange, overHttp)) report(disordered(exchange, '/data'));
    }
  },
  mutants: (at) => {
    const order: Parameters<typeof sortedMutants>[0] = {
      family: 'sorted',
      rules: [],
      schema: null,
      operation: 'listTransactions',
      member: 'created_at',
      direction: 'either',
    };
    const byAmount = at('listTransactions').items.all((items) =>
      items.toSorted((left, right) => Number(left['amount']) - Number(right['amount'])),
    );
    const inRpc = at.rpc('Transactions').value('/data', (items) => {
      const [first, second, ...rest] = objectsOf(items);
      return [second, first, ...rest].filter((item) => item !== undefined);
    });
    return [
      ...sortedMutants(order, at).map(({ id, mutation }) => ({ id, mutation })),
      { id: 'transactions are ordered by amount', mutation: byAmount },
      { id: 'the first two transactions change places over RPC', mutation: inRpc },
    ];
  },
} satisfies OwnRule;
