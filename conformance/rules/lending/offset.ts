/**
 * `offset` is the time at which the page starts. The list may run either way, so the page lies after the offset or
 * before it; a transaction at the very time may be in it or not.
 */
import { differences } from '../../families/differences.ts';
import { type Asked, together, withQuery } from '../../fault/at.ts';
import { remembered } from '../../find/find.ts';
import type { Exchange } from '../../model/exchange.ts';
import { excerpt } from '../../model/json.ts';
import { within } from '../../model/pointer.ts';
import { formatInstant, parseInstant } from '../../model/time.ts';
import { blocked, blockedBy, broken, inconclusive, isRefusal, pass, passUnless } from '../judgement.ts';
import type { OwnRule } from '../own.ts';
import type { Breach, Judgement, Talk } from '../rule.ts';
import { allTransactions, askTransactions, itemsOf } from './calls.ts';
import { directionOf, type Row, rowsOf, timeOf, timesOf } from './transactions.ts';

const DATA_HINT = 'put transactions at different times into the data';
const SECOND = 1_000_000_000n;
const HOUR = 3600n * SECOND;
/** Nanoseconds, microseconds, milliseconds: what servers keep of a time. */
const STEPS = [1n, 1000n, 1_000_000n];
/** Beyond the ends of the whole list, of which one answer may show a part: a page there is empty, on one side. */
const DECADE = 87_660n * HOUR;
/** UTC+8, where the servers that the documents describe are run. */
const EAST = 480;
/** The limit of a page from deep within the list. */
const SMALL = 2;

interface Probe {
  readonly label: string;
  readonly offset: bigint;
  readonly zone?: number;
  readonly limit?: number;
  /** So far off that a server may refuse it. */
  readonly isFar?: boolean;
}

/** The middle of the widest gap: a server that keeps fewer digits of a time still finds the gap there. */
function widestGap(times: readonly bigint[]): bigint | undefined {
  const gaps = times.slice(1).map((time, index) => ({ from: times[index] ?? time, to: time }));
  const [widest] = gaps.toSorted((left, right) => Number(right.to - right.from - (left.to - left.from)));
  return widest === undefined ? undefined : (widest.from + widest.to) / 2n;
}

/** Offsets to try on a list. */
function probesFor(rows: readonly Row[]): readonly Probe[] {
  const times = timesOf(rows);
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) return [];
  const ends: readonly Probe[] = [
    { label: 'before all', offset: first - DECADE, isFar: true },
    { label: 'after all', offset: last + DECADE, isFar: true },
  ];
  const middle = times[Math.floor(times.length / 2)];
  const gap = widestGap(times);
  if (middle === undefined || gap === undefined) return ends;
  // The finest that the server shows; one that keeps microseconds cannot tell nanoseconds apart.
  const finest = STEPS.find((step) => times.some((time) => time % (step * 1000n) !== 0n)) ?? SECOND;
  const near = [finest, -finest].map((step) => ({
    label: `${step > 0n ? 'just past' : 'just before'} a transaction`,
    offset: middle + step,
  }));
  return [
    ...near,
    ...ends,
    { label: 'at a transaction', offset: middle },
    { label: 'at a transaction, in another UTC offset', offset: middle, zone: EAST },
    { label: 'between two transactions', offset: gap },
    { label: 'a few between two transactions', offset: gap, limit: SMALL },
    { label: 'a few from the middle', offset: middle, limit: SMALL },
  ];
}

type Side = 'after' | 'before';

const isOn = (side: Side, time: bigint, offset: bigint) => (side === 'after' ? time > offset : time < offset);

/** What a page holds, and what the list without an offset holds. */
interface Seen {
  readonly exchange: Exchange;
  readonly probe: Probe;
  readonly rows: readonly Row[];
  readonly whole: readonly Row[];
}

/**
 * The first transaction that the page leaves out although it lies between the offset and the page's end. A page of what
 * is before its offset, from old to new, must come up to it: else the offset would be its start in no sense.
 */
function leftOut({ rows, whole, probe: { offset, limit } }: Seen, side: Side, way: Side): Row | undefined {
  const isUpTo = side === 'before' && way === 'after';
  const end = rows.at(isUpTo ? 0 : -1)?.time;
  const ids = new Set(rows.map(({ id }) => id));
  const isCut = rows.length >= (limit ?? whole.length);
  const inner = way === 'after' && !isUpTo ? 'before' : 'after';
  // At the very end a limit may have cut between transactions of the same time.
  const isMeant = (time: bigint) => end === undefined || !isCut || isOn(inner, time, end);
  return whole.find(({ id, time }) => isOn(side, time, offset) && isMeant(time) && !ids.has(id));
}

