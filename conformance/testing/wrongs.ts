/** Single faults in recorded traffic, each visible in one exchange. */

import { isCredentialHeader } from '@wallet-services/kit/credentials';
import { pagedListOf } from '../discovery/pages.ts';
import { firstWrong } from '../families/sorted/order.ts';
import { type ApiModel, operationOf } from '../model/document/api.ts';
import type { Declaration } from '../model/document/behaviour.ts';
import { resolved } from '../model/document/document.ts';
import { membersAt } from '../model/document/members.ts';
import { operationFor } from '../model/document/requests.ts';
import { isObject, type JsonObject, objectsOf } from '../model/values/json.ts';
import { valueAt, within } from '../model/values/pointer.ts';
import { edited } from '../mutation/language/edit.ts';
import type { Recorded } from '../traffic/recorded.ts';

/** The kind of the fault. */
export type Kind = 'member' | 'echo' | 'order' | 'page' | 'count' | 'credential';

/** Puts a fault into an exchange; null where the exchange cannot show that kind. */
export type Wrong = (recorded: Recorded, api: ApiModel) => Recorded | null;

export function operationOfRecorded(recorded: Recorded, api: ApiModel) {
  return operationFor(api, recorded.method, new URL(recorded.url).pathname) ?? null;
}

/** The exchange with another answer. */
export function withJson(recorded: Recorded, value: unknown): Recorded {
  const text = JSON.stringify(value);
  return { ...recorded, body: { text, bytes: Buffer.byteLength(text), json: { ok: true, value } } };
}

/** The JSON with another value at a pointer. */
export function replaced(json: unknown, pointer: string, value: unknown): unknown {
  return edited(json, pointer, () => value);
}

/** The JSON of a successful answer. */
export function success({ status, body }: Recorded): unknown {
  return status >= 200 && status < 300 && body.json.ok ? body.json.value : undefined;
}

/** The list of an answer, with its place and the declarations of its operation. */
function listIn(recorded: Recorded, api: ApiModel) {
  const operation = operationOfRecorded(recorded, api);
  const list = operation === null ? null : pagedListOf(api, operation.id);
  const json = success(recorded);
  if (operation === null || list === null || json === undefined) return null;
  const items = objectsOf(valueAt(json, list.items));
  const declared = (family: string): readonly Declaration[] =>
    api.declarations.filter((one) => one.operation === operation.id && one.family === family);
  const query = new URL(recorded.url).searchParams;
  return {
    list,
    items,
    declared,
    query,
    withItems: (some: readonly JsonObject[]) => withJson(recorded, replaced(json, list.items, some)),
  };
}

/** Removes a required member of an item in the answer, or changes its type. */
const member: Wrong = (recorded, api) => {
  const operation = operationOfRecorded(recorded, api);
  const json = success(recorded);
  if (operation === null || json === undefined) return null;
  const found = listIn(recorded, api);
  const place = found === null ? '' : within(found.list.items, '*');
  const required = membersAt(api, operation.id, place).find(
    (one) => one.required && resolved(api.document, one.schema).type === 'string',
  );
  if (required === undefined || (found !== null && found.items.length === 0)) return null;
  if (found === null) return isObject(json) ? withJson(recorded, { ...json, [required.name]: 17.5 }) : null;
  return found.withItems(
    found.items.map((item, index) => (index === 0 ? { ...item, [required.name]: { wrong: true } } : item)),
  );
};

/** Changes a value in the answer that repeats one of the request or of its path. */
const echo: Wrong = (recorded, api) => {
  const operation = operationOfRecorded(recorded, api);
  const json = success(recorded);
  if (operation === null || json === undefined) return null;
  const [one] = api.declarations.filter(
    (each) => each.operation === operation.id && (each.family === 'one-of' || each.family === 'echoes'),
  );
  if (one?.family === 'one-of') {
    const pointer = within(String(one['at']), String(one['member'] ?? 'id'));
    const when = Array.isArray(one['when']) ? one['when'] : [];
    const thing = valueAt(json, String(one['at']));
    if (!isObject(thing) || when.some((name) => !Object.hasOwn(thing, name)) || valueAt(json, pointer) === undefined)
      return null;
    return withJson(recorded, replaced(json, pointer, '11111111-2222-3333-8444-555555555555'));
  }
  const [name, pointer] = isObject(one?.['members']) ? (Object.entries(one['members'])[0] ?? []) : [];
  const sent: unknown = recorded.requestBody === null ? null : JSON.parse(recorded.requestBody);
  if (name === undefined || !isObject(sent) || typeof sent[name] !== 'string') return null;
  return withJson(recorded, replaced(json, String(pointer), 'something else'));
};

/** Reverses the order of the items. */
const order: Wrong = (recorded, api) => {
  const found = listIn(recorded, api);
  const sorted = found?.declared('sorted').find(({ when, direction }) => {
    if (direction === 'either') return false;
    return !isObject(when) || found.query.get(String(when['parameter'])) === when['value'];
  });
  if (found === null || sorted === undefined) return null;
  const values = found.items.map((item) => item[String(sorted['member'])]);
  return (firstWrong(values, 'either') ?? 0) < 0 ? found.withItems(found.items.toReversed()) : null;
};

/** Repeats an item on a page, or announces another page without a cursor. */
const page: Wrong = (recorded, api) => {
  const found = listIn(recorded, api);
  if (found === null || found.list.by === null || found.items.length === 0) return null;
  const { list, items } = found;
  if (list.more !== null && list.next !== null && items.length % 2 === 0) {
    return withJson(recorded, replaced(replaced(success(recorded), list.more, true), list.next, ''));
  }
  return items.length < 2 ? null : found.withItems([...items.slice(0, -1), ...items.slice(0, 1)]);
};

/** Adds an item beyond the requested limit to a page. */
const count: Wrong = (recorded, api) => {
  const found = listIn(recorded, api);
  const limit = Number(found?.query.get(found.list.limit ?? '') ?? Number.NaN);
  const [limited] = found?.declared('limited') ?? [];
  const [first] = found?.items ?? [];
  if (found === null || limited === undefined || first === undefined || found.items.length !== limit) return null;
  return found.withItems([...found.items, { ...first, [found.list.key]: '99999999-2222-3333-8444-555555555555' }]);
};

/** Removes the credential of a request that was answered. */
const credential: Wrong = (recorded, api) => {
  const operation = operationOfRecorded(recorded, api);
  const guarded = api.declarations.some(
    (one) => one.family === 'access' && one.operation === operation?.id && one['need'] === 'credential',
  );
  const found = listIn(recorded, api);
  if (operation === null || !guarded || success(recorded) === undefined || found?.items.length === 0) return null;
  if (operationOf(api, operation.id).security.length === 0) return null;
  return {
    ...recorded,
    headers: Object.fromEntries(Object.entries(recorded.headers).filter(([name]) => !isCredentialHeader(name))),
  };
};

export const wrongs: Readonly<Record<Kind, Wrong>> = { member, echo, order, page, count, credential };
