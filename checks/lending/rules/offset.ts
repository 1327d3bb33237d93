/**
 * `offset` is the time at which the page starts. The list may run in either direction, so the page lies after the
 * offset or before it; a transaction at exactly that time may be in it or not.
 */
import {
  blocked,
  blockedBy,
  broken,
  type CheckContext,
  inconclusive,
  isRefusal,
  type Judgement,
  type OwnRule,
  pass,
} from '@wallet-services/conformance/core';
import { once } from '@wallet-services/conformance/discovery';
import { type Exchange, formatInstant, objectsOf, parseInstant, within } from '@wallet-services/conformance/model';
import { jsonReply, type MatchedRequest, successOf, together, withQuery } from '@wallet-services/conformance/mutation';
import { allTransactions, placeOfSecond, sendTransactions } from '../calls.ts';
import { directionOf, type Row, rowsOf, timeOf, timesOf } from './transactions.ts';

export const DATA_HINT = 'put transactions with different times into the data';
const SECOND = 1_000_000_000n;
const HOUR = 3600n * SECOND;
/** The resolutions in which servers store a time: nanoseconds, microseconds, milliseconds. */
const STEPS = [1n, 1000n, 1_000_000n];
/**
 * The distance of an offset that is beyond the ends of the whole list; one answer may show only a part of it. On one
 * side, a page from there is empty.
 */
const DECADE = 87_660n * HOUR;
/** UTC+8, the time zone of the documented servers. */
const EAST = 480;
/** The limit of a page from deep within the list. */
const SMALL = 2;

interface Probe {
  readonly label: string;
  readonly offset: bigint;
  /** The text of the offset. Default: to the nanosecond, in UTC. */
  readonly text?: string;
  readonly limit?: number;
  /** Whether the offset is beyond the ends of the list. */
  readonly isFar?: boolean;
}

/** Whether a server may reject an offset: one that is far away, or written without the nanoseconds of the documents. */
const mayRefuse = ({ isFar = false, text = '.' }: Probe) => isFar || !text.includes('.');

/** The middle of the widest gap: a server that stores fewer digits of a time still finds the gap there. */
function widestGap(times: readonly bigint[]): bigint | undefined {
  const gaps = times.slice(1).map((time, index) => ({ from: times[index] ?? time, to: time }));
  const [widest] = gaps.toSorted((left, right) => Number(right.to - right.from - (left.to - left.from)));
  return widest === undefined ? undefined : (widest.from + widest.to) / 2n;
}

/** The same time in UTC+8, without a fraction of zero. */
function eastern(offset: bigint): string {
  return formatInstant(offset, EAST).replace('.000000000', '');
}

/** The whole second within a gap, a resolution that all servers store. */
function wholeSecond(gap: bigint, times: readonly bigint[]): bigint {
  const second = gap - (gap % SECOND);
  return times.some((time) => time >= second && time < gap) ? gap : second;
}

/** Offsets to request from a list. */
function probesFor(rows: readonly Row[]): readonly Probe[] {
  const times = timesOf(rows);
  const [first, last, end] = [times[0], times.at(-1), rows.at(-1)?.time];
  if (first === undefined || last === undefined || end === undefined) return [];
  const ends: readonly Probe[] = [
    { label: 'before all', offset: first - DECADE, isFar: true },
    { label: 'after all', offset: last + DECADE, isFar: true },
  ];
  const middle = times[Math.floor(times.length / 2)];
  const gap = widestGap(times);
  if (middle === undefined || gap === undefined) return ends;
  const whole = wholeSecond(gap, times);
  // The finest resolution that the server shows; one that stores microseconds cannot distinguish nanoseconds.
  const finest = STEPS.find((step) => times.some((time) => time % (step * 1000n) !== 0n)) ?? SECOND;
  const near = [finest, -finest].map((step) => ({
    label: `${step > 0n ? 'just past' : 'just before'} a transaction`,
    offset: middle + step,
  }));
  return [
    ...near,
    ...ends,
    { label: 'between two transactions', offset: whole, text: formatInstant(whole).replace('.000000000', '') },
    { label: 'at a transaction', offset: middle },
    { label: 'at a transaction, in another UTC offset', offset: middle, text: eastern(middle) },
    { label: 'a few between two transactions', offset: whole, text: eastern(whole), limit: SMALL },
    { label: 'a few from the middle', offset: middle, limit: SMALL },
    { label: 'from the end of what is shown', offset: end },
  ];
}

type Side = 'after' | 'before';

const isOn = (side: Side, time: bigint, offset: bigint) => (side === 'after' ? time > offset : time < offset);

/** The content of a page, and the transactions seen before it. */
interface Observation {
  readonly exchange: Exchange;
  readonly probe: Probe;
  readonly rows: readonly Row[];
  /** The transactions in the list without an offset, and on earlier pages. */
  readonly known: readonly Row[];
  /** The number of transactions in an answer without a limit. */
  readonly usual: number;
}