/** @param way the side of a transaction on which the next one of the list lies. */
function judgePage(seen: Seen, side: Side, way: Side): Judgement {
  const { rows, exchange, probe } = seen;
  const start = formatInstant(probe.offset);
  const stray = rows.find(({ time }) => time !== probe.offset && !isOn(side, time, probe.offset));
  const told = (expected: string, actual: string, pointer = '') => broken({ expected, actual, pointer, exchange });
  if (stray !== undefined) {
    const pointer = within(within('', stray.index), 'created_at');
    return told(`no transaction on the other side of ${start}`, formatInstant(stray.time), pointer);
  }
  const usual = way === 'after' ? 'ascending' : 'descending';
  const direction = directionOf(rows);
  if (direction !== usual && direction !== 'level') {
    return told(`a page in the order of the list without an offset, ${usual}`, `it is ${direction}`);
  }
  const missing = leftOut(seen, side, way);
  if (missing === undefined) return pass;
  const actual = `transaction ${missing.id}, of ${formatInstant(missing.time)}, is missing`;
  return told(`a page that starts at ${start} and leaves no transaction out`, actual);
}

/** Without an offset the list begins where it began, whatever was asked for meanwhile. */
function judgeAfterwards(whole: readonly Row[], exchange: Exchange): Judgement {
  const ids = new Set((rowsOf(exchange) ?? whole).map(({ id }) => id));
  // Others may have written meanwhile, but not so much.
  const first = whole.slice(0, Math.ceil(whole.length / 4)).map(({ id }) => id);
  if (first.some((id) => ids.has(id))) return pass;
  const actual = `transaction ${first[0]} is missing`;
  return broken({ expected: 'the list from its beginning, as before', actual, pointer: '', exchange });
}

/** Nothing is listed without an offset: nothing that was there then may be listed with one. */
async function judgeEmpty(talk: Talk, { receivedAt = 0 }: Exchange): Promise<Judgement> {
  const now = BigInt(receivedAt) * 1_000_000n;
  for (const offset of [now - DECADE, now + DECADE]) {
    const exchange = await askTransactions(talk, 'far off', { offset: formatInstant(offset) }, 'open');
    const row = rowsOf(exchange)?.find(({ time }) => time < now - HOUR);
    const expected = 'no transaction, as there is none without an offset';
    if (row !== undefined) return broken({ expected, actual: row.id, pointer: within('', row.index), exchange });
  }
  return inconclusive('there are no transactions', DATA_HINT);
}

/** With a single time the direction is unknown: the page is empty on one side and whole on the other. */
function judgeLevel(early: Exchange | undefined, late: Exchange | undefined): Judgement {
  const [before, after] = [rowsOf(early)?.length, rowsOf(late)?.length];
  if (before === undefined || after === undefined || late === undefined) return blockedBy(late);
  if (before > 0 !== after > 0) return inconclusive('all transactions were made at the same time', DATA_HINT);
  const actual = before > 0 ? 'the same transactions on both sides' : 'nothing on either side';
  return broken({ expected: 'transactions on one side of the offset only', actual, pointer: '', exchange: late });
}

const hasOffset = ({ query }: Asked) => query.has('offset');

/** The list as it is without an offset, the time by which it runs, and its pages from offsets, each asked for once. */
function probed(talk: Talk) {
  return remembered(talk, 'transactions by offset', async () => {
    const exchange = await allTransactions(talk);
    const member = timeOf(exchange);
    const probes = member === undefined ? [] : probesFor(rowsOf(exchange, member) ?? []);
    const pages: { readonly probe: Probe; readonly ask: () => Promise<Exchange>; readonly page: Exchange }[] = [];
    for (const probe of probes) {
      const { label, offset, zone, limit, isFar = false } = probe;
      const query = { ...(limit !== undefined && { limit: String(limit) }), offset: formatInstant(offset, zone) };
      const ask = () => askTransactions(talk, label, query, isFar ? 'open' : 'valid');
      pages.push({ probe, ask, page: await ask() });
    }
    return { exchange, member, pages };
  });
}

