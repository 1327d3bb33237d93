/** Ids in answers that are named as the things of a list, or that a list was seen to have. */

import type { Candidate, Observed } from '../../core/family.ts';
import type { Operation } from '../../model/document/api.ts';
import { collectionOf, isOfOne } from '../../model/document/hierarchy.ts';
import { declaredAt, listOf } from '../../model/document/lists.ts';
import { pathNames } from '../../model/document/requests.ts';
import type { JsonObject } from '../../model/values/json.ts';
import { plain } from '../../model/values/near.ts';
import { within } from '../../model/values/pointer.ts';
import { listsOf, meansOne, namesOf, scalarsOf, singular, thingsAt, valuesSeen } from '../observed.ts';

/** An id without a telling name is found by its values: so many different ones, which no counter would have. */
const FEWEST = 2;
const isTelling = (value: unknown) => typeof value === 'string' && value.length >= 8;

/** A height is named as the heights of a list, and is the id of none. */
const isMeasure = (value: unknown) => typeof value === 'number' && !Number.isInteger(value);

/** The operations that read one thing by its name, with what it is called. */
function readers({ api }: Observed) {
  return api.operations.flatMap((operation) => {
    const [parameter, ...more] = pathNames(operation.path);
    const isOne = operation.method === 'GET' && isOfOne(operation.path) && more.length === 0;
    if (!isOne || parameter === undefined) return [];
    const parent = collectionOf(operation.path).split('/').at(-1) ?? '';
    return [{ operation, parameter, names: [singular(parent), plain(parameter).replace(/id$/, '')] }];
  });
}

function targetsOf(operation: Operation, at: string, name: string, observed: Observed): readonly JsonObject[] {
  const { api } = observed;
  const values = valuesSeen(observed, operation.id, at);
  if (values.some(isMeasure)) return [];
  const own = [operation.id, ...declaredAt(api, operation.id, 'one-of').map(({ list }) => list)];
  const lists = listsOf(api).flatMap(([other, list]) => {
    if (own.includes(other.id) || list.key === '' || other.path.includes('{')) return [];
    const isNamed = meansOne(name, namesOf(other, list));
    const keys = new Set(valuesSeen(observed, other.id, within(within(list.items, '*'), list.key)));
    const isSeen = values.length >= FEWEST && values.every((value) => isTelling(value) && keys.has(value));
    return isNamed || isSeen ? [{ at, list: other.id }] : [];
  });
  const reading = readers(observed)
    .filter(({ operation: other, names }) => other.id !== operation.id && meansOne(name, new Set(names)))
    // What is called as the thing itself comes before what says more of it.
    .toSorted((left, right) => Number(right.names[0] === right.names[1]) - Number(left.names[0] === left.names[1]));
  return [...reading.map(({ operation: other, parameter }) => ({ at, read: other.id, parameter })), ...lists];
}

export function refersToCandidates(observed: Observed): readonly Candidate[] {
  const { api } = observed;
  return api.operations.flatMap((operation) => {
    if (operation.method !== 'GET') return [];
    const at = thingsAt(api, operation);
    const key = listOf(api, operation)?.key ?? 'id';
    const named = new Set(operation.parameters.map((one) => plain(one.name)));
    return scalarsOf(api, operation, at).flatMap(({ at: place, name }) => {
      const holder = place.split('/').at(-2) ?? '';
      const isNested = place !== within(at, name);
      if (!isNested && (name === key || named.has(plain(name)))) return [];
      const meant = isNested && plain(name) === 'id' ? holder : name;
      return targetsOf(operation, place, meant, observed).map((members) => ({ operation: operation.id, members }));
    });
  });
}
