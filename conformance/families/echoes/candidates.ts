/** Members of a request that its answer has too, of the same kind. */
import { jsonOf } from '@wallet-services/kit/exchange';
import { isAnswerOf } from '../../core/answers.ts';
import type { Candidate, Observed } from '../../core/family.ts';
import type { Operation } from '../../model/document/api.ts';
import { resolved } from '../../model/document/document.ts';
import { kindOf, membersAt } from '../../model/document/members.ts';
import { successJson } from '../../model/exchange.ts';
import { isObject } from '../../model/values/json.ts';
import { valueAt, within } from '../../model/values/pointer.ts';
import { scalarsOf, thingsAt } from '../observed.ts';

/** So many different values must come back before a member is taken for another of a request. */
const FEWEST = 2;

/** Members of the answer that were seen to have the value of a member of the request, whatever they are called. */
function seen(
  { api, exchanges }: Observed,
  operation: Operation,
  name: string,
): readonly (readonly [string, string])[] {
  const pairs = exchanges.flatMap((exchange) => {
    const sent = isAnswerOf(exchange, operation.id) ? jsonOf(exchange.requestBody ?? '') : null;
    const value = isObject(sent) ? sent[name] : undefined;
    return typeof value === 'string' || typeof value === 'number' ? [{ value, json: successJson(exchange) }] : [];
  });
  if (new Set(pairs.map(({ value }) => value)).size < FEWEST) return [];
  const places = scalarsOf(api, operation, thingsAt(api, operation)).map(({ at }) => at);
  const at = places.find((place) => pairs.every(({ value, json }) => valueAt(json, place) === value));
  return at === undefined ? [] : [[name, at]];
}

export function echoesCandidates(observed: Observed): readonly Candidate[] {
  const { api } = observed;
  return api.operations.flatMap((operation) => {
    const { properties = {} } = resolved(api.document, operation.body?.schema ?? {});
    const at = thingsAt(api, operation);
    const there = new Map(membersAt(api, operation.id, at).map(({ name, schema }) => [name, schema]));
    const members = Object.entries(properties).flatMap(([name, schema]) => {
      const other = there.get(name);
      const kind = kindOf(api, schema);
      const isAlike = other !== undefined && kind !== null && kind === kindOf(api, other);
      return isAlike ? [[name, within(at, name)] as const] : seen(observed, operation, name);
    });
    if (members.length === 0) return [];
    const declared = { members: Object.fromEntries(members) };
    return [declared, { ...declared, trimmed: true }].map((one) => ({ operation: operation.id, members: one }));
  });
}
