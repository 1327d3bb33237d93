/** What `moment` declares, and what follows from it. */

import { type Finder, type Placed, parseIso } from '@wallet-services/expressions';
import type { ApiModel, Operation } from '../../model/document/api.ts';
import type { Declared } from '../../model/document/behaviour.ts';
import { finderFor, foundIn, operationsWith } from '../../model/document/places.ts';
import { answerIn } from '../../model/document/requests.ts';
import { type Exchange, successJson } from '../../model/exchange.ts';
import { everyAt } from '../../model/values/pointer.ts';

export type Moment = Declared<'moment'>;

/** The name of the member. */
export function nameOf({ at }: Moment): string {
  return at.split('/').at(-1) ?? '';
}

/** The aspect of a moment that has passed. */
export function pastAspectOf(declared: Moment): string {
  return `${nameOf(declared)}-past`;
}

/** The places of the members of a service. */
export function finderOf(declared: Moment, { document }: ApiModel): Finder {
  return finderFor(document, 'member', nameOf(declared));
}

/** The operations with the members in their responses. */
export function bearing(declared: Moment, api: ApiModel): readonly Operation[] {
  return operationsWith(api, finderOf(declared, api));
}

/** The operations that are sent to, so that the members can be watched. */
export function momentReads(declared: Moment, api: ApiModel): readonly Operation[] {
  return bearing(declared, api).filter(({ method }) => method === 'GET');
}

/** The values in a response; an empty one is not set. */
export function placesIn(declared: Moment, api: ApiModel, exchange: Exchange): readonly Placed[] {
  const found = answerIn(api, exchange);
  if (found === null || (declared.operation !== null && declared.operation !== found.operation.id)) return [];
  const json = successJson(exchange);
  const places =
    declared.operation === null
      ? foundIn(finderOf(declared, api), found.operation, found.answer.status, json)
      : everyAt(json, declared.at);
  return places.filter(({ value }) => value !== null && value !== '' && (value !== 0 || declared.now === true));
}

/** Of numbers: 1985 to 5138 in seconds, to 2286 in milliseconds; another unit lies outside. */
const ranges = { seconds: [5e8, 1e11], milliseconds: [5e11, 1e13] } as const;

/** The moment of a value, in milliseconds; null if it does not have the form. */
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
