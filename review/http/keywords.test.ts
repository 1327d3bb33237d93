/** Tests every keyword that constrains values: narrowed and widened, in requests and in responses. */
import { describe, expect, it } from 'vitest';
import { gravestOf } from '../finding.ts';
import type { JsonObject } from '../json.ts';
import { compareDocuments } from './compare.ts';

const text = { type: 'string' };
const number = { type: 'number' };
const whole = { type: 'integer' };
const list = { type: 'array', items: text };
const object = { type: 'object', properties: { a: text, b: text } };
const holder = (name: string) => ({ type: 'object', required: [name], properties: { [name]: text } });
const map = (values: unknown) => ({ ...object, additionalProperties: values });
const counted = { ...list, contains: { type: 'string', minLength: 1 } };

/** As text, because a member `then` makes an object look like a promise. */
const CONDITION: object = JSON.parse('{ "if": { "required": ["a"] }, "then": { "required": ["b"] } }');

/** Name, the wider schema, the narrower schema. */
const TABLE: readonly (readonly [string, unknown, unknown])[] = [
  ['minLength', text, { ...text, minLength: 2 }],
  ['minLength raised', { ...text, minLength: 2 }, { ...text, minLength: 3 }],
  ['maxLength', text, { ...text, maxLength: 5 }],
  ['maxLength lowered', { ...text, maxLength: 6 }, { ...text, maxLength: 5 }],
  ['pattern', text, { ...text, pattern: '^a' }],
  ['format', text, { ...text, format: 'uuid' }],
  ['contentEncoding', text, { ...text, contentEncoding: 'base64' }],
  ['minimum', number, { ...number, minimum: 1 }],
  ['minimum raised', { ...number, minimum: 0 }, { ...number, minimum: 1 }],
  ['maximum', number, { ...number, maximum: 1 }],
  ['maximum lowered', { ...number, maximum: 2 }, { ...number, maximum: 1 }],
  ['exclusiveMinimum', number, { ...number, exclusiveMinimum: 1 }],
  ['exclusiveMaximum lowered', { ...number, exclusiveMaximum: 3 }, { ...number, exclusiveMaximum: 1 }],
  ['minimum to exclusive', { ...number, minimum: 1 }, { ...number, exclusiveMinimum: 1 }],
  ['exclusive to a higher minimum', { ...number, exclusiveMinimum: 1 }, { ...number, minimum: 2 }],
  ['minimum, as 3.0 has it', { ...number, minimum: 1 }, { ...number, minimum: 1, exclusiveMinimum: true }],
  ['a whole maximum of many digits', { ...whole, exclusiveMaximum: 1e22 }, { ...whole, exclusiveMaximum: 1e21 }],
  ['multipleOf', number, { ...number, multipleOf: 2 }],
  ['multipleOf doubled', { ...number, multipleOf: 2 }, { ...number, multipleOf: 4 }],
  ['integer', number, whole],
  ['int32', { ...whole, format: 'int64' }, { ...whole, format: 'int32' }],
  ['minItems', list, { ...list, minItems: 1 }],
  ['maxItems', list, { ...list, maxItems: 4 }],
  ['uniqueItems', list, { ...list, uniqueItems: true }],
  ['items', { type: 'array' }, list],
  ['items limited', list, { ...list, items: { ...text, maxLength: 3 } }],
  ['contains', list, counted],
  ['minContains', counted, { ...counted, minContains: 2 }],
  ['prefixItems', { type: 'array', prefixItems: [{}] }, { type: 'array', prefixItems: [text] }],
  ['no more items', { type: 'array', prefixItems: [text] }, { type: 'array', prefixItems: [text], items: false }],
  ['minProperties', object, { ...object, minProperties: 1 }],
  ['maxProperties', object, { ...object, maxProperties: 1 }],
  ['required', object, { ...object, required: ['a'] }],
  ['additionalProperties', object, map(false)],
  ['additionalProperties limited', object, map(text)],
  ['additionalProperties closed', map(text), map(false)],
  ['unevaluatedProperties', object, { ...object, unevaluatedProperties: false }],
  ['propertyNames', object, { ...object, propertyNames: { pattern: '^a' } }],
  ['patternProperties', object, { ...object, patternProperties: { '^x': text } }],
  ['dependentRequired', object, { ...object, dependentRequired: { a: ['b'] } }],
  ['dependentSchemas', object, { ...object, dependentSchemas: { a: { required: ['b'] } } }],
  ['if and then', object, { ...object, ...CONDITION }],
  ['enum', text, { ...text, enum: ['a', 'b'] }],
  ['enum shortened', { ...text, enum: ['a', 'b', 'c'] }, { ...text, enum: ['a', 'b'] }],
  ['const', { ...text, enum: ['a', 'b'] }, { const: 'a' }],
  ['const of a boolean', { type: 'boolean' }, { const: true }],
  ['not', text, { ...text, not: { const: 'x' } }],
  ['type', {}, text],
  ['type shortened', { type: ['string', 'integer'] }, text],
  ['null', { type: ['string', 'null'] }, text],
  ['nullable', { type: 'string', nullable: true }, text],
  ['anyOf shortened', { anyOf: [text, object] }, object],
  ['oneOf', { anyOf: [holder('a'), holder('b')] }, { oneOf: [holder('a'), holder('b')] }],
  ['allOf', object, { allOf: [object, { required: ['a'] }] }],
  ['false', text, false],
];

const DIRECTIONS = ['request', 'response'] as const;
const WAYS = ['narrowed', 'widened'] as const;

const cases = TABLE.flatMap(([keyword, wide, narrow]) =>
  DIRECTIONS.flatMap((direction) => WAYS.map((way) => ({ keyword, wide, narrow, direction, way }))),
).map((one) => ({ ...one, name: `${one.keyword} ${one.way} in a ${one.direction}` }));

function document(schema: unknown, direction: (typeof DIRECTIONS)[number]): JsonObject {
  const content = { 'application/json': { schema: { type: 'object', required: ['v'], properties: { v: schema } } } };
  const [requestBody, answered] = direction === 'request' ? [{ content }, {}] : [undefined, { content }];
  const operation = { operationId: 'a', requestBody, responses: { 200: { description: 'Done.', ...answered } } };
  return { openapi: '3.1.0', info: { title: 'All', version: '1' }, paths: { '/a': { post: operation } } };
}

describe('a limit', () => {
  it.each(cases)('$name', ({ name, wide, narrow, direction, way }) => {
    const [before, after] = way === 'narrowed' ? [wide, narrow] : [narrow, wide];
    const service = { name, base: document(before, direction), head: document(after, direction) };
    const findings = compareDocuments([service]);
    const [clients, servers] = (['clients', 'servers'] as const).map((side) =>
      gravestOf(findings.map(({ sides }) => sides[side].class)),
    );
    // A narrower response breaks servers, a wider one clients; a narrower request breaks clients, a wider one no side.
    const taken = direction === 'request' ? [way === 'narrowed', false] : [way === 'widened', way === 'narrowed'];
    expect([clients, servers]).toEqual(taken.map((lost) => (lost ? 'breaking' : 'compatible')));
  });
});
