/**
 * `dur` is the length of the latest period that statistics and candles cover. The distance of the points, and whether a
 * point is at the beginning or the end of its interval, is open: so a step more or less is allowed.
 */
import { sendOpen } from '@wallet-services/conformance/builtin';
import {
  blockedBy,
  broken,
  type CheckContext,
  inconclusive,
  type Judgement,
  type OwnRule,
  pass,
  type Report,
} from '@wallet-services/conformance/core';
import { nearness } from '@wallet-services/conformance/families';
import {
  type Exchange,
  isObject,
  type JsonObject,
  objectsOf,
  successJson,
  valueAt,
  within,
} from '@wallet-services/conformance/model';
import {
  jsonReply,
  type Mutation,
  type Place,
  successOf,
  together,
  withQuery,
} from '@wallet-services/conformance/mutation';
import { type Point, pointsOf, seriesOperations, stepOf, turned } from '../series.ts';

const HOUR = 3600;

/** The documented length, in hours: 180 days. */
const LONGEST = 4320;

/** Shorter lengths, in hours. */
const SHORTER = [2160, 720, 168, 72, 24, 1];

/**
 * The allowed distance of the last point in the future, in seconds: it may be at the end of its interval, or have
 * another clock.
 */
const MINUTE = 60;

/** A requested series, the earliest point first. */
interface Series {
  readonly exchange: Exchange;
  readonly points: readonly Point[];
  /** The server's time, in seconds. */
  readonly now: number;
}

function seriesOf(exchange: Exchange): Series | null {
  const points = pointsOf(exchange);
  const ts = valueAt(successJson(exchange), '/ts');
  if (points === null || typeof ts !== 'number') return null;
  // A time in another zone is a separate fault, which does not affect the points.
  const isWrong = nearness(ts, exchange) === 'zone' && exchange.receivedAt !== undefined;
  const now = (isWrong ? (exchange.receivedAt ?? ts) : ts) / 1000;
  return { exchange, points: points.toSorted((left, right) => left.time - right.time), now };
}

function moment(seconds: number): string {
  const time = new Date(seconds * 1000);
  return Number.isNaN(time.getTime()) ? `${seconds} s` : time.toISOString();
}

/** Finds a point outside of the period: too old, or in the future. */
function outside({ exchange, points, now }: Series, hours: number, coarse: number): Judgement | null {
  const step = points.length > 1 ? stepOf(points) : coarse;
  const latest = points.at(-1)?.time ?? now;
  const period = Math.min(step, hours * HOUR + coarse);
  // The latest period may end now, where a point may be at the beginning of its interval, or at the last point.
  const isOld = latest < now - period;
  const start = Math.min(now - period, isOld ? latest - period : latest) - hours * HOUR - MINUTE;
  const stray = points.find(({ time }) => time < start || time > now + step + MINUTE);
  if (stray === undefined) return null;
  const reported = { actual: moment(stray.time), pointer: within('/data', stray.index), exchange };
  if (stray.time > now) return broken({ ...reported, expected: `no point later than ${moment(now)}`, about: 'future' });
  return broken({ ...reported, expected: `points of the last ${hours} h, up to ${moment(now)}`, about: 'outside' });
}

/** Whether the series ends before, or begins after, the points that the longest one has in the period. */
function cutShort({ exchange, points, now }: Series, hours: number, longest: Series): Judgement | null {
  const coarse = stepOf(longest.points);
  const latest = longest.points.at(-1)?.time ?? now;
  const start = Math.max(now, latest) - hours * HOUR + coarse;
  const [first] = longest.points.filter(({ time }) => time >= start);
  const [earliest, last] = [points[0]?.time, points.at(-1)?.time];
  const isLate = first !== undefined && (earliest === undefined || earliest > first.time + coarse + MINUTE);
  // If the data ended long ago, the latest period may be empty; otherwise it ends with the data.
  const isEarly = last !== undefined && last < latest - coarse - MINUTE;
  if (!isLate && !isEarly) return null;
  const reported = earliest === undefined || last === undefined ? 'nothing' : `${moment(earliest)} to ${moment(last)}`;
  const from = first === undefined ? '' : `from ${moment(first.time)} `;
  const expected = `points ${from}to ${moment(latest)}, as dur=${LONGEST}h returns them`;
  return broken({ expected, actual: reported, pointer: '/data', about: 'short', exchange });
}

