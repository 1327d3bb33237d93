import { expect, it } from 'vitest';
import { describeForms, describeSchema, valueText } from './describe.ts';

const any = (...forms: readonly object[]) => ({ anyOf: forms });
const members = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index + 1}`, {}]));

it.each<[unknown, string]>([
  [false, 'false'],
  [undefined, 'undefined'],
  [{}, 'anything'],
  [{ not: {} }, 'nothing'],
  [{ not: { a: 1 } }, 'anything, not anything, a 1'],
  [any({ type: 'string' }, { type: 'null' }), 'string or null'],
  [any({ $ref: '#/components/schemas/Order' }), 'Order'],
  [any({ type: 'array' }), 'array of anything'],
  [any({ type: 'array', items: any({ type: 'string' }) }), 'array of string'],
  [any({ type: 'object' }), 'object'],
  [any({ type: 'object', properties: { a: {}, b: {} }, required: ['b'] }), 'object { a?, b }'],
  [any({ type: 'object', additionalProperties: any({ type: 'string' }) }), 'map of string'],
  [any({ type: 'object', additionalProperties: false }), 'object'],
  [any({ type: 'string', enum: ['a', 'b'], description: 'x', pattern: '^a' }), 'string, one of "a", "b", pattern ^a'],
  [any({ minimum: 1, not: any({ type: 'null' }) }), 'anything, minimum 1, not null'],
  [any({ type: 'object', properties: members(8) }), 'object { m1?, m2?, m3?, m4?, m5?, m6?, m7?, m8? }'],
  [any({ type: 'object', properties: members(9) }), 'object { m1?, m2?, m3?, m4?, m5?, m6?, m7?, m8?, ... (9) }'],
  [any({ type: 'x'.repeat(160) }), 'x'.repeat(160)],
  [any({ type: 'x'.repeat(161) }), `${'x'.repeat(157)}...`],
])('%j is described as %s', (schema, expected) => {
  expect(describeSchema(schema)).toBe(expected);
});

it.each([
  [[{ type: 'string' }, { type: 'null' }], 'string or null'],
  [[{ type: 'x'.repeat(161) }], `${'x'.repeat(157)}...`],
  [[], ''],
])('the forms %j are described as %s', (forms, expected) => {
  expect(describeForms(forms)).toBe(expected);
});

it.each([
  [undefined, null],
  [null, 'null'],
  ['a', 'a'],
  [{ a: 1 }, '{"a":1}'],
])('the value %j is the text %j', (value, expected) => {
  expect(valueText(value)).toBe(expected);
});
