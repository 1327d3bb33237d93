/** Generates random schemas, and random changes of them. */
import { arrayOf, isObject, type JsonObject, objectOf } from '../json.ts';
import type { Random } from './random.ts';

type Draft = Record<string, unknown>;

const NAMES = ['a', 'b', 'c', 'kind'];
const PATTERNS = ['^a', '^b', '^[a-z]+$', '^[0-9]{1,3}$', '^(a|b)c?$'];
const WORDS = ['a', 'b', 'ab', 'bc', 'x1', '12', ''];
const COMPONENTS = ['A', 'B'];

/** Generates a schema. */
export function schemaOf(random: Random, depth = 2): Draft {
  if (depth > 0 && random.once(4)) return union(random, depth);
  if (depth > 0 && random.once(10)) return { $ref: `#/components/schemas/${random.pick(COMPONENTS)}` };
  switch (random.below(depth > 0 ? 9 : 5)) {
    case 0:
    case 1:
      return texts(random);
    case 2:
    case 3:
      return numbers(random);
    case 4:
      return random.pick<Draft>([
        { type: 'boolean' },
        { const: random.pick<unknown>(['a', 1, true]) },
        { type: ['string', 'null'] },
      ]);
    case 5:
      return list(random, depth);
    default:
      return object(random, depth);
  }
}

/** The components that schemas refer to. */
export function componentsOf(random: Random): Draft {
  return Object.fromEntries(COMPONENTS.map((name) => [name, object(random, 1)]));
}

function some(random: Random, parts: Draft): Draft {
  return Object.fromEntries(Object.entries(parts).filter(() => random.once(3)));
}

function texts(random: Random): Draft {
  if (random.once(3)) return { type: 'string', enum: distinct(random, WORDS) };
  const minLength = random.below(3);
  return {
    type: 'string',
    ...some(random, { minLength, maxLength: minLength + random.below(3), pattern: random.pick(PATTERNS) }),
  };
}

function numbers(random: Random): Draft {
  const type = random.pick(['integer', 'integer', 'number']);
  if (random.once(4)) return { type, enum: distinct(random, [0, 1, 2, 5, 10]) };
  const least = random.below(5);
  return {
    type,
    ...some(random, {
      [random.pick(['minimum', 'exclusiveMinimum'])]: least,
      [random.pick(['maximum', 'exclusiveMaximum'])]: least + 2 + random.below(5),
      multipleOf: random.pick([1, 2, 3]),
    }),
  };
}

function list(random: Random, depth: number): Draft {
  const minItems = random.below(2);
  const limits = some(random, { minItems, maxItems: minItems + 1 + random.below(2), uniqueItems: true });
  const tuple = random.once(5) ? { prefixItems: [schemaOf(random, 0), schemaOf(random, 0)] } : {};
  return { type: 'array', items: schemaOf(random, depth - 1), ...limits, ...tuple };
}

function object(random: Random, depth: number): Draft {
  const names = distinct(random, NAMES);
  const properties = Object.fromEntries(names.map((name) => [name, schemaOf(random, depth - 1)]));
  const required = names.filter(() => random.once(2));
  return {
    type: 'object',
    ...(required.length === 0 ? {} : { required }),
    properties,
    ...(random.once(4) ? { additionalProperties: random.pick<unknown>([false, false, { type: 'integer' }]) } : {}),
    ...some(random, random.once(3) ? { minProperties: 1 } : {}),
  };
}

function union(random: Random, depth: number): Draft {
  const count = 2 + random.below(2);
  const forms = Array.from({ length: count }, () => schemaOf(random, depth - 1));
  const keyword = random.pick(['anyOf', 'anyOf', 'oneOf', 'allOf']);
  if (keyword === 'allOf') return { allOf: [object(random, depth - 1), object(random, depth - 1)] };
  return { [keyword]: forms };
}

function distinct<One>(random: Random, values: readonly One[]): One[] {
  const kept = values.filter(() => random.once(2));
  return kept.length > 0 ? kept : [random.pick(values)];
}