/**
 * The first transaction that the page leaves out although it lies between the offset and the page's end. A page of
 * transactions before its offset, from old to new, must reach it: otherwise the offset would not be its start in any
 * sense.
 */
function leftOut(
  { rows, known, usual, probe: { offset, limit } }: Observation,
  side: Side,
  way: Side,
): Row | undefined {
  const isUpTo = side === 'before' && way === 'after';
  const end = rows.at(isUpTo ? 0 : -1)?.time;
  const ids = new Set(rows.map(({ id }) => id));
  const isCut = rows.length >= (limit ?? usual);
  const inner = way === 'after' && !isUpTo ? 'before' : 'after';
  // At the very end a limit may have cut between transactions of the same time.
  const isMeant = (time: bigint) => end === undefined || !isCut || isOn(inner, time, end);
  return known.find(({ id, time }) => isOn(side, time, offset) && isMeant(time) && !ids.has(id));
}

/** @param way the side of a transaction on which the next one of the list is. */
function judgePage(seen: Observation, side: Side, way: Side): Judgement {
  const { rows, exchange, probe } = seen;
  const start = formatInstant(probe.offset);
  const stray = rows.find(({ time }) => time !== probe.offset && !isOn(side, time, probe.offset));
  const reported = (expected: string, actual: string, pointer = '') => broken({ expected, actual, pointer, exchange });
  if (stray !== undefined) {
    const pointer = within(within('', stray.index), 'created_at');
    return reported(`only transactions on one side of ${start}`, formatInstant(stray.time), pointer);
  }
  const usual = way === 'after' ? 'ascending' : 'descending';
  const direction = directionOf(rows);
  if (direction !== usual && direction !== 'level') {
    return reported(`${usual}, like the list without an offset`, `it is ${direction}`);
  }
  const missing = leftOut(seen, side, way);
  if (missing === undefined) return pass;
  // A full page may have no room for the missing transaction.
  if (placeOfSecond(exchange) >= 0) return inconclusive('the page shows a transaction twice');
  const actual = `transaction ${missing.id}, of ${formatInstant(missing.time)}, is missing`;
  return reported(`every transaction from ${start} to the end of the page`, actual);
}

/** Judges that the list without an offset begins at its first transaction, also after requests with an offset. */
function judgeAfterwards(whole: readonly Row[], exchange: Exchange): Judgement {
  const ids = new Set((rowsOf(exchange) ?? whole).map(({ id }) => id));
  // Other clients may have written meanwhile, but not this many transactions.
  const first = whole.slice(0, Math.ceil(whole.length / 4)).map(({ id }) => id);
  if (first.some((id) => ids.has(id))) return pass;
  const expected = 'the list from its beginning, as in the first request without an offset';
  return broken({ expected, actual: `transaction ${first[0]} is missing`, pointer: '', exchange });
}

/** If the list is empty without an offset, transactions from before then must not appear with one. */
async function judgeEmpty(ctx: CheckContext, { receivedAt = 0 }: Exchange): Promise<Judgement> {
  const now = BigInt(receivedAt) * 1_000_000n;
  for (const offset of [now - DECADE, now + DECADE]) {
    const exchange = await sendTransactions(ctx, 'far off', { offset: formatInstant(offset) }, 'open');
    const row = rowsOf(exchange)?.find(({ time }) => time < now - HOUR);
    const expected = 'no transactions, since there are none without an offset';
    if (row !== undefined) return broken({ expected, actual: row.id, pointer: within('', row.index), exchange });
  }
  return inconclusive('there are no transactions', DATA_HINT);
}

/**
 * Judges a list with a single time, which has no direction: a page must be empty on one side and whole on the other.
 */
function judgeLevel(early: Exchange | undefined, late: Exchange | undefined): Judgement {
  const [before, after] = [rowsOf(early)?.length, rowsOf(late)?.length];
  if (before === undefined || after === undefined || late === undefined) return blockedBy(late);
  if (before > 0 !== after > 0) return inconclusive('all transactions have the same time', DATA_HINT);
  const actual = before > 0 ? 'the same transactions on both sides' : 'nothing on either side';
  return broken({ expected: 'transactions on only one side of the offset', actual, pointer: '', exchange: late });
}

export const hasOffset = ({ query }: MatchedRequest) => query.has('offset');

/** The list without an offset, the time by which it is sorted, and its pages from offsets, each requested once. */
export const probed = once(async (ctx: CheckContext) => {
  const exchange = await allTransactions(ctx);
  const member = timeOf(exchange);
  const probes = member === undefined ? [] : probesFor(rowsOf(exchange, member) ?? []);
  const pages: { readonly probe: Probe; readonly send: () => Promise<Exchange>; readonly page: Exchange }[] = [];
  for (const probe of probes) {
    const { label, offset, text = formatInstant(offset), limit } = probe;
    const query = { ...(limit !== undefined && { limit: String(limit) }), offset: text };
    const send = () => sendTransactions(ctx, label, query, mayRefuse(probe) ? 'open' : 'valid');
    pages.push({ probe, send, page: await send() });
  }
  return { exchange, member, pages };
});

