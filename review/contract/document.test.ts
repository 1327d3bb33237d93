import { describe, expect, it } from 'vitest';
import { firstDifference, missingIn, readDocument } from './document.ts';

describe('a document of anybody', () => {
  it('is read from JSON and from YAML', () => {
    const expected = { openapi: '3.0.3', paths: {} };
    expect(readDocument('a.yaml', 'openapi: 3.0.3\npaths: {}\n')).toEqual(expected);
    expect(readDocument('a', '{"openapi": "3.0.3", "paths": {}}')).toEqual(expected);
  });

  it.each([
    ['swagger: "2.0"', 'is a Swagger 2.0 document; convert it to OpenAPI 3 first'],
    ['asyncapi: 2.0.0', 'is not an OpenAPI 3 document: its member openapi does not begin with 3'],
    ['openapi: 4.0.0', 'does not begin with 3'],
    ['just words', 'it is not an object'],
    ['openapi: [', 'is not YAML'],
    ['{"openapi": ', 'is not JSON'],
    ['openapi: 3.1.0\npaths: []', 'paths must be an object'],
    [
      'openapi: 3.1.0\npaths: { /a: { $ref: "./a.yaml" } }',
      'refers to another file, ./a.yaml; bundle it into one file',
    ],
  ])('is refused in a sentence: %s', (text, message) => {
    expect(() => readDocument('a', text)).toThrow(message);
  });

  it('may refer to what is not there, which is told', () => {
    const schema = { $ref: '#/components/schemas/Gone' };
    expect(missingIn({ paths: {}, components: { schemas: { A: schema } } })).toEqual(['#/components/schemas/Gone']);
  });

  it('differs from another one first at a place', () => {
    expect(firstDifference({ a: { b: 1 }, c: 1 }, { c: 1, a: { b: 2 } })).toBe('#/a/b');
    expect(firstDifference({ a: 1 }, { a: 1 })).toBeUndefined();
  });
});
