/**
 * `offset` is the time at which the page starts. The list may run either way, so the page lies after the offset or
 * before it; a transaction at the very time may be in it or not.
 */
import type { Asked, At } from '../../fault/at.ts';
import type { FaultMaker } from '../../fault/fault.ts';
import type { Exchange } from '../../model/exchange.ts';
import { within } from '../../model/pointer.ts';
import { formatInstant, parseInstant } from '../../model/time.ts';
import { blocked, blockedBy, broken, inconclusive, pass } from '../judgement.ts';
import type { OwnRule } from '../own.ts';
import type { Judgement } from '../rule.ts';
import { askTransactions } from './calls.ts';
import { directionOf, type Row, rowsOf, timesOf } from './transactions.ts';

const DATA_HINT = 'put transactions at different times into the data';
const HOUR = 3_600_000_000_000n;
/** UTC+8, where the servers that the documents describe are run. */
const EAST = 480;

interface Probe {
  readonly label: string;
  readonly offset: bigint;
  readonly zone: number;
}

function probe(label: string, offset: bigint, zone = 0): Probe {
  return { label, offset, zone };
}

/** The middle of the widest gap: a server that keeps fewer digits of a time still finds the gap there. */
function widestGap(times: readonly bigint[]): bigint | undefined {
  const gaps = times.slice(1).map((time, index) => ({ from: times[index] ?? time, to: time }));
  const [widest] = gaps.toSorted((left, right) => Number(right.to - right.from - (left.to - left.from)));
  return widest === undefined ? undefined : (widest.from + widest.to) / 2n;
}

/** Offsets to try on a list, the same in plan and judgement. */
function probesFor(rows: readonly Row[]): readonly Probe[] {
  const times = timesOf(rows);
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) return [];
  const ends = [probe('before all', first - HOUR), probe('after all', last + HOUR)];
  const middle = times[Math.floor(times.length / 2)];
  const gap = widestGap(times);
  if (middle === undefined || gap === undefined) return ends;
  const step = directionOf(rows) === 'descending' ? -1n : 1n;
  // Only where the server shows nanoseconds itself; one that keeps microseconds cannot tell the two apart.
  const isFine = middle % 1000n !== 0n;
  return [
    probe('at a transaction', middle),
    probe('at a transaction, in another UTC offset', middle, EAST),
    probe('between two transactions', gap),
    ...(isFine ? [probe('a nanosecond past a transaction', middle + step)] : []),
    ...ends,
  ];
}

/** Whether a time lies on the page's side of the offset, the offset itself excluded. */
function isBeyond(time: bigint, offset: bigint, ascending: boolean): boolean {
  return ascending ? time > offset : time < offset;
}

/** The first transaction that the page leaves out although it lies between the offset and the page's end. */
function leftOut(rows: readonly Row[], whole: readonly Row[], offset: bigint, ascending: boolean): Row | undefined {
  const end = rows.at(-1)?.time;
  const ids = new Set(rows.map(({ id }) => id));
  // At the very end a limit may have cut between transactions of the same time.
  return whole.find(
    ({ id, time }) =>
      isBeyond(time, offset, ascending) && (end === undefined || isBeyond(end, time, ascending)) && !ids.has(id),
  );
}

