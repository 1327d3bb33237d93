/** Rules on times in answers, wherever the document has them. */
import { operationOf, responseFor } from '../../model/api.ts';
import { type Exchange, isSuccess, successJson } from '../../model/exchange.ts';
import { excerpt } from '../../model/json.ts';
import { type Placed, placesOf } from '../../model/places.ts';
import { parseInstant } from '../../model/time.ts';
import { broken, passUnless } from '../judgement.ts';
import type { Rule, Scene } from '../rule.ts';

/** The values of a successful answer that stand where its document names a component, such as `Timestamp`. */
export function documentedPlaces(exchange: Exchange, { api }: Scene, component: string): readonly Placed[] {
  const { call, outcome } = exchange;
  if (call.kind !== 'http' || call.operation === null || outcome.kind !== 'answer' || !isSuccess(exchange)) return [];
  const schema = responseFor(operationOf(api, call.operation), outcome.status)?.schema;
  return schema === undefined || schema === null
    ? []
    : placesOf(api.document, component, schema, successJson(exchange));
}

/** ISO 8601 as the documents write it, with or without a UTC offset. */
export function isIsoTime(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  return parseInstant(value) !== null || parseInstant(`${value}Z`) !== null;
}

/** Whether a time is ISO 8601 and carries a UTC offset. */
export function hasOffset(value: unknown): boolean {
  return typeof value === 'string' && parseInstant(value) !== null;
}

/** Whether a time is ISO 8601 in UTC. */
export function isUtc(value: unknown): boolean {
  return hasOffset(value) && /(?:Z|[+-]00:00)$/i.test(String(value));
}

/** What is demanded of times. */
export interface TimeDemand {
  /** `an ISO 8601 time` */
  readonly expected: string;
  readonly holds: (value: unknown) => boolean;
  /** The places that are meant, with the value there. */
  readonly places: (exchange: Exchange, scene: Scene) => readonly Placed[];
}

/** Every time that is meant is as demanded. */
export function timesRule(id: string, { expected, holds, places }: TimeDemand): Rule {
  return {
    id,
    watch: (exchange, scene) => {
      const found = places(exchange, scene);
      if (found.length === 0) return [];
      return passUnless(
        found
          .filter(({ value }) => !holds(value))
          .map(({ pointer, value }) => broken({ expected, actual: excerpt(value), pointer, exchange })),
      );
    },
  };
}
