/** Servers that leave members out, or show those that are not meant to be there. */

import type { Mutant } from '../../core/mutant.ts';
import type { At, MatchedRequest } from '../../core/place.ts';
import { isObject, type JsonObject, without } from '../../model/values/json.ts';
import { editedAt } from '../../mutation/language/edit.ts';
import { holds, requestOf } from '../requests.ts';
import type { Members } from './declared.ts';

type Change = (value: JsonObject) => JsonObject;

export function membersMutants(declared: Members, at: At): readonly Mutant[] {
  const { operation, at: pointer, present = [], absent = [], when } = declared;
  const place = at(operation);
  const where = `${operation}: ${pointer === '' ? 'the answer' : pointer}${when === undefined ? '' : ` when ${when}`}`;
  const changed = (change: Change, which: 'all' | 'last') =>
    place.answer((json, request: MatchedRequest) => {
      if (!holds(when, json, requestOf(request))) return json;
      return editedAt(json, pointer, which, (value) => (isObject(value) ? change(value) : value));
    });
  const mutation = (id: string, kills: string, change: Change): readonly Mutant[] => [
    { id: `${where} ${id}`, kills, mutation: changed(change, 'all') },
    ...(pointer.includes('*')
      ? [{ id: `${where} ${id}, the last one only`, kills, mutation: changed(change, 'last') }]
      : []),
  ];
  return [
    ...present.flatMap((name) => mutation(`has no ${name}`, 'present', (value) => without(value, name))),
    ...(when === undefined
      ? []
      : present.flatMap((name) => mutation(`has an empty ${name}`, 'present', (value) => ({ ...value, [name]: '' })))),
    ...absent.flatMap((name) =>
      mutation(`has a ${name}`, 'absent', (value) => ({ ...value, [name]: { of: 'something' } })),
    ),
    // The top-level member is moved into another object.
    ...(pointer === ''
      ? absent.map((name) => ({
          id: `${where} is inside ${name}`,
          kills: 'absent',
          mutation: place.answer((json) => ({ [name]: json })),
        }))
      : []),
  ];
}