function judgePage(exchange: Exchange, whole: readonly Row[], { offset }: Probe, ascending: boolean): Judgement {
  const rows = rowsOf(exchange);
  if (rows === null) return blockedBy(exchange);
  const side = ascending ? 'before' : 'after';
  const start = formatInstant(offset);
  const stray = rows.find(({ time }) => time !== offset && !isBeyond(time, offset, ascending));
  if (stray !== undefined) {
    return broken({
      expected: `no transaction ${side} ${start}, as the list is ${ascending ? 'ascending' : 'descending'}`,
      actual: formatInstant(stray.time),
      pointer: within(within('', stray.index), 'created_at'),
      exchange,
    });
  }
  const direction = directionOf(rows);
  const usual = ascending ? 'ascending' : 'descending';
  if (direction !== usual && direction !== 'level') {
    const expected = `a page in the order of the list without an offset, ${usual}`;
    return broken({ expected, actual: `it is ${direction}`, pointer: '', exchange });
  }
  const missing = leftOut(rows, whole, offset, ascending);
  if (missing === undefined) return pass;
  return broken({
    expected: `a page that starts at ${start} and leaves no transaction out`,
    actual: `transaction ${missing.id}, of ${formatInstant(missing.time)}, is missing`,
    pointer: '',
    exchange,
  });
}

/** With a single time the direction is unknown: the page is empty on one side and whole on the other. */
function judgeLevel(early: Exchange | undefined, late: Exchange | undefined): Judgement {
  const [before, after] = [rowsOf(early)?.length, rowsOf(late)?.length];
  if (before === undefined || after === undefined || late === undefined) return blockedBy(late);
  if (before > 0 === after > 0) {
    const actual = before > 0 ? 'the same transactions on both sides' : 'nothing on either side';
    return broken({ expected: 'transactions on one side of the offset only', actual, pointer: '', exchange: late });
  }
  return inconclusive('all transactions were made at the same time', DATA_HINT);
}

/** Reads the offset less exactly than it is written, or otherwise. */
function offsetRead(at: At, read: (offset: bigint, text: string) => bigint): FaultMaker {
  return at('listTransactions').query(({ query }): Readonly<Record<string, string>> => {
    const text = query.get('offset') ?? '';
    const offset = parseInstant(text);
    return offset === null ? {} : { offset: formatInstant(read(offset, text)) };
  });
}

const hasOffset = ({ query }: Asked) => query.has('offset');

export default {
  id: 'lending.listTransactions.offset',
  async check(talk, say) {
    const exchange = await askTransactions(talk, 'without an offset');
    const whole = rowsOf(exchange);
    if (whole === null) return say(blockedBy(exchange));
    if (whole.length === 0) return say(inconclusive('there are no transactions', DATA_HINT));
    const direction = directionOf(whole);
    if (direction === 'mixed') return say(blocked('the list is not ordered, so an offset has no meaning in it'));
    const pages: Exchange[] = [];
    for (const one of probesFor(whole)) {
      const page = await askTransactions(talk, one.label, { offset: formatInstant(one.offset, one.zone) });
      pages.push(page);
      if (direction !== 'level') say(judgePage(page, whole, one, direction === 'ascending'));
    }
    if (direction === 'level') say(judgeLevel(pages[0], pages[1]));
  },
  faults: (at) => [
    { id: 'offset is ignored', fault: at('listTransactions').query({ offset: undefined }) },
    { id: 'offset is read to the second', fault: offsetRead(at, (offset) => offset - (offset % 1_000_000_000n)) },
    { id: 'offset is read to the microsecond', fault: offsetRead(at, (offset) => offset - (offset % 1000n)) },
    {
      id: 'the UTC offset of the offset is ignored',
      fault: offsetRead(at, (offset, text) => parseInstant(`${text.slice(0, 29)}Z`) ?? offset),
    },
    { id: 'pages start an hour late', fault: offsetRead(at, (offset) => offset + HOUR) },
    {
      id: 'pages start two transactions late',
      fault: at('listTransactions').items.all((items, asked) => (hasOffset(asked) ? items.slice(2) : items)),
    },
    {
      id: 'pages leave the third transaction out',
      fault: at('listTransactions').items.all((items, asked) =>
        hasOffset(asked) ? items.filter((_, index) => index !== 2) : items,
      ),
    },
    {
      id: 'offset turns the list around',
      fault: at('listTransactions').items.all((items, asked) => (hasOffset(asked) ? items.toReversed() : items)),
    },
  ],
} satisfies OwnRule;
