/**
 * Finds lists, and the lists that name the parameters of paths, which all other families depend on. It has no rules.
 */

import type { Candidate } from '../core/family.ts';
import { kin, neededBy } from '../discovery/paths.ts';
import { isLongerForm, LIMIT, listsOf, meansOne, namedParameter, namesOf } from '../families/observed.ts';
import { inferredFor } from '../model/declared/inferred.ts';
import { listDeclared } from '../model/declared/place.ts';
import { isSearch } from '../model/declared/whence.ts';
import type { ApiModel, Operation } from '../model/document/api.ts';
import { resolved } from '../model/document/document.ts';
import { bare, isSamePath } from '../model/document/hierarchy.ts';
import { declaredAt, type List, listOf, payloadOf } from '../model/document/lists.ts';
import { IDENTIFYING, membersAt } from '../model/document/members.ts';
import { plain } from '../model/values/near.ts';
import { within } from '../model/values/pointer.ts';

/** The lists of operations that read more than one item. */
export function listCandidates(api: ApiModel): readonly Candidate[] {
  return api.operations.flatMap((operation) => {
    const { id, method, path } = operation;
    if ((method !== 'GET' && !isSearch(api, operation)) || listOf(api, operation) !== null) return [];
    const declared = listDeclared(api, id);
    // An operation with a path that ends in a parameter mostly reads one item, and a list inside it is not its own.
    const isAll = declared?.['items'] === payloadOf(api, id) || namedParameter(operation, 'query', LIMIT) !== undefined;
    if (declared === null || (path.endsWith('}') && !isAll)) return [];
    const { family: _, ...members } = declared;
    return [{ operation: id, members }];
  });
}

/** A declaration of `one-of` or `found-in`, by which an operation gets the parameter of its path. */
export interface Source {
  readonly family: 'one-of' | 'found-in';
  readonly candidate: Candidate;
}

/** The members of an item that may have the value of a parameter, the likeliest first. */
function naming(api: ApiModel, operation: Operation, list: List, parameter: string): readonly string[] {
  const names = membersAt(api, operation.id, within(list.items, '*')).map(({ name }) => name);
  const short = plain(parameter);
  // `work_pool_name` is the name of a work pool, and `name` is no id.
  const ending = IDENTIFYING.filter((name) => short.endsWith(name));
  const wanted = [short, ...ending, list.key, `${short}id`, short.replace(/id$/, ''), ...IDENTIFYING];
  const found = wanted.flatMap((one) => names.filter((name) => plain(name) === plain(one) && one !== ''));
  return [...new Set([...found, ...names.filter((name) => isLongerForm(name, parameter))])];
}

/** The members of the items of a list that are tried for a parameter: only that of its name, if nothing else relates them. */
function membersFor(api: ApiModel, operation: Operation, list: List, parameter: string, rank: number) {
  const members = naming(api, operation, list, parameter);
  return rank < 2 ? members : members.filter((name) => plain(name) === plain(parameter));
}

/** The id that a short name of several begins: `base_asset_id` for `base`, beside `quote_asset_id` for `quote`. */
const begins = (member: string, parameter: string) =>
  member.toLowerCase().startsWith(parameter.toLowerCase()) && /(id|key|code)$/i.test(member);

/** A list of items with the values of all parameters of a path, each under a matching name. */
function listOfAll(api: ApiModel, operation: Operation): Source | null {
  const needed = neededBy(operation);
  for (const [other, list] of needed.length < 2 ? [] : listsOf(api)) {
    const names = membersAt(api, other.id, within(list.items, '*')).map(({ name }) => name);
    const members = needed.map((one) =>
      names.find((name) => plain(name) === plain(one) || isLongerForm(name, one) || begins(name, one)),
    );
    if (other.path.includes('{') || members.includes(undefined)) continue;
    const parameters = Object.fromEntries(needed.map((one, index) => [one, members[index]]));
    return { family: 'found-in', candidate: { operation: operation.id, members: { list: other.id, parameters } } };
  }
  return null;
}

