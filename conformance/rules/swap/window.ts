/**
 * `dur` is the length of the latest stretch that statistics and candles tell of. How far apart the points stand, and
 * whether a point stands at the beginning or the end of its period, is left open: so a step more or less is allowed.
 */
import { noInput } from '../../model/call.ts';
import type { Exchange } from '../../model/exchange.ts';
import { within } from '../../model/pointer.ts';
import { blockedBy, broken, inconclusive, pass } from '../judgement.ts';
import type { Judgement, Rule, Scene, Script } from '../rule.ts';
import { conversationRule, type Say } from '../shared/conversation.ts';
import { serverTimeOf } from '../shared/data.ts';
import { ask, pathOf } from './calls.ts';
import { findPair, PAIR_HINT } from './discover.ts';
import { type Point, pointsOf, seriesOperations, stepOf } from './points.ts';

const HOUR = 3600;

/** The length that the documents show, in hours: 180 days. */
const LONGEST = 4320;

/** Shorter ones, in hours. */
const SHORTER = [2160, 720, 168, 72, 24, 1];

/** Whether something shorter than a day, in hours, is a stretch that a server tells of is left open. */
const LEAST = 24;

/** So far in the future the last point may lie: at the end of its period, or by another clock. */
const MINUTE = 60;

/** A series that was asked for, the earliest point first. */
interface Series {
  readonly exchange: Exchange;
  readonly points: readonly Point[];
  /** The server's time, in seconds. */
  readonly now: number;
}

function seriesOf(exchange: Exchange): Series | null {
  const points = pointsOf(exchange);
  const ts = serverTimeOf(exchange);
  if (points === null || ts === null) return null;
  return { exchange, points: points.toSorted((left, right) => left.time - right.time), now: ts / 1000 };
}

function moment(seconds: number): string {
  const time = new Date(seconds * 1000);
  return Number.isNaN(time.getTime()) ? `${seconds} s` : time.toISOString();
}

/** A point outside of the stretch: too old, or in the future. */
function outside({ exchange, points, now }: Series, hours: number, coarse: number): Judgement | null {
  const step = points.length > 1 ? stepOf(points) : coarse;
  const latest = points.at(-1)?.time ?? now;
  // Latest may mean up to now, or up to the last point.
  const start = Math.min(now, latest) - hours * HOUR - Math.min(step, hours * HOUR + coarse) - MINUTE;
  const stray = points.find(({ time }) => time < start || time > now + step + MINUTE);
  if (stray === undefined) return null;
  return broken({
    expected: `points of the latest ${hours} h, up to ${moment(now)}`,
    actual: moment(stray.time),
    pointer: within('/data', stray.index),
    about: 'outside',
    exchange,
  });
}

/** Whether the stretch ends or begins short of what the longest one shows within it. */
function cutShort({ exchange, points, now }: Series, hours: number, longest: Series): Judgement | null {
  const coarse = stepOf(longest.points);
  const latest = longest.points.at(-1)?.time ?? now;
  const start = Math.max(now, latest) - hours * HOUR + coarse;
  const [first] = longest.points.filter(({ time }) => time >= start);
  if (first === undefined) return null;
  const [earliest, last] = [points[0]?.time, points.at(-1)?.time];
  const isLate = earliest === undefined || earliest > first.time + coarse + MINUTE;
  const isEarly = last !== undefined && last < latest - coarse - MINUTE;
  if (!isLate && !isEarly) return null;
  const told = earliest === undefined || last === undefined ? 'nothing' : `${moment(earliest)} to ${moment(last)}`;
  const expected = `points from ${moment(first.time)} to ${moment(latest)}, as ${LONGEST}h shows them`;
  return broken({ expected, actual: told, pointer: '/data', about: 'short', exchange });
}

/** Whether half a year ends before what is told without a `dur`: then it is not the latest. */
function endsEarly({ exchange, points, now }: Series, usual: Series | null): Judgement | null {
  const [end, latest] = [points.at(-1)?.time, usual?.points.at(-1)?.time];
  if (usual === null || latest === undefined) return null;
  const coarse = Math.max(stepOf(points), stepOf(usual.points));
  if ((end ?? now - LONGEST * HOUR) >= latest - coarse - MINUTE) return null;
  const expected = `points up to ${moment(latest)}, as without dur`;
  const actual = end === undefined ? 'nothing' : `the last is of ${moment(end)}`;
  return broken({ expected, actual, pointer: '/data', about: 'not the latest', exchange });
}

function* askWindows(operation: string, scene: Scene, say: Say): Script {
  const pair = operation === 'listMarketStats' ? null : yield* findPair(scene);
  if (pair === null && operation !== 'listMarketStats') return say(inconclusive('no pair was found', PAIR_HINT));
  const input = pair === null ? noInput : pathOf(pair);
  const asked = (hours: number) =>
    ask(scene, operation, `${hours} hours`, {
      ...input,
      query: { dur: `${hours}h` },
      intent: hours >= LEAST ? 'valid' : 'open',
    });
  const first = yield asked(LONGEST);
  const longest = seriesOf(first);
  if (longest === null) return say(blockedBy(first));
  const coarse = stepOf(longest.points);
  const usual = seriesOf(yield ask(scene, operation, 'no dur', { ...input, intent: 'valid' }));
  const judgements: Judgement[] = [outside(longest, LONGEST, coarse) ?? endsEarly(longest, usual) ?? pass];
  let told = false;
  for (const hours of SHORTER) {
    const exchange = yield asked(hours);
    const series = seriesOf(exchange);
    if (series === null) {
      if (hours >= LEAST || exchange.outcome.kind === 'failure') judgements.push(blockedBy(exchange));
      continue;
    }
    // Only a history that is longer than the stretch and a step tells that it was cut.
    told ||= longest.points.some(({ time }) => time < longest.now - hours * HOUR - 2 * coarse);
    judgements.push(outside(series, hours, coarse) ?? cutShort(series, hours, longest) ?? pass);
  }
  const isDecided = told || judgements.some(({ verdict }) => verdict !== 'pass');
  if (isDecided) return say(...judgements);
  say(inconclusive(`${operation} tells of too short a time`, 'put some days of transactions into the data'));
}

export const durWindow: Rule = conversationRule('swap.dur.window', () =>
  seriesOperations.map((operation) => ({
    id: operation,
    operation,
    talk: (scene, say) => askWindows(operation, scene, say),
  })),
);
