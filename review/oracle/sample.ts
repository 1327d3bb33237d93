/** Generates values that may match a schema, from its keywords, at its bounds and just beyond them. */
import { arrayOf, isObject, type JsonObject, objectOf, segmentsOf, valueAt } from '../json.ts';
import type { Random } from './random.ts';

const TEXTS = [
  '',
  'a',
  'b',
  'ab',
  'bc',
  'bcd',
  'bcdefg',
  'abc',
  'ac',
  'x1',
  '1',
  '12',
  '123',
  '1234',
  'new',
  'zzz',
  'aaaa',
  'zzzzz',
  'abcdef',
];
const SCALARS = [null, true, false, 0, 1, 2, 3, 5, 6, 10, 77, 0.5, 1.5, ...TEXTS, [], {}];
const DEEPEST = 5;
/** A member name that no schema has. */
const UNKNOWN = 'zz';

/** Generates a value. The validator decides whether it matches. */
export function sample(random: Random, document: JsonObject, schema: unknown, depth = 0): unknown {
  if (!isObject(schema) || depth > DEEPEST) return random.pick<unknown>(SCALARS);
  const { $ref: reference, enum: values } = schema;
  if (typeof reference === 'string')
    return sample(random, document, valueAt(document, segmentsOf(reference)), depth + 1);
  if ('const' in schema && !random.once(8)) return schema['const'];
  if (Array.isArray(values) && !random.once(8)) return random.pick<unknown>(values);
  const forms = [...arrayOf(schema['anyOf']), ...arrayOf(schema['oneOf'])];
  if (forms.length > 0 && !random.once(8)) return sample(random, document, random.pick(forms), depth + 1);
  const all = arrayOf(schema['allOf']);
  if (all.length > 0) return together(all.map((part) => sample(random, document, part, depth + 1)));
  const types = [schema['type']].flat();
  switch (random.pick(types)) {
    case 'string':
      return random.pick(TEXTS);
    case 'integer':
    case 'number':
      return number(random, schema);
    case 'boolean':
      return random.pick([true, false]);
    case 'null':
      return null;
    case 'array':
      return list(random, document, schema, depth);
    case 'object':
      return object(random, document, schema, depth);
    default:
      return random.pick<unknown>(SCALARS);
  }
}

/** Merges the members of objects; otherwise returns the value of one part. */
function together(values: readonly unknown[]): unknown {
  return values.every(isObject) ? Object.assign({}, ...values) : values[0];
}

function number(random: Random, schema: JsonObject): number {
  const bounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']
    .map((name) => schema[name])
    .filter((value) => typeof value === 'number');
  const base = bounds.length > 0 && !random.once(3) ? random.pick(bounds) : random.below(15) - 2;
  return base + random.pick([0, 0, 1, -1, 2, schema['type'] === 'number' ? 0.5 : 0]);
}

function list(random: Random, document: JsonObject, schema: JsonObject, depth: number): unknown[] {
  const first = arrayOf(schema['prefixItems']);
  const length = random.pick([0, 1, 1, 2, 2, 3, 4]);
  return Array.from({ length }, (_, index) => sample(random, document, first[index] ?? schema['items'], depth + 1));
}

function object(random: Random, document: JsonObject, schema: JsonObject, depth: number): Record<string, unknown> {
  const required = arrayOf(schema['required']);
  const members = Object.entries(objectOf(schema['properties']))
    .filter(([name]) => (required.includes(name) ? !random.once(12) : random.once(2)))
    .map(([name, member]) => [name, sample(random, document, member, depth + 1)]);
  const others = schema['additionalProperties'];
  if (others !== false && random.once(5))
    members.push([UNKNOWN, isObject(others) ? sample(random, document, others, depth + 1) : 'x']);
  return Object.fromEntries(members);
}