/** The lists that may contain the values of a parameter, the likeliest first. */
function listsFor(api: ApiModel, { path, id }: Operation, parameter: string) {
  const before = path.slice(0, Math.max(0, path.indexOf(`/{${parameter}}`)));
  const word = before.split('/').at(-1) ?? '';
  return listsOf(api)
    .filter(([operation]) => operation.id !== id && !neededBy(operation).includes(parameter))
    .flatMap(([operation, list]) => {
      const names = namesOf(operation, list);
      const isAbove = before !== '' && isSamePath(operation.path, before);
      const isNamed = meansOne(parameter, names) || (before !== '' && meansOne(word.replace(/s$/, ''), names));
      const has = membersAt(api, operation.id, within(list.items, '*')).some(
        ({ name }) => plain(name) === plain(parameter),
      );
      const rank = isAbove ? 0 : isNamed ? 1 : has ? 2 : 3;
      return rank === 3 ? [] : [{ operation, list, rank }];
    })
    .toSorted((left, right) => left.rank - right.rank || left.operation.path.length - right.operation.path.length);
}

/**
 * Ways in which an operation may get the last parameter of its path, the likeliest first; none where a related
 * operation has one.
 */
export function sourcesFor(api: ApiModel, operation: Operation): readonly Source[] {
  const parameter = neededBy(operation).at(-1);
  const near = [operation.id, ...kin(api, operation)].filter(
    (id) => !api.operations.some((one) => one.id === id && listOf(api, one) !== null && one.id !== operation.id),
  );
  const isKnown = near.some((id) => declaredAt(api, id, 'one-of').length + declaredAt(api, id, 'found-in').length > 0);
  if (parameter === undefined || isKnown) return [];
  const whole = listOfAll(api, operation);
  if (whole !== null) return [whole];
  const isThing = operation.method === 'GET' && bare(operation.path).endsWith(`{${parameter}}`);
  const at = payloadOf(api, operation.id);
  const answered = membersAt(api, operation.id, at).map(({ name }) => name);
  const byName = listsFor(api, operation, parameter).flatMap(({ operation: from, list, rank }) =>
    membersFor(api, from, list, parameter, rank).map((member): Source => {
      const isOne = isThing && rank < 2 && answered.includes(member);
      const members = isOne
        ? { list: from.id, parameter, at, ...(member === 'id' ? {} : { member }) }
        : { list: from.id, parameters: { [parameter]: member } };
      return { family: isOne ? 'one-of' : 'found-in', candidate: { operation: operation.id, members } };
    }),
  );
  // What the check infers from the paths alone.
  const known = new Set(byName.map(textOf));
  return [...byName, ...inferredSources(api, operation).filter((one) => !known.has(textOf(one)))];
}

const textOf = ({ candidate: { members } }: Source) => JSON.stringify([members['list'], members['parameters']]);

function inferredSources(api: ApiModel, operation: Operation): readonly Source[] {
  return inferredFor(api, operation).flatMap(({ family, list, read, parameters }): readonly Source[] => {
    const from = list === undefined ? { read } : { list };
    const members = { ...from, parameters };
    return family === 'found-in' ? [{ family, candidate: { operation: operation.id, members } }] : [];
  });
}

/** Query parameters and members of bodies with the name of a list's items. */
export function besideCandidates(api: ApiModel, operation: Operation): readonly Candidate[] {
  const { body, parameters } = operation;
  const members = body === null ? [] : Object.keys(resolved(api.document, body.schema).properties ?? {});
  const queries = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
  return [...queries, ...members].flatMap((name) => {
    const found = listsOf(api).find(
      ([other, list]) => other.id !== operation.id && list.key !== '' && meansOne(name, namesOf(other, list)),
    );
    if (found === undefined) return [];
    return [{ operation: operation.id, members: { list: found[0].id, parameters: { [name]: found[1].key } } }];
  });
}
