/** Lists of transactions in time. */
import type { Exchange } from '../../model/exchange.ts';
import { parseInstant } from '../../model/time.ts';
import { itemsOf } from './calls.ts';

/** A transaction of a list whose time could be read. */
export interface Row {
  /** Place in the list. */
  readonly index: number;
  readonly id: string;
  /** created_at, nanoseconds since the epoch. */
  readonly time: bigint;
}

/** The transactions of an answer with a readable time; null when the answer is no list. */
export function rowsOf(exchange: Exchange | undefined): readonly Row[] | null {
  const items = itemsOf(exchange);
  if (items === null) return null;
  return items.flatMap((item, index) => {
    const { id, created_at: text } = item;
    const time = typeof text === 'string' ? parseInstant(text) : null;
    return time === null ? [] : [{ index, id: String(id), time }];
  });
}

/** How a list runs in time; `level` when all its times are the same, `mixed` when it is not ordered. */
export type Direction = 'ascending' | 'descending' | 'level' | 'mixed';

export function directionOf(rows: readonly Row[]): Direction {
  const steps = rows.slice(1).map((row, index) => {
    const before = rows[index]?.time ?? row.time;
    return row.time === before ? 0 : row.time > before ? 1 : -1;
  });
  const up = steps.includes(1);
  const down = steps.includes(-1);
  if (up && down) return 'mixed';
  if (!up && !down) return 'level';
  return up ? 'ascending' : 'descending';
}

/** The different times of a list, the earliest first. */
export function timesOf(rows: readonly Row[]): readonly bigint[] {
  return [...new Set(rows.map(({ time }) => time))].sort((left, right) => (left < right ? -1 : left > right ? 1 : 0));
}
