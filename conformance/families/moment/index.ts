/** Members of responses that have a moment, in a unit: `moment`. */
import { type Placed, parseIso } from '@wallet-services/expressions';
import type { SuiteContext } from '../../core/context.ts';
import { aspectOf, type Family } from '../../core/family.ts';
import { broken, inconclusive, type Judgement, pass } from '../../core/judgement.ts';
import { visitFilled } from '../../discovery/visit.ts';
import { operationOf } from '../../model/document/api.ts';
import { declaredOf } from '../../model/document/lists.ts';
import type { Exchange } from '../../model/exchange.ts';
import { excerpt } from '../../model/values/json.ts';
import { kept } from '../kept.ts';
import { aheadOf, nearness, nowText } from '../now.ts';
import { unobservable, visitAll } from '../visited.ts';
import { momentCandidates } from './candidates.ts';
import { clockReads, envelopeTime, hasRightEnvelope, noticeClock, waitedForClock, waitForClock } from './clock.ts';
import { bearing, type Moment, momentOf, momentReads, nameOf, pastAspectOf, placesIn } from './declared.ts';
import { momentMutants } from './mutants.ts';

/** A value with its moment in milliseconds; null if it does not have the declared form. */
interface Timed extends Placed {
  readonly time: number | null;
}

const zones = { utc: ' in UTC', offset: ' with its offset from UTC' } as const;

/** The expectation on a value. */
function expectation({ unit, zone }: Moment): string {
  return unit === 'iso' ? `an ISO 8601 time${zone === undefined ? '' : zones[zone]}` : `${unit} since 1970`;
}

/** The judgement on a value after the time of the response, if the server's clock is correct. */
function tooLate(declared: Moment, { pointer, value }: Placed, exchange: Exchange): Judgement {
  const expected = `${expectation(declared)}, not after the response: ${nowText(exchange)}`;
  return broken({ expected, actual: excerpt(value), pointer, exchange });
}

/** The judgement on a moment that has passed; null where it has none. */
function judgedPast(declared: Moment, suite: SuiteContext, placed: Timed, exchange: Exchange): Judgement | null {
  const { value, time } = placed;
  if (time === null) return null;
  const { api } = suite;
  const ahead = aheadOf(time, exchange, envelopeTime(api, exchange));
  if (ahead === 'none') return pass;
  // A time without an offset may be of any time zone.
  const isVague = declared.unit === 'iso' && typeof value === 'string' && parseIso(value)?.offset === null;
  if (ahead === 'zone' && isVague) return pass;
  const isEnveloped = declaredOf(api, 'envelope').length > 0;
  // Local time without an offset is hours ahead of UTC; a clock is seldom wrong by so much.
  if (noticeClock(suite, exchange) || (ahead === 'zone' && !isEnveloped)) return tooLate(declared, placed, exchange);
  waitForClock(suite, declared, tooLate(declared, placed, kept(exchange)));
  const reason = `${nameOf(declared)} is in the future: the server may use its own clock`;
  return inconclusive(reason, 'run it with the real time');
}

/** Passes count once. */
function condensed(judgements: readonly Judgement[]): readonly Judgement[] {
  const wrong = judgements.filter(({ verdict }) => verdict !== 'pass');
  return wrong.length > 0 ? wrong : judgements.slice(0, 1);
}

function judged(declared: Moment, suite: SuiteContext, placed: Timed, exchange: Exchange): Judgement | null {
  const { pointer, value, time } = placed;
  if (time === null) return broken({ expected: expectation(declared), actual: excerpt(value), pointer, exchange });
  if (declared.now !== true) return pass;
  const near = nearness(time, exchange);
  if (near === 'near' || near === 'unknown') return pass;
  // A sandbox may have its own clock: then no time in the response is near.
  if (near === 'far' && !hasRightEnvelope(suite.api, exchange)) return null;
  const expected = `${expectation(declared)}, near ${nowText(exchange)}`;
  return broken({ expected, actual: excerpt(value), pointer, exchange });
}

export default {
  name: 'moment',
  bearing,
  alone: ({ operation }, api) => operation !== null && operationOf(api, operation).method !== 'GET',
  watch(declared, exchange, suite, report) {
    if (declared.past === true) noticeClock(suite, exchange);
    const places = placesIn(declared, suite.api, exchange).map(
      (placed): Timed => ({ ...placed, time: momentOf(declared, placed.value) }),
    );
    const judgedBy = (judge: typeof judged) =>
      condensed(places.flatMap((placed) => judge(declared, suite, placed, exchange) ?? []));
    report(aspectOf(declared), ...judgedBy(judged));
    if (declared.past === true) report(pastAspectOf(declared), ...judgedBy(judgedPast));
  },
  async check(declared, ctx, report) {
    const { operation } = declared;
    const { api } = ctx.suite;
    const reads = operation === null ? momentReads(declared, api) : [operationOf(api, operation)];
    if (declared.past === true)
      for (const exchange of await visitAll(ctx, clockReads(api))) noticeClock(ctx.suite, exchange);
    const exchanges = [...(await visitAll(ctx, reads))];
    const shows = (exchange: Exchange) => placesIn(declared, api, exchange).length > 0;
    // A time long ago shows nothing about the hour.
    const isSought = declared.past === true || !exchanges.some(shows);
    if (isSought) for (const { id } of reads) exchanges.push(...(await visitFilled(ctx, id)));
    report(pastAspectOf(declared), ...waitedForClock(ctx.suite, declared));
    const where = operation ?? 'no operation that could be called';
    const isObserved = exchanges.some(shows);
    if (isObserved && declared.now === true) {
      const reason = `${nameOf(declared)} differs from the current time: the server may use its own clock`;
      report(aspectOf(declared), inconclusive(reason, 'run it with the real time'));
    } else if (!isObserved) {
      const hint = `put something that has ${nameOf(declared)} into the data`;
      const unobserved = unobservable(exchanges, `${where} returned no ${nameOf(declared)}`, hint);
      for (const aspect of [aspectOf(declared), pastAspectOf(declared)]) report(aspect, unobserved);
    }
  },
  candidates: momentCandidates,
  mutants: momentMutants,
} satisfies Family<Moment>;
