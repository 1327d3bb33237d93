/** Equivalent schemas: each row has one canonical form. */
import { describe, expect, it } from 'vitest';
import { isSame } from '../../json.ts';
import { Origins } from './origin.ts';
import { SchemaWriter } from './schema.ts';

const COMPONENTS = {
  Text: { type: 'string', maxLength: 5 },
  Base: { type: 'object', required: ['k'], properties: { k: { type: 'string' } } },
  Self: { $ref: '#/components/schemas/Self' },
};

function written(schema: unknown, openapi = '3.1.0', direction: 'request' | 'response' = 'request'): unknown {
  const document = { openapi, components: { schemas: COMPONENTS } };
  return new SchemaWriter(document, new Origins()).write({ schema, pointer: '#/x' }, direction);
}

describe('a schema', () => {
  it.each([
    [{ type: ['string', 'null'] }, { anyOf: [{ type: 'string' }, { type: 'null' }] }],
    [{ type: ['string', 'null'] }, { oneOf: [{ type: 'null' }, { type: 'string' }] }, 'order'],
    [{ const: 'a' }, { enum: ['a'] }],
    [{ enum: ['a', 'b'] }, { type: 'string', enum: ['b', 'a', 'a'] }],
    [
      { type: 'integer', exclusiveMinimum: 1 },
      { type: 'integer', minimum: 2 },
    ],
    [
      { type: 'number', minimum: 1, exclusiveMinimum: true },
      { type: 'number', exclusiveMinimum: 1 },
    ],
    [{ type: 'string', minLength: 0 }, { type: 'string' }],
    [{ type: 'array', items: {} }, { type: 'array' }],
    [
      { type: 'array', prefixItems: [{ type: 'string' }], items: false },
      { type: 'array', items: [{ type: 'string' }], maxItems: 1 },
    ],
    [{ type: 'object', additionalProperties: true }, { type: 'object' }],
    [
      { type: 'object', unevaluatedProperties: false },
      { type: 'object', additionalProperties: false },
    ],
    [{ $ref: '#/components/schemas/Text' }, { allOf: [{ type: 'string' }, { maxLength: 5 }] }],
    [{ allOf: [{ minimum: 1 }, { minimum: 2 }, { maximum: 9 }, { maximum: 8 }] }, { minimum: 2, maximum: 8 }],
    [{ allOf: [{ enum: ['a', 'b'] }, { enum: ['b', 'c'] }] }, { enum: ['b'] }],
    [{ type: 'string', enum: ['a', 'abc'], maxLength: 2 }, { enum: ['a'] }],
    [
      { type: 'number', enum: [1, 2] },
      { type: 'integer', enum: [1, 2] },
    ],
    [{ type: 'integer', multipleOf: 1 }, { type: 'integer' }],
    [{ anyOf: [{ type: 'integer' }, { type: 'number' }] }, { type: 'number' }],
  ])('%j is %j', (one, other, order?: string) => {
    const [first, second] = [written(one), written(other)];
    const sorted = (value: unknown) =>
      JSON.stringify(value)
        .split(/[[\]{}]/)
        .toSorted();
    if (order === undefined) expect(isSame(first, second), JSON.stringify([first, second])).toBe(true);
    else expect(sorted(first)).toEqual(sorted(second));
  });

  it.each([
    [{ type: 'string', minLength: 1 }, { type: 'string' }],
    [
      { type: 'integer', maximum: '9223372036854775807' },
      { type: 'integer', maximum: '9223372036854775806' },
    ],
    [{ anyOf: [{ type: 'object' }, { type: 'object', required: ['a'] }] }, { type: 'object' }],
    [{ allOf: [{ pattern: 'a' }, { pattern: 'b' }] }, { pattern: 'b' }],
    [{ allOf: [{ items: { type: 'string' } }, { items: { maxLength: 1 } }] }, { items: { maxLength: 1 } }],
    [
      { type: 'object', newKeyword: 1 },
      { type: 'object', newKeyword: 2 },
    ],
    [{ anyOf: [{ type: 'string' }], oneOf: [{ minLength: 1 }] }, { type: 'string' }],
  ])('%j is not %j', (one, other) => {
    expect(isSame(written(one), written(other))).toBe(false);
  });

  it('has the siblings of a reference since 3.1, and not in 3.0', () => {
    const schema = { $ref: '#/components/schemas/Text', minLength: 2, description: 'x' };
    expect(written(schema)).toMatchObject({ anyOf: [{ minLength: 2, maxLength: 5 }], description: 'x' });
    expect(written(schema, '3.0.3')).toEqual({ anyOf: [{ type: 'string', maxLength: 5 }], description: 'x' });
  });

  it('has no member in the direction in which it is not sent', () => {
    const schema = {
      type: 'object',
      required: ['r', 'w'],
      properties: { r: { readOnly: true }, w: { writeOnly: true } },
    };
    expect(written(schema)).toMatchObject({ anyOf: [{ required: ['w'], properties: { w: {} } }] });
    expect(written(schema, '3.1.0', 'response')).toMatchObject({ anyOf: [{ required: ['r'], properties: { r: {} } }] });
  });

  it('terminates even if it only refers to itself', () => {
    expect(written({ $ref: '#/components/schemas/Self' })).toEqual({});
  });

  it('is exclusive only if alternatives may match the same value', () => {
    const form = (value: string) => ({
      allOf: [{ $ref: '#/components/schemas/Base' }, { properties: { k: { const: value } } }],
    });
    expect(written({ oneOf: [form('a'), form('b')] })).not.toHaveProperty('x-one-of');
    expect(written({ oneOf: [form('a'), form('a'), { type: 'object' }] })).toHaveProperty('x-one-of');
    const several = { oneOf: [form('a'), form('a'), { type: 'object' }] };
    expect(written({ $ref: '#/components/schemas/Base', ...several })).toHaveProperty('x-one-of');
    expect(written({ $ref: '#/components/schemas/Base', ...several }, '3.0.3')).not.toHaveProperty('x-one-of');
    expect(written({ anyOf: [{ type: 'object' }, { type: 'object', required: ['a'] }] })).not.toHaveProperty(
      'x-one-of',
    );
  });
});
