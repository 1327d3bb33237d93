/**
 * Whether traffic shows a change that a number does not follow: the number before and after it, and nothing in between.
 */

import { isAnswerOf } from '../../core/answers.ts';
import type { SuiteContext } from '../../core/context.ts';
import { aspectOf, type Follower, type Passing, type ReportAspect } from '../../core/family.ts';
import { pass } from '../../core/judgement.ts';
import { opposite } from '../../discovery/fresh.ts';
import { type ApiModel, operationOf } from '../../model/document/api.ts';
import { declaredOf } from '../../model/document/lists.ts';
import { sentPath } from '../../model/document/requests.ts';
import { isSuccess } from '../../model/exchange.ts';
import { Recent } from '../../model/recent.ts';
import { Doubts, isBetween, type Span } from '../kept.ts';
import { type Moves, numberAt } from './declared.ts';

/** The number of items that are remembered, and of callers that change them. */
const MOST = 500;
const MOST_MOVERS = 2000;

/** Other clients, outside this traffic, change it as well; rarely so often in a row by the same number. */
const CERTAIN = 5;

/** A number as a response had it. */
interface Reported extends Span {
  readonly number: number;
}

/** A move that must show in the next reading. */
interface Pending extends Span {
  readonly before: Reported;
}

interface Known {
  /** Null where it may have moved since. */
  readonly reported: Reported | null;
  readonly pending: Pending | null;
}

/** The operations that move the same number. */
function moversOf(api: ApiModel, { read, pointer }: Moves): ReadonlySet<string> {
  const same = declaredOf(api, 'moves').filter((one) => one.read === read && one.pointer === pointer);
  return new Set(same.map(({ operation }) => operation));
}

export function followMoves(declared: Moves, { api, target }: SuiteContext): Follower {
  const { operation: id, at: reportedAt, by, read, pointer } = declared;
  const [mover, movers] = [operationOf(api, id), moversOf(api, declared)];
  const back = opposite(api, declared)?.id ?? null;
  const things = new Recent<Known>(MOST);
  /** The last change of each caller to an item: a repetition may change nothing. */
  const last = new Recent<string>(MOST_MOVERS);
  const doubts = new Doubts(CERTAIN);
  const settleMs = target.settleMs ?? 5000;
  // Without a way back each must make something, so that each counts.
  const isMaking = back === null && mover.method === 'POST' && mover.body !== null;
  const aspect = aspectOf(declared);

  /** The judgements on a number after one move, which other clients may have changed as well. */
  const settled = (before: Reported, number: number, place: string, { exchange }: Passing) => {
    const right = before.number + by;
    if (number === right) return doubts.settle(new Map());
    const expected = `${right}, one ${by > 0 ? 'more' : 'less'} than before`;
    const breach = { expected, actual: String(number), pointer: place, about: 'moved', exchange };
    return doubts.settle(new Map([[`off by ${number - right}`, breach]]));
  };

  /** A reading shows the move before it. */
  const followReading = (thing: string, known: Known, passing: Passing, report: ReportAspect) => {
    const { exchange, began, at } = passing;
    const number = numberAt(exchange, pointer);
    if (!isAnswerOf(exchange, read) || number === null) return;
    const { pending } = known;
    const isDue = pending !== null && isBetween(pending.before, pending, passing);
    const isLate = isDue && number === pending.before.number && began - pending.at < settleMs;
    things.set(thing, { reported: { number, began, at }, pending: isLate ? pending : null });
    if (!isDue || isLate) return;
    if (number === pending.before.number + by) report(aspect, pass);
    report(aspect, ...settled(pending.before, number, pointer, passing));
  };

  /** A move may show in its own response, or else must show in the next reading. */
  const followMove = (thing: string, known: Known, passing: Passing, report: ReportAspect) => {
    const { exchange, caller, user, began, at } = passing;
    const { call, outcome } = exchange;
    const operation = call.kind === 'http' ? call.operation : null;
    // A rejected request changes nothing.
    if (operation === null || (!isSuccess(exchange) && outcome.kind === 'answer' && outcome.status < 500)) return;
    const name = `${user === null ? caller : JSON.stringify(user)} ${thing}`;
    const isCertain = isMaking || (back !== null && last.get(name) === back);
    last.set(name, operation);
    const { reported, pending } = known;
    const isPlain = operation === id && isCertain && pending === null && isSuccess(exchange);
    const before = isPlain && reported !== null && reported.at <= began ? reported : null;
    const answered = operation === id && reportedAt !== undefined ? numberAt(exchange, reportedAt) : null;
    if (before !== null && answered !== null && answered !== before.number) {
      report(aspect, ...settled(before, answered, reportedAt ?? '', passing));
    }
    const isMoved = answered !== null && answered !== reported?.number;
    things.set(thing, {
      reported: isMoved ? { number: answered, began, at } : null,
      pending: before === null ? null : { before, began, at },
    });
  };

  return (passing, report) => {
    const { exchange, caller } = passing;
    const { call } = exchange;
    if (caller === null || call.kind !== 'http' || call.operation === null) return;
    if (call.operation !== read && !movers.has(call.operation)) return;
    const thing = JSON.stringify(Object.values(sentPath(api, exchange)).map((value) => value.toLowerCase()));
    const known = things.get(thing) ?? { reported: null, pending: null };
    const follow = call.operation === read ? followReading : followMove;
    follow(thing, known, passing, report);
  };
}
