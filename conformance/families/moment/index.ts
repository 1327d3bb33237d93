/** Members of answers that tell of a moment, in a unit: `moment`. */
import { type Placed, parseIso } from '@wallet-services/expressions';
import { visitFilled } from '../../find/visit.ts';
import { type ApiModel, operationOf, responseFor } from '../../model/api.ts';
import { type Exchange, isSuccess, successJson } from '../../model/exchange.ts';
import { excerpt, isObject } from '../../model/json.ts';
import { everyAt } from '../../model/pointer.ts';
import { broken, inconclusive, pass } from '../../rules/judgement.ts';
import type { Judgement } from '../../rules/rule.ts';
import { aspectOf, type Family } from '../family.ts';
import { isInFuture, nearness, nowText } from '../now.ts';
import { unseen, visitAll } from '../visited.ts';
import { finderOf, type Moment, momentReads, nameOf } from './declared.ts';
import { momentFaults } from './faults.ts';

/** The values of an answer that are meant; what says nothing is not set. */
function placesIn(declared: Moment, api: ApiModel, exchange: Exchange): readonly Placed[] {
  const { call, outcome } = exchange;
  if (call.kind !== 'http' || call.operation === null || outcome.kind !== 'answer' || !isSuccess(exchange)) return [];
  if (declared.operation !== null && declared.operation !== call.operation) return [];
  const schema = responseFor(operationOf(api, call.operation), outcome.status)?.schema;
  const json = successJson(exchange);
  const places =
    declared.operation !== null
      ? everyAt(json, declared.at)
      : schema === undefined || schema === null
        ? []
        : finderOf(declared, api).find(schema, json);
  return places.filter(({ value }) => value !== null && value !== '' && (value !== 0 || declared.now === true));
}

/** Of numbers: 1985 to 5138 in seconds, to 2286 in milliseconds; another unit lies outside. */
const ranges = { seconds: [5e8, 1e11], milliseconds: [5e11, 1e13] } as const;

const zones = { utc: ' in UTC', offset: ' with its offset from UTC' } as const;

/** What is expected of a value. */
function expectation({ unit, zone }: Moment): string {
  return unit === 'iso' ? `an ISO 8601 time${zone === undefined ? '' : zones[zone]}` : `${unit} since 1970`;
}

/** The moment that a value tells of, in milliseconds; null where it has not the form. */
function read({ unit, zone }: Moment, value: unknown): number | null {
  if (unit === 'iso') {
    const time = typeof value === 'string' ? parseIso(value) : null;
    if (time === null || (zone === 'utc' && time.offset !== 0) || (zone === 'offset' && time.offset === null))
      return null;
    return Number(time.nanoseconds / 1_000_000n);
  }
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  const [first, last] = ranges[unit];
  if (typeof number !== 'number' || number < first || number >= last) return null;
  return unit === 'seconds' ? number * 1000 : number;
}

function isEnveloped({ declarations }: ApiModel): boolean {
  return declarations.some(({ family }) => family === 'envelope');
}

/** Whether the server's clock is right, as another member of the same answer tells. */
function hasRightClock(api: ApiModel, exchange: Exchange): boolean {
  const json = successJson(exchange);
  return api.declarations.some(({ family, time }) => {
    const told = family === 'envelope' && isObject(json) ? json[String(time)] : undefined;
    return typeof told === 'number' && nearness(told, exchange) === 'near';
  });
}

/** Whether a time lies after the answer although it tells its offset: by hours, as local time that is taken for UTC. */
function isAhead({ unit }: Moment, value: unknown, time: number, exchange: Exchange, api: ApiModel): boolean {
  const isVague = unit === 'iso' && typeof value === 'string' && parseIso(value)?.offset === null;
  return !isVague && isInFuture(time, exchange) && (!isEnveloped(api) || hasRightClock(api, exchange));
}

function judged(declared: Moment, api: ApiModel, { pointer, value }: Placed, exchange: Exchange): Judgement | null {
  const time = read(declared, value);
  if (time === null) return broken({ expected: expectation(declared), actual: excerpt(value), pointer, exchange });
  if (declared.past === true && isAhead(declared, value, time, exchange, api)) {
    const expected = `${expectation(declared)}, before the answer: ${nowText(exchange)}`;
    return broken({ expected, actual: excerpt(value), pointer, exchange });
  }
  if (declared.now !== true) return pass;
  const near = nearness(time, exchange);
  if (near === 'near' || near === 'unknown') return pass;
  // A sandbox may have a clock of its own: then nothing in the answer is near.
  if (near === 'far' && !hasRightClock(api, exchange)) return null;
  const expected = `${expectation(declared)}, near ${nowText(exchange)}`;
  return broken({ expected, actual: excerpt(value), pointer, exchange });
}

export default {
  name: 'moment',
  alone: ({ operation }, api) => operation !== null && operationOf(api, operation).method !== 'GET',
  watch(declared, exchange, { api }, say) {
    const places = placesIn(declared, api, exchange);
    const judgements = places.flatMap((placed) => judged(declared, api, placed, exchange) ?? []);
    const wrong = judgements.filter(({ verdict }) => verdict !== 'pass');
    say(aspectOf(declared), ...(wrong.length > 0 ? wrong : judgements.slice(0, 1)));
  },
  async check(declared, talk, say) {
    const { operation } = declared;
    const { api } = talk.scene;
    const reads = operation === null ? momentReads(declared, api) : [operationOf(api, operation)];
    const exchanges = [...(await visitAll(talk, reads))];
    const shows = (exchange: Exchange) => placesIn(declared, api, exchange).length > 0;
    // What is told to have been long ago says nothing of the hour.
    const isSought = declared.past === true || !exchanges.some(shows);
    if (isSought) for (const { id } of reads) exchanges.push(...(await visitFilled(talk, id)));
    const where = operation ?? 'no operation that could be asked';
    const isSeen = exchanges.some(shows);
    if (isSeen && declared.now === true) {
      const reason = `${nameOf(declared)} tells of another time: the server may have a clock of its own`;
      say(aspectOf(declared), inconclusive(reason, 'let its clock tell the time of day'));
    } else if (!isSeen) {
      const hint = `put something with a ${nameOf(declared)} into the data`;
      say(aspectOf(declared), unseen(exchanges, `${where} told of no ${nameOf(declared)}`, hint));
    }
  },
  faults: momentFaults,
} satisfies Family<Moment>;