/** Changes a random place of a schema. */
export function changed(random: Random, schema: JsonObject): JsonObject {
  const copy: Draft = structuredClone(objectOf(schema));
  const places = placesIn(copy);
  change(random, random.pick(places));
  return copy;
}

/** A schema in a document, and a function that replaces it. */
interface Spot {
  readonly node: Draft;
  readonly replace: (schema: unknown) => void;
}

function placesIn(root: Draft): readonly Spot[] {
  const found: Spot[] = [];
  const walk = (node: unknown, replace: Spot['replace']): void => {
    if (!isDraft(node)) return;
    found.push({ node, replace });
    for (const [name, member] of Object.entries(objectOf(node['properties']))) {
      walk(member, (schema) => Object.assign(Object(node['properties']), { [name]: schema }));
    }
    for (const keyword of ['items', 'additionalProperties']) {
      walk(node[keyword], (schema) => Object.assign(node, { [keyword]: schema }));
    }
    for (const keyword of ['anyOf', 'oneOf', 'allOf', 'prefixItems']) {
      for (const [index, one] of arrayOf(node[keyword]).entries()) {
        walk(one, (schema) => Object.assign(Object(node[keyword]), { [index]: schema }));
      }
    }
  };
  walk(root, (schema) => {
    for (const name of Object.keys(root)) delete root[name];
    Object.assign(root, schema);
  });
  return found;
}

function isDraft(node: unknown): node is Draft {
  return isObject(node);
}

const NUMBERS = [
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minItems',
  'maxItems',
];

function change(random: Random, { node, replace }: Spot): void {
  const limits = NUMBERS.filter((name) => typeof node[name] === 'number');
  const { properties, enum: values, anyOf, oneOf, type } = node;
  const steps: (() => void)[] = [
    () => replace(schemaOf(random, 1)),
    // An equivalent schema.
    () => replace({ allOf: [structuredClone(node)] }),
    () => replace({ anyOf: [structuredClone(node)] }),
    () => replace({ anyOf: [structuredClone(node), { type: 'null' }] }),
  ];
  for (const name of limits) {
    steps.push(() => Object.assign(node, { [name]: Math.max(0, Number(node[name]) + random.pick([-1, 1])) }));
    steps.push(() => Reflect.deleteProperty(node, name));
  }
  if (typeof node['multipleOf'] === 'number') {
    steps.push(() => Object.assign(node, { multipleOf: random.pick([1, 2, 3, 4, 6]) }));
  }
  if (type === 'string')
    steps.push(() => Object.assign(node, random.pick<Draft>([{ maxLength: 2 }, { minLength: 1 }, { pattern: '^a' }])));
  if (type === 'integer' || type === 'number') {
    steps.push(() =>
      Object.assign(
        node,
        random.pick<Draft>([{ maximum: 5 }, { minimum: 1 }, { type: 'number' }, { type: 'integer' }]),
      ),
    );
  }
  if (Array.isArray(values)) {
    const [fewer, more] = [values.slice(1), [...values, type === 'string' ? 'new' : 77]];
    steps.push(
      () => Object.assign(node, { enum: more }),
      () => Object.assign(node, { enum: fewer.length === 0 ? more : fewer }),
    );
  }
  for (const forms of [anyOf, oneOf]) {
    if (!Array.isArray(forms)) continue;
    steps.push(
      () => forms.push(schemaOf(random, 0)),
      () => forms.length > 1 && forms.splice(random.below(forms.length), 1),
    );
    steps.push(() => forms.reverse());
  }
  if (isObject(properties)) {
    const name = random.pick(NAMES);
    const required = arrayOf(node['required']);
    steps.push(() => Object.assign(Object(properties), { [name]: schemaOf(random, 0) }));
    steps.push(() =>
      Object.assign(node, {
        required: [
          ...new Set([
            ...required,
            random.pick(Object.keys(properties).length === 0 ? NAMES : Object.keys(properties)),
          ]),
        ],
      }),
    );
    steps.push(() => Object.assign(node, { required: required.slice(1) }));
    steps.push(() =>
      Object.assign(node, { additionalProperties: random.pick<unknown>([false, true, { type: 'integer' }]) }),
    );
  }
  random.pick(steps)();
}
