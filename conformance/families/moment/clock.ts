/** What is known of a server's clock, and the values that wait until it is known. */

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

/** Whether any response of an API has the time. */
export function reportsTheTime(api: ApiModel): boolean {
  return momentsNow(api).length > 0 || declaredOf(api, 'envelope').length > 0;
}

/** The operations that return the time in a member, and only read. */
export function clockReads(api: ApiModel): readonly Operation[] {
  return momentsNow(api).flatMap((declared) => {
    if (declared.operation === null) return momentReads(declared, api);
    const operation = operationOf(api, declared.operation);
    return operation.method === 'GET' ? [operation] : [];
  });
}

/** The time in the envelope of a response, in milliseconds; null if it has none. */
export function envelopeTime(api: ApiModel, exchange: Exchange): number | null {
  const json = successJson(exchange);
  const reported = declaredOf(api, 'envelope').map(({ time = '' }) => (isObject(json) ? json[time] : undefined));
  return reported.find((one): one is number => typeof one === 'number') ?? null;
}

/** Whether the server's clock is correct, as the envelope of the same response shows. */
export function hasRightEnvelope(api: ApiModel, exchange: Exchange): boolean {
  const reported = envelopeTime(api, exchange);
  return reported !== null && nearness(reported, exchange) === 'near';
}

/** The maximum number of values that wait: more of them show the same. */
const MOST_WAITING = 20;

interface Clock {
  isRight: boolean;
  /** The judgements on values that were seen before the clock was known, by declaration. */
  readonly waiting: Map<Moment, Judgement[]>;
}

/** By the search results of a server, which belong to one run. */
const clocks = new WeakMap<SuiteContext['found'], Clock>();

function clockOf({ found }: SuiteContext): Clock {
  const known = clocks.get(found) ?? { isRight: false, waiting: new Map() };
  clocks.set(found, known);
  return known;
}

/**
 * Reads the time of day in a response, if it has it. @returns whether the server's clock is known to be correct by now.
 */
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

/** Keeps the judgement on a value for the case that the clock is correct. */
export function waitForClock(suite: SuiteContext, declared: Moment, judgement: Judgement): void {
  const { waiting } = clockOf(suite);
  const all = waiting.get(declared) ?? [];
  if (all.length < MOST_WAITING) waiting.set(declared, [...all, judgement]);
}

/** The judgements on values that were seen before the clock was known to be correct; none until then. */
export function waitedForClock(suite: SuiteContext, declared: Moment): readonly Judgement[] {
  const { isRight, waiting } = clockOf(suite);
  return isRight ? (waiting.get(declared) ?? []) : [];
}
