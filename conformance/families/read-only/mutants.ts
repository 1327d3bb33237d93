/** Servers on which a read has an effect, or a write is accepted. */

import { aspectOf } from '../../core/family.ts';
import type { Mutant } from '../../core/mutant.ts';
import type { At, Mutation } from '../../core/place.ts';
import type { Operation } from '../../model/document/api.ts';
import type { Declaration, Declared } from '../../model/document/behaviour.ts';
import { declaredOf, listOf } from '../../model/document/lists.ts';
import { kindOf, membersAt } from '../../model/document/members.ts';
import { operationFor } from '../../model/document/requests.ts';
import { renumbered } from '../../mutation/language/alter.ts';
import { anew, together } from '../../mutation/language/at.ts';
import { edited } from '../../mutation/language/edit.ts';
import { jsonReply, successOf } from '../../mutation/proxy/reply.ts';
import { readingOf } from '../visited.ts';

/** A member that is a number, and follows no clock. */
function numberIn({ api }: At, operation: string, place: string): string | undefined {
  const clocks = declaredOf(api, 'moment').map(({ at }) => at.split('/').at(-1));
  const others = ['id', ...clocks, ...declaredOf(api, 'envelope').map(({ time }) => time)];
  const isNumber = (kind: string | null) => kind === 'number' || kind === 'decimal';
  const found = membersAt(api, operation, place).find(
    ({ name, schema, required }) => required && !others.includes(name) && isNumber(kindOf(api, schema)),
  );
  return found?.name;
}

/** Each reading of the same adds one more. */
function counting(at: At, id: string, change: (json: unknown, times: number) => unknown): Mutation {
  return at(id).remembering<Map<string, number>>(async (kept, request, next) => {
    const reply = await next(request);
    const json = successOf(reply);
    if (reply.kind !== 'reply' || json === undefined) return reply;
    kept.value ??= new Map();
    const times = (kept.value.get(request.path) ?? 0) + 1;
    kept.value.set(request.path, times);
    return { ...reply, body: JSON.stringify(change(json, times)) };
  });
}

function growing(at: At, { id }: Operation): readonly (readonly [string, Mutation])[] {
  const list = listOf(at.api, { id });
  if (list !== null) {
    const repeated = (items: unknown, times: number) =>
      Array.isArray(items) ? [...items.slice(0, 1).flatMap((one: unknown) => Array(times).fill(one)), ...items] : items;
    const mutation = counting(at, id, (json, times) => edited(json, list.items, (items) => repeated(items, times)));
    return [[`each reading of ${id} adds an item`, mutation]];
  }
  for (const place of ['/data', '']) {
    const name = numberIn(at, id, place);
    if (name === undefined) continue;
    const mutation = counting(at, id, (json, times) =>
      edited(json, `${place}/${name}`, (value) => renumbered(value, (one) => one + times)),
    );
    return [[`each reading of ${id} raises its ${name}`, mutation]];
  }
  return [];
}

/** A read item is rejected the next time, or is gone from the list. */
function vanishing(
  at: At,
  { operation, list: id, parameter: name, member = 'id' }: Declared<'one-of'>,
): readonly (readonly [string, Mutation])[] {
  const once = at(operation).remembering<Set<string>>(async (kept, request, next) => {
    kept.value ??= new Set();
    if (kept.value.has(request.path)) return jsonReply(404, { code: 404, msg: 'it was read before' });
    const reply = await next(request);
    if (reply.kind === 'reply' && reply.status < 300) kept.value.add(request.path);
    return reply;
  });
  const unlisted = anew(() => {
    const read = new Set<string>();
    const reading = at(operation).noting(({ inputs }) => void read.add(String(inputs[name]).toLowerCase()));
    const listing = at(id).items.all((items) => items.filter((item) => !read.has(String(item[member]).toLowerCase())));
    return together(listing, reading);
  });
  return [
    [`${operation}: everything can be read once`, once],
    [`${id}: what ${operation} read is gone from the list`, unlisted],
  ];
}

const writing = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** A write is answered like a read, or like a success. */
function taking(at: At, operation: Operation, place: number): readonly (readonly [string, Mutation])[] {
  const hasId = operation.path.endsWith('}');
  const method = writing[place % (hasId ? 4 : 3)] ?? 'POST';
  const mutation: Mutation = () => async (request, next) => {
    const isMeant = request.method === method && operationFor(at.api, 'GET', request.path)?.id === operation.id;
    if (!isMeant) return next(request);
    return method === 'POST' || method === 'PATCH' ? next({ ...request, method: 'GET', body: '' }) : jsonReply(200, {});
  };
  return [[`${method} of ${operation.id} is answered with success`, mutation]];
}

export function readOnlyMutants(declared: Declaration, at: At): readonly Mutant[] {
  const reads = readingOf(at.api);
  const all = [
    ...reads.flatMap((operation) => growing(at, operation)),
    ...declaredOf(at.api, 'one-of').flatMap((one) => vanishing(at, one)),
    ...reads.flatMap((operation, place) => taking(at, operation, place)),
  ];
  return all.map(([id, mutation]) => ({ id, kills: aspectOf(declared), mutation }));
}
