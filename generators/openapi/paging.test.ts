import { expect, it } from 'vitest';
import type { Declaration, OpenApiDocument, Schema } from './document.ts';
import { addPaging } from './paging.ts';

const list = { family: 'list', items: '/data/books', rules: [] };
const paged = { family: 'paged', by: 'cursor', cursor: 'after', limit: 'size', next: '/data/next', rules: [] };
const byOffset = { family: 'paged', by: 'offset', offset: 'skip', limit: 'size', rules: [] };

/** A document with one list. */
function documentWith(
  behaviour: readonly Declaration[],
  answer: Schema = { $ref: '#/components/schemas/Page' },
): OpenApiDocument {
  const parameters = ['after', 'skip', 'size'].map((name) => ({ name, in: 'query' as const, schema: {} }));
  const content = { 'application/json': { schema: answer } };
  const data: Schema = { properties: { books: { type: 'array' }, next: { type: 'string' } } };
  return {
    openapi: '3.0.3',
    info: { title: 'Library', version: '1' },
    paths: {
      '/books': {
        get: {
          operationId: 'listBooks',
          parameters,
          responses: { 200: { description: '', content } },
          'x-behaviour': [...behaviour],
        },
      },
    },
    components: {
      schemas: { Page: { properties: { data: { allOf: [{ $ref: '#/components/schemas/Data' }] } } }, Data: data },
    },
  };
}

/** The operation with its extensions, the marked parameters and the marked members. */
function marked(behaviour: readonly Declaration[], answer?: Schema) {
  const document = documentWith(behaviour, answer);
  addPaging(document, documentWith(behaviour));
  const operation: Record<string, unknown> = { ...document.paths['/books']?.get };
  const marks = (of: object) => Object.keys(of).filter((key) => key.startsWith('x-ms-'));
  const parameters = document.paths['/books']?.get?.parameters ?? [];
  const { books = {}, next = {} } = document.components.schemas['Data']?.properties ?? {};
  return {
    speakeasy: operation['x-speakeasy-pagination'],
    fern: operation['x-fern-pagination'],
    isList: operation['x-ms-list'],
    parameters: Object.fromEntries(parameters.map((one) => [one.name, marks(one)])),
    members: [marks(books), marks(next)],
  };
}

it('marks a list that is paged by a cursor', () => {
  expect(marked([list, paged])).toEqual({
    speakeasy: {
      type: 'cursor',
      inputs: [
        { name: 'after', in: 'parameters', type: 'cursor' },
        { name: 'size', in: 'parameters', type: 'limit' },
      ],
      outputs: { results: '$.data.books', nextCursor: '$.data.next' },
    },
    fern: { cursor: '$request.after', next_cursor: '$response.data.next', results: '$response.data.books' },
    isList: true,
    parameters: { after: ['x-ms-list-continuation-token'], skip: [], size: ['x-ms-list-page-size'] },
    members: [['x-ms-list-page-items'], ['x-ms-list-continuation-token']],
  });
});

it('marks a list that is paged by an offset', () => {
  expect(marked([list, byOffset])).toEqual({
    speakeasy: {
      type: 'offsetLimit',
      inputs: [
        { name: 'skip', in: 'parameters', type: 'offset' },
        { name: 'size', in: 'parameters', type: 'limit' },
      ],
      outputs: { results: '$.data.books' },
    },
    fern: { offset: '$request.skip', results: '$response.data.books' },
    isList: true,
    parameters: { after: [], skip: ['x-ms-list-offset'], size: ['x-ms-list-page-size'] },
    members: [['x-ms-list-page-items'], []],
  });
});

it('leaves a limit out that is not declared', () => {
  const { limit: _, ...unlimited } = paged;
  const { speakeasy, parameters } = marked([list, unlimited]);
  expect(speakeasy).toMatchObject({ inputs: [{ name: 'after' }] });
  expect(parameters['size']).toEqual([]);
});

it.each([
  ['is not paged', [list]],
  ['is no list', [paged]],
  ['has no place', [{ ...list, items: undefined }, paged]],
  ['has its next page at an address', [list, { ...paged, next: undefined }]],
  ['has no parameter', [list, { ...paged, cursor: undefined }]],
])('marks nothing where a response %s', (_, behaviour) => {
  expect(marked(behaviour)).toMatchObject({
    speakeasy: undefined,
    fern: undefined,
    isList: undefined,
    members: [[], []],
  });
});

it('marks no members that the response does not have', () => {
  expect(marked([list, paged], { properties: {} })).toMatchObject({ isList: true, members: [[], []] });
});