/** Whether the series of half a year begins after a point of another series that is within the half year. */
function beginsLate({ exchange, points, now }: Series, other: Series, coarse: number): Judgement | null {
  const start = now - LONGEST * HOUR + coarse;
  const [shown] = other.points.filter(({ time }) => time >= start);
  const from = points[0]?.time ?? now;
  if (shown === undefined || from <= shown.time + Math.max(coarse, stepOf(other.points)) + MINUTE) return null;
  const expected = `points from ${moment(shown.time)}, which ${new URL(other.exchange.url).search || 'no dur'} returns`;
  return broken({ expected, actual: `the first is at ${moment(from)}`, pointer: '/data', about: 'late', exchange });
}

/** The number of latest points that may still change. */
const MOVING = 2;

/** Whether the figures of one moment in two series differ by more than rounding, and price changes, explain. */
const isApart = (one: number, other: number) => one > other * 1.5 || other > one * 1.5;

/**
 * Whether most points have other figures than those of half a year at the same times: dur only decides how far back the
 * series goes.
 */
function differing({ points, exchange }: Series, longest: Series): Judgement | null {
  if (stepOf(points) !== stepOf(longest.points)) return null;
  const known = new Map(longest.points.map((point) => [point.time, point.figures]));
  const both = points.slice(0, -MOVING).flatMap(({ index, time, figures }) => {
    const others = known.get(time);
    return others === undefined ? [] : [{ index, figures, others }];
  });
  const wrong = both.filter(({ figures, others }) => figures.some((one, place) => isApart(one, others[place] ?? one)));
  const [first] = wrong;
  if (first === undefined || wrong.length < 3 || wrong.length * 2 < both.length) return null;
  const expected = `${first.others.join(' and ')}, as dur=${LONGEST}h returns for that time`;
  const pointer = within('/data', first.index);
  return broken({ expected, actual: first.figures.join(' and '), pointer, about: 'figures', exchange });
}

/** Whether the series of half a year ends before the series without a `dur`, so that it is not the latest. */
function endsEarly({ exchange, points, now }: Series, usual: Series | null): Judgement | null {
  const [end, latest] = [points.at(-1)?.time, usual?.points.at(-1)?.time];
  if (usual === null || latest === undefined) return null;
  const coarse = Math.max(stepOf(points), stepOf(usual.points));
  if ((end ?? now - LONGEST * HOUR) >= latest - coarse - MINUTE) return null;
  const expected = `points up to ${moment(latest)}, as without dur`;
  const actual = end === undefined ? 'nothing' : `the last is at ${moment(end)}`;
  return broken({ expected, actual, pointer: '/data', about: 'not the latest', exchange });
}

async function judgeWindows(operation: string, ctx: CheckContext, report: Report): Promise<void> {
  // The documents show one length; whether a server reads another one is open.
  const send = (hours: number | null) => {
    const change = hours === null ? {} : { query: { dur: `${hours}h` } };
    const intent = hours === null || hours === LONGEST ? 'valid' : 'open';
    return sendOpen(ctx, operation, `${operation} of ${hours ?? 'no'} hours`, change, { intent });
  };
  const first = await send(LONGEST);
  const longest = seriesOf(first);
  if (longest === null) return report(blockedBy(first));
  const coarse = stepOf(longest.points);
  const usual = seriesOf(await send(null));
  const judgements: Judgement[] = [outside(longest, LONGEST, coarse) ?? endsEarly(longest, usual) ?? pass];
  const others = usual === null ? [] : [usual];
  let reported = false;
  for (const hours of SHORTER) {
    const series = seriesOf(await send(hours));
    if (series === null) continue;
    others.push(series);
    // Only a history that is longer than the period plus a step can show that the series was cut.
    reported ||= longest.points.some(({ time }) => time < longest.now - hours * HOUR - 2 * coarse);
    judgements.push(outside(series, hours, coarse) ?? cutShort(series, hours, longest) ?? pass);
  }
  judgements.push(...others.flatMap((one) => beginsLate(longest, one, coarse) ?? []).slice(0, 1));
  judgements.push(...others.flatMap((one) => differing(one, longest) ?? []).slice(0, 1));
  const isDecided = reported || judgements.some(({ verdict }) => verdict !== 'pass');
  if (isDecided) return report(...judgements);
  report(inconclusive(`${operation} covers too short a time`, 'put some days of transactions into the data'));
}

