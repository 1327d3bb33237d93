/** Rules on the envelope of every successful answer: that it is JSON, `{ts, data}`, with the time in milliseconds. */
import { type Exchange, isSuccess, successJson } from '../../model/exchange.ts';
import { excerpt, isObject, typeName } from '../../model/json.ts';
import { broken, pass } from '../judgement.ts';
import type { Rule } from '../rule.ts';
import { serverTimeOf } from './data.ts';

/** 2001 to 2286: a time in seconds lies below, one in microseconds above. A sandbox's clock may stand anywhere. */
const FIRST = 1e12;
const LAST = 1e13;

/** The operation that was answered with a 2xx; null for anything else, and for operations that are left out. */
function answered(exchange: Exchange, except: readonly string[]): boolean {
  const { call } = exchange;
  if (call.kind !== 'http' || call.operation === null || !isSuccess(exchange)) return false;
  return !except.includes(call.operation);
}

function isJsonType(contentType: string | null): boolean {
  return contentType === null || /^application\/([\w.-]+\+)?json\b/i.test(contentType.trim());
}

/** A successful answer is JSON, and says so if it says anything. */
export function jsonAnswers(id: string): Rule {
  return {
    id,
    watch: (exchange) => {
      const { outcome } = exchange;
      if (!answered(exchange, []) || outcome.kind !== 'answer') return [];
      const { json } = outcome.body;
      const expected = 'a JSON body';
      if (!json.ok) return [broken({ expected, actual: json.problem, about: 'body', exchange })];
      if (isJsonType(outcome.contentType)) return [pass];
      return [broken({ expected, actual: `content type ${outcome.contentType}`, about: 'type', exchange })];
    },
  };
}

/**
 * A successful answer is an object with `ts` and `data`.
 *
 * @param except operations whose answer the documents show in another form.
 */
export function envelopes(id: string, except: readonly string[] = []): Rule {
  return {
    id,
    watch: (exchange) => {
      const json = answered(exchange, except) ? successJson(exchange) : undefined;
      if (json === undefined) return [];
      const expected = 'an object with ts, a number, and data';
      if (!isObject(json)) return [broken({ expected, actual: typeName(json), pointer: '', exchange })];
      if (!Object.hasOwn(json, 'data')) return [broken({ expected, actual: 'no data', pointer: '/data', exchange })];
      if (typeof json['ts'] === 'number') return [pass];
      return [broken({ expected, actual: `ts is ${excerpt(json['ts'])}`, pointer: '/ts', exchange })];
    },
  };
}

/** Where an answer has `ts`, it is a time in milliseconds. */
export function millisecondTimes(id: string, except: readonly string[] = []): Rule {
  return {
    id,
    watch: (exchange) => {
      const ts = answered(exchange, except) ? serverTimeOf(exchange) : null;
      if (ts === null) return [];
      if (Number.isInteger(ts) && ts >= FIRST && ts < LAST) return [pass];
      return [broken({ expected: 'whole milliseconds since 1970', actual: excerpt(ts), pointer: '/ts', exchange })];
    },
  };
}