export default {
  id: 'lending.listTransactions.offset',
  async check(ctx, report) {
    const { exchange, member, pages } = await probed(ctx);
    const whole = rowsOf(exchange, member);
    if (whole === null) return report(blockedBy(exchange));
    if (whole.length === 0) return report(await judgeEmpty(ctx, exchange));
    if (member === undefined) return report(blocked('the list is not ordered, so an offset cannot be checked'));
    const all: Observation[] = [];
    for (const { probe, page } of pages) {
      const rows = rowsOf(page, member);
      if (rows === null && !(mayRefuse(probe) && isRefusal(page))) report(blockedBy(page));
      const known = [...whole, ...all.flatMap((seen) => seen.rows)];
      if (rows !== null) all.push({ exchange: page, probe, rows, known, usual: whole.length });
    }
    report(judgeAfterwards(whole, await sendTransactions(ctx, 'without an offset, afterwards')));
    const direction = directionOf(whole);
    if (direction === 'level') return report(judgeLevel(pages.at(-2)?.page, pages.at(-1)?.page));
    const way = direction === 'ascending' ? 'after' : 'before';
    const [along, against] = [way, way === 'after' ? 'before' : 'after'] as const;
    // A page may run from its start, or up to it, but each page in the same way.
    const judged = [along, against].map((side) => all.map((seen) => judgePage(seen, side as Side, way)));
    report(...(judged.find((some) => some.every(({ verdict }) => verdict === 'pass')) ?? judged[0] ?? []));
  },
  mutants: (at) => {
    const list = at('listTransactions');
    /** Changes the offset, such as to a lower precision, before the server reads it. */
    const reads = (read: (offset: bigint, text: string) => bigint) =>
      list.query(({ query }): Readonly<Record<string, string>> => {
        const text = query.get('offset') ?? '';
        const offset = parseInstant(text);
        return offset === null ? {} : { offset: formatInstant(read(offset, text)) };
      });
    const from = (change: <Item>(items: readonly Item[]) => readonly Item[]) =>
      list.items.all((items, request) => (hasOffset(request) ? change(items) : items));
    const isIn = (time: unknown, offset: string) => (parseInstant(String(time)) ?? 0n) >= (parseInstant(offset) ?? 0n);
    return {
      'offset is ignored': list.query({ offset: undefined }),
      'the limit is applied before the offset': together(
        list.items.all((items, { query }) =>
          items.filter(({ created_at: time }) => isIn(time, query.get('offset') ?? '')),
        ),
        list.query({ offset: undefined }),
      ),
      'offset is read to the second': reads((offset) => offset - (offset % SECOND)),
      'offset is read to the microsecond': reads((offset) => offset - (offset % 1000n)),
      'times are of microseconds, and offset is read to the millisecond': together(
        list.value('/*/created_at', (time) => String(time).replace(/(\.\d{6})\d+/, '$1')),
        reads((offset) => offset - (offset % 1_000_000n)),
      ),
      'the UTC offset of the offset is ignored': reads(
        (offset, text) => parseInstant(`${text.slice(0, 29)}Z`) ?? offset,
      ),
      'an offset of whole seconds is passed over': list.query(
        ({ query }): Readonly<Record<string, undefined>> =>
          /:\d\d[Z+]/.test(query.get('offset') ?? '') ? { offset: undefined } : {},
      ),
      'nothing lies beyond the list without an offset': list.remembering<string>(async (last, request, next) => {
        const reply = await next(request);
        const end = objectsOf(successOf(reply)).at(-1)?.['created_at'];
        if (hasOffset(request))
          return isIn(request.query.get('offset'), last.value ?? '9999-01-01T00:00:00Z') ? jsonReply(200, []) : reply;
        if (!request.query.has('limit')) last.value = String(end);
        return reply;
      }),
      'pages start an hour late': reads((offset) => offset + HOUR),
      'without an offset the page starts at the one before': list.remembering<string>((last, request, next) => {
        last.value = request.query.get('offset') ?? last.value;
        return next(withQuery(request, { offset: last.value }));
      }),
      'pages start two transactions late': from((items) => items.slice(2)),
      'pages leave the third transaction out': from((items) => items.filter((_, index) => index !== 2)),
      'offset turns the list around': from((items) => items.toReversed()),
      'pages are the oldest ones before the offset': together(
        list.items.all((items, { query }) =>
          items
            .filter(({ created_at: time }) => !query.has('offset') || !isIn(time, query.get('offset') ?? ''))
            .slice(0, Number(query.get('limit') ?? items.length)),
        ),
        list.query({ offset: undefined, limit: undefined }),
      ),
    };
  },
} satisfies OwnRule;
