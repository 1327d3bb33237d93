import { expect, test } from 'vitest';
import { smallDocument } from '../../testing/api.ts';
import type { Schema } from './document.ts';
import { sampleOf } from './sample.ts';
import { schemaJudge } from './schemas.ts';

const Name = { type: 'string', minLength: 8 };
const Tree = {
  type: 'object',
  required: ['name', 'parts'],
  properties: { name: Name, parts: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
};

test.each([
  [{ type: 'integer', format: 'int64', minimum: 3 }],
  [{ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1, multipleOf: 0.25 }],
  [{ type: 'number', minimum: 0.3, multipleOf: 0.1 }],
  [{ type: 'number', minimum: 19.985, multipleOf: 0.01 }],
  [{ type: 'number', minimum: -0.35, maximum: -0.25, multipleOf: 0.1 }],
  [{ type: 'number', exclusiveMinimum: 3e-7, multipleOf: 1e-7 }],
  [{ type: 'integer', maximum: -4 }],
  [{ type: 'string', format: 'uuid' }],
  [{ type: 'string', pattern: '^[A-Z]{3}-[0-9]{4}$' }],
  [{ type: ['null', 'string'] }],
  [{ type: 'array', minItems: 2, items: Name }],
  [{ type: 'array', prefixItems: [{ const: 'a' }, { type: 'boolean' }], minItems: 2, maxItems: 2 }],
  [{ $ref: '#/components/schemas/Name', maxLength: 8 }],
  [
    {
      allOf: [
        { type: 'object', required: ['a'], properties: { a: Name } },
        { required: ['b'], properties: { b: { const: 7 } } },
      ],
    },
  ],
  [{ oneOf: [{ type: 'object', required: ['kind'], properties: { kind: { const: 'x' } } }, { type: 'boolean' }] }],
  [
    {
      type: 'object',
      required: ['a', 'c'],
      properties: { a: true, c: { type: 'boolean' } },
      anyOf: [{ required: ['c'] }],
    },
  ],
  [true],
  [{ type: 'integer', minimum: 1, exclusiveMinimum: 3 }],
  [{ type: 'number', exclusiveMinimum: 0, maximum: 0.5 }],
  [{ type: 'string', pattern: '^(?=.*\\d)(?=.*[A-Z]).{12,}$', minLength: 12 }],
  [{ type: 'array', contains: { const: 7 } }],
  [{ type: 'array', contains: { enum: ['a', 'b'] }, minContains: 2, uniqueItems: true }],
  ...[
    { type: 'integer' },
    { type: 'number', multipleOf: 0.1 },
    { enum: ['a', 'b', 'c'] },
    { enum: ['a', 'b', 'c'], default: 'b' },
    { type: 'string', format: 'uuid' },
    { type: 'string', pattern: '^[a-z]{3}$' },
    { type: 'string', minLength: 3, maxLength: 5 },
    { type: 'object', required: ['name', 'id'], properties: { id: { type: 'integer' }, name: Name } },
  ].map((items) => [{ type: 'array', uniqueItems: true, minItems: 3, items }] as const),
  [{ type: 'array', uniqueItems: true, minItems: 2, items: { type: 'boolean' } }],
  [{ type: 'object', minProperties: 2, properties: { id: { type: 'integer', readOnly: true }, a: Name, b: Name } }],
  [{ type: 'object', minProperties: 2, additionalProperties: { type: 'integer' } }],
  [{ type: 'object', minProperties: 1, propertyNames: { pattern: '^[a-z]$' } }],
  [{ type: 'object', minProperties: 1, propertyNames: { enum: ['a'] }, additionalProperties: Name }],
  [{ type: 'object', minProperties: 2, patternProperties: { '^x_[0-9]{3}$': Name }, additionalProperties: false }],
  [{ type: 'object', required: ['x_1'], patternProperties: { '^x_': { type: 'integer' } } }],
  [{ type: 'object', required: ['a'], dependentRequired: { a: ['b'], b: ['c'] }, properties: { c: Name } }],
] as const)('%j has a value that it allows', (schema) => {
  const document = smallDocument({ operations: {}, schemas: { Name, Here: schema as object } });
  const value = sampleOf(document, schema as Schema);
  expect(schemaJudge(document).problems('/components/schemas/Here', value)).toEqual([]);
});

test('an example, a default and a name come first, and members that only answers have are left out', () => {
  const document = smallDocument({ operations: {}, schemas: { Name, Tree } });
  const id = { type: 'integer', readOnly: true };
  const schema = {
    type: 'object',
    required: ['id', 'a', 'b'],
    properties: { id, a: { default: 3 }, b: { enum: ['x', 'y'] } },
  };
  expect(sampleOf(document, schema)).toEqual({ a: 3, b: 'x' });
  expect(sampleOf(document, { ...schema, examples: [{ a: 1 }] })).toEqual({ a: 1 });
});

test.each<[object, unknown]>([
  [{ type: 'object', example: 'a text', required: ['a'], properties: { a: { default: 3 } } }, { a: 3 }],
  [{ type: 'array', example: ['a', 'b'], items: { default: 'c' }, maxItems: 1 }, ['c']],
  [{ type: 'string', example: ['a'] }, 'text'],
])('an example of another type, or of another length, is no value of %j', (schema, expected) => {
  expect(sampleOf(smallDocument({ operations: {} }), schema as Schema)).toEqual(expected);
});

test('a schema that contains itself has a value', () => {
  const document = smallDocument({ operations: {}, schemas: { Name, Tree } });
  expect(sampleOf(document, { $ref: '#/components/schemas/Tree' })).toMatchObject({ name: 'textxxxx' });
});

test('a list of more different items than are made repeats the first one', () => {
  const items = { type: 'string', pattern: '^[a-z]{9}$' };
  const schema = { type: 'array', uniqueItems: true, minItems: 60, items };
  const value = sampleOf(smallDocument({ operations: {} }), schema);
  expect(value).toHaveLength(60);
  expect(new Set(Array.isArray(value) ? value : [])).toHaveLength(50);
});

test.each([
  [{ type: 'string', minLength: 10_000_001 }, 'minLength above 10000000'],
  [{ type: 'array', minItems: 100_001 }, 'minItems above 100000'],
  [{ type: 'array', contains: {}, minContains: 2_000_000_000 }, 'minContains above 100000'],
  [{ type: 'object', minProperties: 51 }, 'minProperties above 50'],
])('%j has no value, because it would be too large', (schema, message) => {
  expect(() => sampleOf(smallDocument({ operations: {} }), schema)).toThrow(message);
});
