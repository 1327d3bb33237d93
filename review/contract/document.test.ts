import type { Source } from '@wallet-services/kit/document';
import { describe, expect, it } from 'vitest';
import { segmentsOf, valueAt } from '../json.ts';
import { firstDifference, readDocument } from './document.ts';

describe('a document of another API', () => {
  it('is read from JSON and from YAML', async () => {
    const expected = { openapi: '3.0.3', paths: {} };
    expect((await readDocument('a.yaml', 'openapi: 3.0.3\npaths: {}\n')).document).toEqual(expected);
    expect((await readDocument('a', '{"openapi": "3.0.3", "paths": {}}')).document).toEqual(expected);
  });

  it.each([
    ['swagger: "1.2"', 'is a Swagger 1.2 document; only 2.0 is read'],
    ['openapi: { toString: }', 'is not an OpenAPI document: it has no member openapi that begins with 3'],
    ['asyncapi: 2.0.0', 'is not an OpenAPI document: it has no member openapi that begins with 3'],
    ['openapi: 4.0.0', 'begins with 3'],
    ['just words', 'it is not an object'],
    ['openapi: [', 'is not YAML'],
    ['{"openapi": ', 'is not JSON'],
    ['openapi: 3.1.0\npaths: []', 'paths must be an object'],
    [
      'openapi: 3.1.0\npaths: { /a: { $ref: "./a.yaml" } }',
      'refers to another file, ./a.yaml; give the file by its name',
    ],
  ])('is rejected with a sentence: %s', async (text, message) => {
    await expect(readDocument('a', text)).rejects.toThrow(message);
  });

  it('may refer to a missing file, which is noted', async () => {
    const text = '{"openapi": "3.1.0", "components": {"schemas": {"A": {"$ref": "#/components/schemas/Gone"}}}}';
    expect((await readDocument('a', text)).notes).toEqual([
      'a refers to #/components/schemas/Gone, which does not exist; it is compared as if it allowed any value.',
    ]);
  });

  it('keeps the digits of big numbers, in JSON and in YAML', async () => {
    const big = { openapi: '3.1.0', 'x-most': '9223372036854775807', 'x-few': 7 };
    const json = '{"openapi": "3.1.0", "x-most": 9223372036854775807, "x-few": 7}';
    expect((await readDocument('a', json)).document).toEqual(big);
    const yaml = 'openapi: 3.1.0\nx-most: 9223372036854775807\nx-few: 7\n';
    expect((await readDocument('a', yaml)).document).toEqual(big);
  });

  it.each([
    ['0.10000000000000001', '0.10000000000000001'],
    ['-1.00000000000000000001', '-1.00000000000000000001'],
    ['0.30000000000000004', 0.30000000000000004],
    ['1.50000000000000000000', 1.5],
    ['1e3', 1000],
    ['1.0', 1],
  ])('keeps the digits of a fraction that would be rounded: %s', async (text, expected) => {
    for (const written of [`{"openapi": "3.1.0", "x-a": ${text}}`, `openapi: 3.1.0\nx-a: ${text}\n`]) {
      expect((await readDocument('a', written)).document['x-a']).toBe(expected);
    }
  });

  it('may be Swagger 2.0, which is upgraded and noted', async () => {
    const response = '{"200": {"description": "x", "schema": {"type": "string"}}, "204": {"description": "y"}}';
    const operation = `{"get": {"produces": ["application/json"], "responses": ${response}}}`;
    const reference = '{"A": {"$ref": "#/definitions/B", "type": "string"}, "B": {}}';
    const head = '"swagger": "2.0", "info": {"title": "a", "version": "1"}';
    const text = `{${head}, "paths": {"/a": ${operation}}, "definitions": ${reference}}`;
    const { document, notes } = await readDocument('a', text);
    const schema = '#/paths/~1a/get/responses/200/content/application~1json/schema';
    expect(valueAt(document, segmentsOf(schema))).toEqual({ type: 'string' });
    expect(notes).toEqual([
      expect.stringMatching(/was upgraded to OpenAPI 3.1. Media types of 1 responses .* beside 1 references count for/),
    ]);
  });

  it('reports the first place at which it differs from another document', () => {
    expect(firstDifference({ a: { b: 1 }, c: 1 }, { c: 1, a: { b: 2 } })).toBe('#/a/b');
    expect(firstDifference({ a: 1 }, { a: 1 })).toBeUndefined();
  });
});

describe('a document in several files', () => {
  const files: Readonly<Record<string, string>> = {
    '/api/main.yaml': 'openapi: 3.1.0\npaths: { /a: { $ref: "paths/a.yaml" } }',
    '/api/paths/a.yaml': 'get: { responses: { 200: { $ref: "../shared.yaml#/Fine" } } }',
    '/api/shared.yaml':
      'Fine: { description: Fine, content: { a/b: { schema: { $ref: "#/Text" } } } }\nText: { type: string }',
  };
  const source: Source = {
    start: '/api/main.yaml',
    resolve: (from, reference) => new URL(reference, `file://${from}`).pathname,
    read: async (name) => {
      const text = files[name];
      if (text === undefined) throw new Error(`no ${name}`);
      return text;
    },
  };

  it('is joined, with references to the place of each file', async () => {
    const { document, texts } = await readDocument('main.yaml', files['/api/main.yaml'] ?? '', source);
    expect(document['paths']).toEqual({ '/a': { $ref: '#/x-files/paths~1a.yaml' } });
    expect(document['x-files']).toEqual({
      'paths/a.yaml': { get: { responses: { 200: { $ref: '#/x-files/shared.yaml/Fine' } } } },
      'shared.yaml': {
        Fine: { description: 'Fine', content: { 'a/b': { schema: { $ref: '#/x-files/shared.yaml/Text' } } } },
        Text: { type: 'string' },
      },
    });
    expect([...texts.keys()]).toEqual(['main.yaml', 'paths/a.yaml', 'shared.yaml']);
  });
});