const offset: OwnRule = {
  id: 'lending.listTransactions.offset',
  async check(talk, say) {
    const { exchange, member, pages } = await probed(talk);
    const whole = rowsOf(exchange, member);
    if (whole === null) return say(blockedBy(exchange));
    if (whole.length === 0) return say(await judgeEmpty(talk, exchange));
    if (member === undefined) return say(blocked('the list is not ordered, so an offset has no meaning in it'));
    const all = pages.flatMap(({ probe, page }): readonly Seen[] => {
      const rows = rowsOf(page, member);
      if (rows === null && !(probe.isFar && isRefusal(page))) say(blockedBy(page));
      return rows === null ? [] : [{ exchange: page, probe, rows, whole }];
    });
    say(judgeAfterwards(whole, await askTransactions(talk, 'without an offset, afterwards')));
    const direction = directionOf(whole);
    if (direction === 'level') return say(judgeLevel(pages.at(-2)?.page, pages.at(-1)?.page));
    const way = direction === 'ascending' ? 'after' : 'before';
    const [along, against] = [way, way === 'after' ? 'before' : 'after'] as const;
    // A page may run on from its start, or up to it: one way or the other, but each page the same.
    const judged = [along, against].map((side) => all.map((seen) => judgePage(seen, side as Side, way)));
    say(...(judged.find((some) => some.every(({ verdict }) => verdict === 'pass')) ?? judged[0] ?? []));
  },
  faults: (at) => {
    const list = at('listTransactions');
    /** Reads the offset less exactly than it is written, or otherwise. */
    const reads = (read: (offset: bigint, text: string) => bigint) =>
      list.query(({ query }): Readonly<Record<string, string>> => {
        const text = query.get('offset') ?? '';
        const offset = parseInstant(text);
        return offset === null ? {} : { offset: formatInstant(read(offset, text)) };
      });
    const from = (change: <Item>(items: readonly Item[]) => readonly Item[]) =>
      list.items.all((items, asked) => (hasOffset(asked) ? change(items) : items));
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
      'pages start an hour late': reads((offset) => offset + HOUR),
      'without an offset the page starts at the one before': list.remembering<string>((last, asked, next) => {
        last.value = asked.query.get('offset') ?? last.value;
        return next(withQuery(asked, { offset: last.value }));
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
};

/** What a page tells otherwise of a transaction than the list without an offset; null where nothing can be compared. */
function toldOtherwise(whole: Exchange, page: Exchange): readonly Breach[] | null {
  const known = new Map(itemsOf(whole)?.map((item) => [String(item['id']), item]));
  const both = (itemsOf(page) ?? []).flatMap((item, index) => {
    const other = known.get(String(item['id']));
    return other === undefined ? [] : [{ pointer: within('', index), told: differences(other, item) }];
  });
  const breaches = both.flatMap(({ pointer: at, told }) =>
    told.map(({ pointer, listed, alone }): Breach => {
      const expected = `${excerpt(listed)}, as without an offset`;
      return { expected, actual: excerpt(alone), pointer: `${at}${pointer}`, about: pointer, exchange: page };
    }),
  );
  return both.length === 0 ? null : breaches;
}

const toldAlike: OwnRule = {
  id: 'lending.listTransactions.told-alike',
  async check(talk, say) {
    const { exchange, pages } = await probed(talk);
    for (const { page, ask } of pages) {
      const first = toldOtherwise(exchange, page);
      if (first === null) continue;
      // A transaction may have changed meanwhile: then both tell the same of it now.
      const again = first.length === 0 ? [] : toldOtherwise(await askTransactions(talk, 'once more'), await ask());
      const told = new Set(again?.map(({ expected, actual, about }) => JSON.stringify([expected, actual, about])));
      const lasting = first.filter(({ expected, actual, about }) =>
        told.has(JSON.stringify([expected, actual, about])),
      );
      say(...passUnless(lasting.slice(0, 1).map(broken)));
    }
  },
  whenSilent: () => inconclusive('no transaction was seen on two pages', DATA_HINT),
  faults: (at) => {
    const { items } = at('listTransactions');
    const isSmall = ({ query }: Asked) => Number(query.get('limit') ?? 500) < 5;
    return {
      'amounts are rounded on small pages': items.each(({ amount, ...item }, _, asked) => ({
        ...item,
        amount: isSmall(asked) ? Number(amount).toFixed(1) : amount,
      })),
      'with an offset the user is the asset': items.each((item, _, asked) =>
        hasOffset(asked) ? { ...item, user_id: item['asset_id'] } : item,
      ),
    };
  },
};

export default [offset, toldAlike];
