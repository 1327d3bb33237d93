/** Where an answer is an envelope, its `ts` is the time in milliseconds: neither seconds nor microseconds. */
import { operationOf, responseFor } from '../../model/api.ts';
import { resolved } from '../../model/document.ts';
import { type Exchange, isSuccess, successJson } from '../../model/exchange.ts';
import { excerpt, isObject } from '../../model/json.ts';
import { broken, pass } from '../judgement.ts';
import type { Rule, Scene } from '../rule.ts';

/** 2001 to 2286: a time in seconds lies below, one in microseconds above. A sandbox's clock may stand anywhere. */
const FIRST = 1e12;
const LAST = 1e13;

function hasEnvelope(exchange: Exchange, { api }: Scene): boolean {
  const { call, outcome } = exchange;
  if (call.kind !== 'http' || call.operation === null || outcome.kind !== 'answer') return false;
  const schema = responseFor(operationOf(api, call.operation), outcome.status)?.schema;
  if (schema === null || schema === undefined) return false;
  const { properties } = resolved(api.document, schema);
  return properties?.['ts'] !== undefined && properties['data'] !== undefined;
}

export const envelope: Rule = {
  id: 'wire.envelope-ts',
  watch: (exchange, scene) => {
    if (!isSuccess(exchange) || !hasEnvelope(exchange, scene)) return [];
    const body = successJson(exchange);
    if (!isObject(body) || typeof body['ts'] !== 'number') return [];
    const { ts } = body;
    if (ts >= FIRST && ts < LAST) return [pass];
    return [broken({ expected: 'the time in milliseconds', actual: excerpt(ts), pointer: '/ts', exchange })];
  },
};