/** Reads a number of hours as another value; undefined: as if none was sent. */
function read({ query }: Place, change: (hours: number) => string | undefined): Mutation {
  return query((request) => {
    const hours = /^(\d+)h$/.exec(request.query.get('dur') ?? '')?.[1];
    return hours === undefined ? {} : { dur: change(Number(hours)) };
  });
}

/** The earliest points of half a year in place of the latest. */
function earliest(place: Place): Mutation {
  return place.instead(async (request, next) => {
    const reply = await next(request);
    const [own, half] = [successOf(reply), successOf(await next(withQuery(request, { dur: `${LONGEST}h` })))];
    const [some, all] = [valueAt(own, '/data'), valueAt(half, '/data')];
    if (!request.query.has('dur') || !isObject(own) || !Array.isArray(some) || !Array.isArray(all)) return reply;
    return jsonReply(200, { ...own, data: all.slice(0, some.length) });
  });
}

const DAY = 86_400;

function earlier(point: JsonObject, days: number): JsonObject {
  return { ...point, ts: Number(point['ts']) - days * DAY };
}

export default {
  id: 'swap.dur.window',
  async check(ctx, report) {
    for (const operation of seriesOperations) await judgeWindows(operation, ctx, report);
  },
  mutants: (at) => {
    const [market, pair, candles] = [at('listMarketStats'), at('listPairStats'), at('listCandles')];
    return {
      'candles know no dur': candles.query({ dur: undefined }),
      'statistics of a pair know no dur': pair.query({ dur: undefined }),
      'dur counts days': read(market, (hours) => `${hours * 24}h`),
      'dur counts minutes': read(candles, (hours) => `${hours}m`),
      'dur is a day at least': read(pair, (hours) => `${Math.max(hours, 24)}h`),
      'dur is a week at most, but for half a year': read(
        market,
        (hours) => `${hours === LONGEST ? hours : Math.min(hours, 168)}h`,
      ),
      'prices change places in half a year': candles.value('/data/*', (candle, { query }) =>
        query.get('dur') === `${LONGEST}h` ? turned(candle) : candle,
      ),
      'a month is worth twice as much': pair.value('/data/*/value', (value, { query }) =>
        query.get('dur') === '720h' ? String(2 * Number(value)) : value,
      ),
      'half a year is a month': read(market, (hours) => `${hours === LONGEST ? 720 : hours}h`),
      'dur is two days longer at least than it says': read(market, (hours) => `${(Math.ceil(hours / 24) + 2) * 24}h`),
      'dur is doubled': read(candles, (hours) => `${hours * 2}h`),
      'dur is the earliest stretch, not the latest': earliest(market),
      'dur is the earliest stretch of what ended forty days ago': together(
        earliest(market),
        market.value('/data', (points) => objectsOf(points).map((point) => earlier(point, 40))),
      ),
      'dur is a stretch that ended forty days ago': pair.value('/data', (points, { query }) =>
        query.has('dur') ? objectsOf(points).map((point) => earlier(point, 40)) : points,
      ),
      'statistics begin with a point of the year before': market.items.first((point) => earlier(point, 365)),
    };
  },
} satisfies OwnRule;
