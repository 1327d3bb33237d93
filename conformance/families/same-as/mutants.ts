/** Servers with two operations that disagree. */

import { aspectOf } from '../../core/family.ts';
import { each, type Mutant, mutantsOf, type Wrongs } from '../../core/mutant.ts';
import type { At } from '../../core/place.ts';
import { pagedListOf } from '../../discovery/pages.ts';
import { declaredAt, listOf } from '../../model/document/lists.ts';
import { kindOf, membersAt } from '../../model/document/members.ts';
import { isObject, type JsonObject, without } from '../../model/values/json.ts';
import { within } from '../../model/values/pointer.ts';
import { parseInstant } from '../../model/values/time.ts';
import { altered } from '../../mutation/language/alter.ts';
import { edited, gone } from '../../mutation/language/edit.ts';
import { placeIn, type SameAs, sharedNames } from './sides.ts';

const camel = (name: string) => name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** The member of a message that holds its list; null where it holds none. */
function listIn(json: unknown): string | null {
  const [found] = isObject(json) ? Object.entries(json).filter(([, value]) => Array.isArray(value)) : [];
  return found?.[0] ?? null;
}

/** A member of each kind that the other side has too. */
function members(declared: SameAs, { api }: At): readonly (readonly [here: string, there: string, kind: string])[] {
  const { operation } = declared;
  const key = listOf(api, { id: operation })?.key || 'id';
  const schemas = new Map(membersAt(api, operation, placeIn(api, operation)).map(({ name, schema }) => [name, schema]));
  const kinds = new Map<string, readonly [string, string, string]>();
  for (const [here, there] of sharedNames(declared, api)) {
    const schema = schemas.get(here);
    const kind = schema === undefined || here === key ? null : kindOf(api, schema);
    if (kind !== null && kind !== 'array' && !kinds.has(kind)) kinds.set(kind, [here, there, kind]);
  }
  return [...kinds.values()];
}

/** A place that small pages do not reach. */
const FAR_DOWN = 60;

type InItem = (item: JsonObject) => unknown;

function overRpc(declared: SameAs, at: At, method: string): Wrongs {
  const { operation, renamed = {} } = declared;
  const place = at.rpc(method);
  const isList = listOf(at.api, { id: operation }) !== null;
  const items = (change: (items: readonly unknown[]) => readonly unknown[]) =>
    place.value('', (json) => {
      const name = listIn(json);
      return name === null ? json : edited(json, within('', name), (list) => change(Array.isArray(list) ? list : []));
    });
  const inEach = (change: InItem) =>
    isList
      ? items((list) => list.map((item) => (isObject(item) ? change(item) : item)))
      : place.value('', (json) => (isObject(json) ? change(json) : json));
  const reported =
    (name: string, change: (value: unknown) => unknown): InItem =>
    (item) =>
      // What a message leaves out has no other value that it could read.
      edited(item, within('', camel(name)), (value) => (value === undefined ? undefined : change(value)));
  const other = (kind: string) => (kind === 'object' ? () => Buffer.from('{"altered":1}').toString('base64') : altered);
  const shared = members(declared, at);
  const [, second = ['', '']] = shared;
  const usual = declaredAt(at.api, operation, 'limited')[0]?.default ?? 0;
  const query = at(operation).operation.parameters.filter(({ in: where }) => where === 'query');
  const ignoring = (name: string) => place.message((message) => without(message, camel(name)));
  const toTheSecond = (name: string) =>
    place.message(({ [camel(name)]: time, ...rest }) => ({
      ...rest,
      ...(time === undefined ? {} : { [camel(name)]: String(time).replace(/\.\d+/, '') }),
    }));
  const times = query.filter(({ example }) => parseInstant(String(example)) !== null);
  const called = (here: string, there: string): InItem => {
    return ({ [camel(there)]: value, ...rest }) => ({ ...rest, [camel(here)]: value });
  };
  return {
    'is not there': place.refused(undefined, 404),
    ...each(shared, ([here, there, kind]) => [
      `returns another ${here} than ${operation}`,
      inEach(reported(there, other(kind))),
    ]),
    ...each(
      shared.filter(([, , kind]) => kind === 'object'),
      ([here, there]) => [`leaves the ${here} out`, inEach((item) => without(item, camel(there)))],
    ),
    ...each(Object.entries(renamed), ([here, there]) => [`calls ${there} ${here}`, inEach(called(here, there))]),
    ...(isList && {
      'leaves the last one out': items((list) => list.slice(0, -1)),
      'leaves the first one out': items((list) => list.slice(1)),
      'returns another id': inEach(reported('id', altered)),
      ...(usual > FAR_DOWN && {
        [`returns another ${second[0]} of one thing far down`]: items((list) =>
          list.map((item, place) => (place === FAR_DOWN && isObject(item) ? reported(second[1], altered)(item) : item)),
        ),
      }),
    }),
    ...each(query, ({ name }) => [`ignores ${name}`, ignoring(name)]),
    ...each(times, ({ name }) => [`reads ${name} to the second`, toTheSecond(name)]),
  };
}

function overHttp(declared: SameAs, at: At, other: string): Wrongs {
  const pointer = placeIn(at.api, other);
  const place = at(other);
  const than = `than ${declared.operation}`;
  const isPaged = pagedListOf(at.api, declared.operation)?.by === 'cursor';
  const shared = members(declared, at);
  const [, second] = shared;
  return {
    ...each(shared, ([, there]) => [`returns another ${there} ${than}`, place.value(within(pointer, there), altered)]),
    ...(pointer.endsWith('*') &&
      !isPaged && {
        [`returns one less ${than}`]: place.value(pointer, (item, _, index) => (index === 0 ? gone : item)),
      }),
    // What a path narrows may be short.
    ...(isPaged &&
      !place.operation.path.includes('{') &&
      second !== undefined && {
        [`returns another ${second[1]} ${than} of what is far down`]: place.items.each((item, index) =>
          index < FAR_DOWN ? item : { ...item, [second[1]]: altered(item[second[1]]) },
        ),
      }),
  };
}

export function sameAsMutants(declared: SameAs, at: At): readonly Mutant[] {
  const { rpc, other } = declared;
  const aspect = aspectOf(declared);
  const method = rpc?.split('/')[1] ?? '';
  if (rpc !== undefined) return mutantsOf(`${method} `, { [aspect]: overRpc(declared, at, method) });
  return other === undefined ? [] : mutantsOf(`${other} `, { [aspect]: overHttp(declared, at, other) });
}
