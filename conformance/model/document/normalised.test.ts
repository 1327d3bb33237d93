import { expect, test } from 'vitest';
import { buildApi } from './api.ts';
import { normalised } from './normalised.ts';

const document = {
  openapi: '3.1.0',
  info: { title: 'Books', version: '1' },
  security: [{ Key: [] }],
  paths: {
    '/books/{book}': {
      parameters: [{ $ref: '#/components/parameters/Book' }, { name: 'lang', in: 'query', schema: { type: 'string' } }],
      get: {
        parameters: [{ name: 'lang', in: 'query', required: true, schema: { type: 'string' } }],
        responses: { 200: { $ref: '#/components/responses/Book' } },
      },
      put: {
        operationId: 'writeBook',
        requestBody: { $ref: '#/components/requestBodies/Book' },
        responses: { 204: { description: '' } },
        security: [],
      },
    },
  },
  components: {
    parameters: {
      Book: { $ref: '#/components/parameters/Id' },
      Id: { name: 'book', in: 'path', required: true, schema: {} },
    },
    requestBodies: { Book: { required: true, content: { 'application/json': { schema: { type: 'object' } } } } },
    responses: { Book: { description: '', content: { 'application/json': { schema: { type: 'string' } } } } },
  },
};

const { operations } = buildApi('books', normalised(document), { rules: [], questions: [] });

test('parameters of a path belong to each of its operations, which may override them', () => {
  const inputs = operations.map(({ parameters }) => parameters.map(({ name, required }) => `${name} ${required}`));
  expect(inputs).toEqual([
    ['book true', 'lang true'],
    ['book true', 'lang false'],
  ]);
});

test('references to parameters, bodies and answers are resolved', () => {
  expect(operations[0]?.responses[0]?.schema).toEqual({ type: 'string' });
  expect(operations[1]?.body?.schema).toEqual({ type: 'object' });
});

test('an operation without an operationId gets one from its method and path, and the security of the document', () => {
  expect(operations.map(({ id, security }) => [id, security])).toEqual([
    ['get /books/{book}', [['Key']]],
    ['writeBook', []],
  ]);
});

test('a path has the operations beside its reference, and those that it leads to', () => {
  const responses = { 200: { description: '' } };
  const read = normalised({
    ...document,
    paths: { '/books': { $ref: '#/components/pathItems/Books', get: { operationId: 'list', responses } } },
    components: {
      pathItems: {
        Books: { $ref: '#/components/pathItems/More', post: { operationId: 'make', responses } },
        More: { put: { responses } },
      },
    },
  });
  expect(Object.keys(read.paths['/books'] ?? {}).toSorted()).toEqual(['get', 'post', 'put']);
});
