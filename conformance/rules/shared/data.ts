/** Reads the payload of enveloped answers (document 2 and 3, What the service does): `{ts, data}`. */
import { type Exchange, successJson } from '../../model/exchange.ts';
import { isObject, type JsonObject } from '../../model/values/json.ts';

/** The `data` of a successful answer; undefined for anything else. */
function dataOf(exchange: Exchange | undefined): unknown {
  const json = successJson(exchange);
  return isObject(json) ? json['data'] : undefined;
}

/** The `data` of a successful answer that is an object; null for anything else. */
export function objectOf(exchange: Exchange | undefined): JsonObject | null {
  const data = dataOf(exchange);
  return isObject(data) ? data : null;
}

/** The `ts` of a successful answer, milliseconds since the epoch; null when it has none. */
export function serverTimeOf(exchange: Exchange | undefined): number | null {
  const json = successJson(exchange);
  const ts = isObject(json) ? json['ts'] : undefined;
  return typeof ts === 'number' ? ts : null;
}
