import { expect, test } from 'vitest';
import { doubtsIn } from './doubts.ts';
import { normalised } from './normalised.ts';

/** What is doubted of a document with a schema. */
function doubted(schema: object) {
  const document = {
    openapi: '3.1.0',
    info: { title: 'a', version: '1' },
    paths: {},
    components: { schemas: { A: schema } },
  };
  return doubtsIn(document, normalised(document));
}

test.each(['uint64', 'uint8', 'int16', 'int64', 'bsonobjectid'])('the format %s is not doubted', (format) => {
  expect(doubted({ type: 'integer', format })).toEqual([]);
});

test('a format that is probably misspelt is', () => {
  expect(doubted({ type: 'integer', format: 'int46' })).toEqual([
    '/components/schemas/A has format "int46"; is it int64?',
  ]);
});

test.each([
  ['https://spec.openapis.org/oas/3.1/dialect/base', 0],
  ['https://json-schema.org/draft/2020-12/schema', 0],
  ['https://json-schema.org/draft/2019-09/schema', 1],
  ['https://example.org/own', 1],
  [{ toString: null }, 1],
])('the dialect %j has %i doubts', (jsonSchemaDialect, count) => {
  const document = { openapi: '3.1.0', info: { title: 'a', version: '1' }, jsonSchemaDialect, paths: {} };
  expect(doubtsIn(document, normalised(document))).toHaveLength(count);
});

test.each(['default', 'minLength', 'maxItems', 'multipleOf', 'allOf', 'const'])(
  'the keyword %s is doubted where no schema has it',
  (keyword) => {
    const parameters = { A: { name: 'a', in: 'query', description: 'a', example: 1, schema: {}, [keyword]: 1 } };
    const responses = { A: { description: 'a', [keyword]: 1 } };
    const document = {
      openapi: '3.1.0',
      info: { title: 'a', version: '1' },
      paths: {},
      components: { parameters, responses },
    };
    expect(doubtsIn(document, normalised(document))).toEqual([
      `/components/responses/A has ${keyword}, which belongs in content`,
      `/components/parameters/A has ${keyword}, which belongs in schema`,
    ]);
  },
);

test('a parameter whose name or place is no text is doubted', () => {
  const odd = { toString: null };
  const parameters = [{ name: odd, in: 'query' }, { name: 'a', in: odd }, { in: 'query' }, { $ref: '#/a' }];
  const document = {
    openapi: '3.1.0',
    info: { title: 'a', version: '1' },
    paths: { '/a': { parameters } },
  };
  expect(doubtsIn(document, normalised({ ...document, paths: {} }))).toEqual([
    '/paths/~1a/parameters/0 has the name {"toString":null}, which is no text',
    '/paths/~1a/parameters/1 is in {"toString":null}; a parameter is in path, query, header or cookie',
    '/paths/~1a/parameters/2 has the name null, which is no text',
  ]);
});
