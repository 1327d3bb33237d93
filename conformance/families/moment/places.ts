/** The values of an answer that a declaration of a moment means, and the moments that they tell of. */
import { type Placed, parseIso } from '@wallet-services/expressions';
import { type ApiModel, operationOf, responseFor } from '../../model/document/api.ts';
import { type Exchange, isSuccess, successJson } from '../../model/exchange.ts';
import { everyAt } from '../../model/values/pointer.ts';
import { finderOf, type Moment } from './declared.ts';

/** The values of an answer that are meant; what says nothing is not set. */
export function placesIn(declared: Moment, api: ApiModel, exchange: Exchange): readonly Placed[] {
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

/** The moment that a value tells of, in milliseconds; null where it has not the form. */
export function momentOf({ unit, zone }: Moment, value: unknown): number | null {
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
