/** Answers in which one place breaks its schema. */

import type { ApiModel, Operation, Response } from '../../model/document/api.ts';
import type { SchemaJudge } from '../../model/document/schemas.ts';
import { isTime } from '../../model/values/time.ts';
import { edited, gone } from '../language/edit.ts';
import type { DerivedMutant } from './mutant.ts';
import { placesIn, placesOf, type SchemaPlace } from './places.ts';
import { wireOf } from './seen.ts';

/** A change of a value to an invalid one; it returns the same value if it does not apply. */
interface Breakage {
  readonly name: string;
  readonly of: (value: unknown) => unknown;
}

const text = (change: (value: string) => unknown) => (value: unknown) =>
  typeof value === 'string' ? change(value) : value;

const number = (change: (value: number) => unknown) => (value: unknown) =>
  typeof value === 'number' ? change(value) : value;

/** Changes to another JSON type, the most likely mistakes first. */
const otherTypes: readonly Breakage[] = [
  { name: 'null', of: () => null },
  { name: 'as text', of: (value) => (typeof value === 'string' ? value : JSON.stringify(value)) },
  { name: 'as a number', of: (value) => (typeof value === 'number' ? value : 12_345) },
  { name: 'as a boolean', of: (value) => (typeof value === 'boolean' ? value : true) },
  { name: 'in a list', of: (value) => [value] },
  { name: 'as an object', of: (value) => ({ value }) },
];

const times: readonly Breakage[] = [
  { name: 'a word for a time', of: () => 'yesterday' },
  { name: 'a time without a UTC offset', of: text((value) => value.replace(/(Z|[+-]\d\d:\d\d)$/i, '')) },
  { name: '30 February', of: text((value) => value.replace(/^\d{4}-\d\d-\d\d/, '2021-02-30')) },
  { name: 'a time in seconds', of: () => '1629198889' },
];

const formats: Readonly<Record<string, readonly Breakage[]>> = {
  date: [{ name: 'a day that is none', of: () => '2021-02-30' }],
  uuid: [
    { name: 'a word for an id', of: () => 'not-a-uuid' },
    { name: 'an id without hyphens', of: text((value) => value.replaceAll('-', '')) },
    { name: 'an id that is cut', of: text((value) => value.slice(0, -1)) },
  ],
  int32: [
    { name: 'too large', of: number(() => 2 ** 40) },
    { name: 'a fraction', of: number((value) => value + 0.5) },
  ],
  int64: [{ name: 'a fraction', of: number((value) => value + 0.5) }],
};

const patterns: readonly Breakage[] = [
  { name: 'asterisks', of: () => '***' },
  { name: 'a blank behind', of: text((value) => `${value} `) },
  { name: 'an exponent', of: text((value) => `${value}e5`) },
];

const enums: readonly Breakage[] = [
  { name: 'a name that is none', of: () => 'NoSuchName' },
  { name: 'in small letters', of: text((value) => value.toLowerCase()) },
  { name: 'a number that is none', of: number(() => 987_654) },
];

const bounds: readonly Breakage[] = [
  { name: 'an item too few', of: (value) => (Array.isArray(value) ? value.slice(0, -1) : value) },
  { name: 'an item too many', of: (value) => (Array.isArray(value) ? [...value, value[0]] : value) },
];

function breakagesOf({ alternatives }: SchemaPlace): readonly Breakage[] {
  const found = alternatives.flatMap(({ format, pattern, enum: names, minItems, maxItems }) => [
    ...(isTime({ format, pattern }) ? times : (formats[format ?? ''] ?? [])),
    ...(pattern === undefined ? [] : patterns),
    ...(names === undefined ? [] : enums),
    ...(minItems === undefined && maxItems === undefined ? [] : bounds),
  ]);
  return [...new Set([...otherTypes, ...found])];
}

interface Shown {
  readonly api: ApiModel;
  readonly schemas: SchemaJudge;
  readonly operation: Operation;
  readonly response: Response & { readonly schemaPointer: string };
}

/** Changes the last value at the place that can be violated in this way. */
function mutantOf(
  { api, schemas, operation, response }: Shown,
  place: string,
  name: string,
  change: (value: unknown) => unknown,
  judgedBy: string | null,
): DerivedMutant {
  return {
    id: `${api.service} ${operation.id} ${response.status} ${place === '' ? '(all)' : place}: ${name}`,
    service: api.service,
    operation: operation.id,
    shownByOne: true,
    change: (seen) => {
      if (String(seen.status) !== response.status || seen.json === undefined) return null;
      let allowed = false;
      for (const { pointer, value } of placesOf(seen.json, place)) {
        const broken = change(value);
        // A value that the change does not apply to is unchanged.
        if (broken === value || (judgedBy !== null && schemas.problems(judgedBy, broken).length === 0)) {
          allowed = true;
          continue;
        }
        const json = edited(seen.json, pointer, () => (broken === undefined ? gone : broken));
        return wireOf({ ...seen, text: JSON.stringify(json) });
      }
      return allowed ? 'allowed' : null;
    },
  };
}

/** Required members that are missing, and the other mistakes at each place of an answer. */
function ofResponse(shown: Shown): readonly DerivedMutant[] {
  const { schema } = shown.response;
  if (schema === null) return [];
  const places = placesIn(shown.api.document, schema, shown.response.schemaPointer);
  const mutants = places.flatMap((place) => {
    const required = new Set(place.alternatives.flatMap((branch) => branch.required ?? []));
    return [
      ...[...required].map((name) => mutantOf(shown, `${place.pattern}/${name}`, 'dropped', () => undefined, null)),
      ...breakagesOf(place).map(({ name, of }) => mutantOf(shown, place.pattern, name, of, place.schemaPointer)),
    ];
  });
  return [...new Map(mutants.map((mutant) => [mutant.id, mutant])).values()];
}

/** Every answer of a service that has one wrong place. */
export function shapeMutants(api: ApiModel, schemas: SchemaJudge): readonly DerivedMutant[] {
  return api.operations.flatMap((operation) =>
    operation.responses.flatMap((response) => {
      const schemaPointer = response.contents[0]?.schemaPointer ?? null;
      if (!response.status.startsWith('2') || schemaPointer === null) return [];
      return ofResponse({ api, schemas, operation, response: { ...response, schemaPointer } });
    }),
  );
}
