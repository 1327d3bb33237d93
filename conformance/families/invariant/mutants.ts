/**
 * Servers with values that violate a relation. The change is found in each response: a member of the relation is
 * changed until the relation is violated, so that each mutant is wrong by the declaration, whatever the data.
 */
import type { Placed, Requested } from '@wallet-services/expressions';
import { aspectOf } from '../../core/family.ts';
import type { Mutant } from '../../core/mutant.ts';
import type { At, Mutation } from '../../core/place.ts';
import type { ApiModel } from '../../model/document/api.ts';
import { isObject } from '../../model/values/json.ts';
import { everyAt } from '../../model/values/pointer.ts';
import { alterations } from '../../mutation/language/alter.ts';
import { together } from '../../mutation/language/at.ts';
import { edited } from '../../mutation/language/edit.ts';
import { successOf } from '../../mutation/proxy/reply.ts';
import { expressionOf, requestOf } from '../requests.ts';
import { bearing, held, type Invariant, instancesAt } from './instances.ts';

/** The value with a member changed so that the relation does not hold; undefined where no change does that. */
function broken(declared: Invariant, { pointer, value }: Placed, member: string, request: Requested): unknown {
  const places = everyAt(value, member);
  const pointers = places.length > 0 ? places.map((place) => place.pointer).reverse() : [member];
  for (const place of pointers.filter((one) => !one.includes('*'))) {
    const [{ value: now = undefined } = {}] = everyAt(value, place);
    // Values of the other items as well: two may be equal.
    for (const other of [...alterations(now), ...places.map((one) => one.value)]) {
      const changed = edited(value, place, () => other);
      if (held(declared, { pointer, value: changed }, request).holds === false) return changed;
    }
  }
  return undefined;
}

/** The answer with the last value changed that can be made to break the relation by one of the members. */
function breaking(
  declared: Invariant,
  members: readonly string[],
  places: readonly Placed[],
  json: unknown,
  request: Requested,
) {
  for (const placed of places.toReversed()) {
    for (const member of members) {
      const changed = broken(declared, placed, member, request);
      if (changed !== undefined) return edited(json, placed.pointer, () => changed);
    }
  }
  return json;
}

/** Examples of the document that are such values. */
function examplesOf({ schema, operation }: Invariant, { document }: ApiModel): readonly unknown[] {
  if (schema !== null) return document.components.schemas[schema]?.examples ?? [];
  const all = Object.values(document.paths).flatMap((item) => Object.values(item));
  const responses = all.find(({ operationId }) => operationId === operation)?.responses ?? {};
  return Object.values(responses)
    .flatMap(({ content = {} }) => Object.values(content))
    .flatMap(({ example, examples = {} }) => [
      ...(example === undefined ? [] : [example]),
      ...Object.values(examples).map(({ value }) => value),
    ]);
}

const nothingSent: Requested = { path: {}, query: {}, headers: {}, body: null };

export function invariantMutants(declared: Invariant, at: At): readonly Mutant[] {
  const { name, schema, operation, expression } = declared;
  const members = expressionOf(expression).names.self;
  const operations = bearing(declared, at.api);
  const made = (some: readonly string[]): Mutation =>
    together(
      ...operations.map((one) =>
        at(one.id).reply((reply, request) => {
          const json = successOf(reply);
          if (json === undefined) return reply;
          const places = instancesAt(declared, at.api, one, reply.status, json);
          return { ...reply, body: JSON.stringify(breaking(declared, some, places, json, requestOf(request))) };
        }),
      ),
    );
  const mutation = (id: string, some: readonly string[]): Mutant => ({
    id: `${schema ?? operation} breaks ${name}: ${id}`,
    kills: aspectOf(declared),
    mutation: made(some),
  });
  const examples = examplesOf(declared, at.api).filter(isObject);
  const able = members.filter((member) =>
    examples.some((value) => broken(declared, { pointer: '', value }, member, nothingSent) !== undefined),
  );
  const whole = members.length === 0 ? [''] : members;
  return [
    mutation('by any member', whole),
    ...(able.length < 2 ? [] : able.map((member) => mutation(`by ${member.slice(1).replaceAll('/', '.')}`, [member]))),
  ];
}
