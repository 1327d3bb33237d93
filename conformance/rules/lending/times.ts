/** Times in JSON are ISO 8601 and carry a UTC offset. */
import { operationOf, responseFor } from '../../model/api.ts';
import { type Exchange, isSuccess, successJson } from '../../model/exchange.ts';
import { excerpt } from '../../model/json.ts';
import { placesOf } from '../../model/places.ts';
import { parseInstant } from '../../model/time.ts';
import { broken, passUnless } from '../judgement.ts';
import type { Judgement, Rule, Scene } from '../rule.ts';

function judge(exchange: Exchange, { api }: Scene): readonly Judgement[] {
  const { call, outcome } = exchange;
  if (call.kind !== 'http' || call.operation === null || outcome.kind !== 'answer' || !isSuccess(exchange)) return [];
  const schema = responseFor(operationOf(api, call.operation), outcome.status)?.schema;
  if (schema === undefined || schema === null) return [];
  const places = placesOf(api.document, 'Timestamp', schema, successJson(exchange));
  if (places.length === 0) return [];
  return passUnless(
    places
      .filter(({ value }) => typeof value !== 'string' || parseInstant(value) === null)
      .map(({ pointer, value }) =>
        broken({ expected: 'an ISO 8601 time with a UTC offset', actual: excerpt(value), pointer, exchange }),
      ),
  );
}

export const times: Rule = { id: 'lending.times.offset', watch: judge };
