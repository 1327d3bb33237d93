import { describe, expect, it } from 'vitest';
import type { OpenApiDocument, Schema } from '../openapi/document.ts';
import { shapesOf } from './shapes.ts';

/** The shapes of a document with one operation that answers with this. */
function shapes(schema: Schema | undefined, schemas: Readonly<Record<string, Schema>> = {}) {
  const content = schema === undefined ? {} : { content: { 'application/json': { schema } } };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Board', version: '1' },
    components: { schemas },
    paths: { '/notices': { get: { operationId: 'read', responses: { '200': { description: '', ...content } } } } },
  } as unknown as OpenApiDocument;
  const { answers, components } = shapesOf(document);
  return { answer: answers['read']?.['200'], components };
}

const text = { type: 'string' };
const one = { type: 'object', properties: { a: text } };
const other = { type: 'object', properties: { b: text } };
const ofOne = { members: { a: true } };

describe('the shape of an answer', () => {
  it.each<[string, Schema, unknown]>([
    ['a text', text, true],
    ['an object', one, ofOne],
    ['an object in an object', { type: 'object', properties: { a: one } }, { members: { a: ofOne } }],
    ['an object of any members', { type: 'object' }, true],
    ['anything', {}, true],
    ['an object without members', { type: 'object', properties: {} }, { members: {} }],
    ['a closed object', { ...one, additionalProperties: false }, ofOne],
    ['an open object', { ...one, additionalProperties: text }, true],
    ['members by pattern', { ...one, patternProperties: {} } as Schema, true],
    ['members on a condition', { ...one, if: {} } as Schema, true],
    ['a list', { type: 'array', items: one }, { items: ofOne }],
    ['a list of anything', { type: 'array', items: {} }, { items: true }],
    ['a list of lists', { type: 'array', items: { type: 'array', items: one } }, { items: { items: ofOne } }],
    ['a tuple', { type: 'array', prefixItems: [one, other] } as Schema, { items: { members: { a: true, b: true } } }],
    ['a tuple of one', { type: 'array', prefixItems: [one] } as Schema, { items: ofOne }],
    [
      'a tuple and its rest',
      { type: 'array', prefixItems: [one], items: other } as Schema,
      { items: { members: { a: true, b: true } } },
    ],
    ['a tuple of texts', { type: 'array', prefixItems: [text, text] } as Schema, { items: true }],
    ['alternatives', { anyOf: [one, other] }, { members: { a: true, b: true } }],
    ['alternatives, one of them', { oneOf: [one, other] } as Schema, { members: { a: true, b: true } }],
    ['all parts', { allOf: [one], ...other }, { members: { a: true, b: true } }],
    ['an object or null', { anyOf: [one, { type: 'null' }] }, ofOne],
    ['an object or any', { anyOf: [one, { type: 'object' }] }, true],
    [
      'a list of alternatives',
      { anyOf: [{ items: one }, { items: other }] },
      { items: { members: { a: true, b: true } } },
    ],
    [
      'an object or a list',
      { anyOf: [one, { type: 'array', items: other }] },
      { ...ofOne, items: { members: { b: true } } },
    ],
    [
      'members in two forms',
      { anyOf: [{ properties: { a: one } }, { properties: { a: other } }] },
      { members: { a: { members: { a: true, b: true } } } },
    ],
  ])('of %s', (_what, schema, expected) => {
    expect(shapes(schema).answer).toEqual(expected);
  });

  it('is missing where an answer has no body', () => {
    expect(shapes(undefined).answer).toBeUndefined();
  });

  it('of a text, a list or a constant within an object is not distinguished', () => {
    const kinds = {
      fixed: { const: {} },
      few: { enum: [[], {}] },
      any: { type: ['object', 'null'] },
      many: { type: 'array' },
      word: { type: ['string', 'null'] },
    } as Record<string, Schema>;
    for (const [name, kind] of Object.entries(kinds))
      expect([name, shapes({ properties: { member: kind } }).answer]).toEqual([name, { members: { member: true } }]);
  });

  it('of a text beside an object is none, and of an object of any members is open', () => {
    const beside = (schema: Schema) => shapes({ anyOf: [one, schema] }).answer;
    for (const schema of [text, { const: {} }, { enum: [{}] }, { type: ['string', 'null'] }] as Schema[])
      expect(beside(schema)).toEqual(ofOne);
    for (const schema of [{}, { type: 'array' }, { type: ['string', 'object'] }] as Schema[])
      expect(beside(schema)).toBe(true);
  });

  it('that is a component has its name', () => {
    const $ref = '#/components/schemas/Note';
    expect(shapes({ $ref }, { Note: one, Unused: other })).toEqual({ answer: 'Note', components: { Note: ofOne } });
    expect(shapes({ anyOf: [{ $ref }, other] }, { Note: one })).toEqual({
      answer: { members: { a: true, b: true } },
      components: {},
    });
  });

  it('that is an open component is open, wherever it is named', () => {
    const $ref = '#/components/schemas/Any';
    expect(shapes({ properties: { a: { $ref }, b: { items: { $ref } } } }, { Any: {} })).toEqual({
      answer: { members: { a: true, b: { items: true } } },
      components: {},
    });
  });

  it('follows the names of components, each once', () => {
    const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    const schemas = { Tree: { properties: { left: ref('Tree'), leaf: ref('Leaf') } }, Leaf: ref('Real'), Real: one };
    expect(shapes(ref('Tree'), schemas)).toEqual({
      answer: 'Tree',
      components: { Tree: { members: { left: 'Tree', leaf: 'Leaf' } }, Leaf: 'Real', Real: ofOne },
    });
  });

  it('that contains itself through its alternatives stays open, beyond twenty levels', () => {
    const nested = (levels: number): Schema => (levels === 0 ? one : { anyOf: [nested(levels - 1)] });
    expect(shapes(nested(20)).answer).toEqual(ofOne);
    expect(shapes(nested(21)).answer).toBe(true);
    expect(shapes({ $ref: '#/components/schemas/A' }, { A: { anyOf: [{ $ref: '#/components/schemas/A' }] } })).toEqual({
      answer: true,
      components: {},
    });
  });
});
