/** What is known of a server's clock, and what waits until it is known. */

import type { SuiteContext } from '../../core/context.ts';
import type { Judgement } from '../../core/judgement.ts';
import { type ApiModel, type Operation, operationOf } from '../../model/document/api.ts';
import { declaredOf } from '../../model/document/lists.ts';
import { type Exchange, successJson } from '../../model/exchange.ts';
import { isObject } from '../../model/values/json.ts';
import { nearness } from '../now.ts';
import { type Moment, momentOf, momentReads, placesIn } from './declared.ts';

function momentsNow(api: ApiModel): readonly Moment[] {
  return declaredOf(api, 'moment').filter(({ now }) => now === true);
}

/** Whether anything in the answers of an API tells the time. */
export function reportsTheTime(api: ApiModel): boolean {
  return momentsNow(api).length > 0 || declaredOf(api, 'envelope').length > 0;
}

/** The operations that tell the time in a member of their own, and only read. */
export function clockReads(api: ApiModel): readonly Operation[] {
  return momentsNow(api).flatMap((declared) => {
    if (declared.operation === null) return momentReads(declared, api);
    const operation = operationOf(api, declared.operation);
    return operation.method === 'GET' ? [operation] : [];
  });
}

/** The time that the envelope of an answer tells, in milliseconds; null where it has none. */
export function envelopeTime(api: ApiModel, exchange: Exchange): number | null {
  const json = successJson(exchange);
  const reported = declaredOf(api, 'envelope').map(({ time = '' }) => (isObject(json) ? json[time] : undefined));
  return reported.find((one): one is number => typeof one === 'number') ?? null;
}

/** Whether the server's clock is right, as the envelope of the same answer tells. */
export function hasRightEnvelope(api: ApiModel, exchange: Exchange): boolean {
  const reported = envelopeTime(api, exchange);
  return reported !== null && nearness(reported, exchange) === 'near';
}

/** So many values wait at most: more of them say the same. */
const MOST_WAITING = 20;

interface Clock {
  isRight: boolean;
  /** What is to be said of values that were seen before the clock was known, by declaration. */
  readonly waiting: Map<Moment, Judgement[]>;
}

/** By what was found on a server, which is the same for a whole run. */
const clocks = new WeakMap<SuiteContext['found'], Clock>();

function clockOf({ found }: SuiteContext): Clock {
  const known = clocks.get(found) ?? { isRight: false, waiting: new Map() };
  clocks.set(found, known);
  return known;
}

/** Looks whether an answer tells the time of day. @returns whether the server's clock is known to be right by now. */
export function noticeClock(suite: SuiteContext, exchange: Exchange): boolean {
  const { api } = suite;
  const clock = clockOf(suite);
  clock.isRight ||=
    hasRightEnvelope(api, exchange) ||
    momentsNow(api).some((declared) =>
      placesIn(declared, api, exchange).some(({ value }) => {
        const time = momentOf(declared, value);
        return time !== null && nearness(time, exchange) === 'near';
      }),
    );
  return clock.isRight;
}

/** Keeps what is to be said of a value if the clock turns out to be right. */
export function waitForClock(suite: SuiteContext, declared: Moment, judgement: Judgement): void {
  const { waiting } = clockOf(suite);
  const all = waiting.get(declared) ?? [];
  if (all.length < MOST_WAITING) waiting.set(declared, [...all, judgement]);
}

/** What is to be said of values that were seen before it was known that the clock is right; nothing until then. */
export function waitedForClock(suite: SuiteContext, declared: Moment): readonly Judgement[] {
  const { isRight, waiting } = clockOf(suite);
  return isRight ? (waiting.get(declared) ?? []) : [];
}
