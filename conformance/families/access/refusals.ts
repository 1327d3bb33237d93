/** What a rejection reveals about a credential or about data. */
import type { ApiModel, Operation } from '../../model/document/api.ts';
import { itemsIn, listOf, payloadOf } from '../../model/document/lists.ts';
import { type Exchange, successJson } from '../../model/exchange.ts';
import { isObject, sameJson } from '../../model/values/json.ts';
import { valueAt } from '../../model/values/pointer.ts';
import { isBlank } from '../../model/values/same.ts';

/** Whether a response demands (other) credentials. */
export function demandsCredentials({ outcome }: Exchange): boolean {
  return outcome.kind === 'answer' && (outcome.status === 401 || outcome.status === 403);
}

/** Whether there was no response, or a temporary one: it shows nothing about a credential. */
export function isSick({ outcome }: Exchange): boolean {
  return outcome.kind === 'failure' || outcome.status === 429 || outcome.status >= 500;
}

/** A text of this length is not repeated by chance. */
const REPORTING = 20;

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.length < REPORTING ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function holds(value: unknown, wanted: unknown): boolean {
  if (sameJson(value, wanted)) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some((inner) => holds(inner, wanted));
}

/** A value of the valid response that a rejection repeats although no request sent it; undefined if there is none. */
export function answeredAnyway(api: ApiModel, operation: Operation, right: Exchange, refusal: Exchange): unknown {
  const [list, json] = [listOf(api, operation), successJson(right)];
  const secrets = list === null ? [valueAt(json, payloadOf(api, operation.id))] : (itemsIn(list, json) ?? []);
  const { outcome, url, requestBody } = refusal;
  if (outcome.kind === 'failure' || !outcome.body.json.ok) return undefined;
  const shown = outcome.body.json.value;
  const texts = new Set(textsIn(shown));
  const reported = `${url} ${requestBody ?? ''}`;
  return (
    secrets.find((one) => !isBlank(one) && isObject(one) && holds(shown, one)) ??
    textsIn(secrets).find((text) => texts.has(text) && !reported.includes(text))
  );
}
