import { describe, expect, it } from 'vitest';
import type { OpenApiDocument, Schema } from '../openapi/document.ts';
import { callOf, placeholder } from './call.ts';
import { java } from './java.ts';
import { bracketed } from './layout.ts';
import { samplesOverlay } from './samples.ts';
import { typedValue } from './value.ts';

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

const nullable = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });

const schemas: Record<string, Schema> = {
  Uuid: { type: 'string', format: 'uuid' },
  DecimalString: { type: 'string' },
  Genre: { type: 'string', enum: ['fable', 'atlas'] },
  Shelf: { type: 'object', properties: { name: { type: 'string' } } },
  Book: {
    type: 'object',
    required: ['title', 'id', 'subtitle', 'editor'],
    properties: {
      title: { type: 'string' },
      id: ref('Uuid'),
      price: ref('DecimalString'),
      pages: { type: 'integer' },
      weight: { type: 'number' },
      sold: { type: 'boolean' },
      genre: ref('Genre'),
      shelves: { type: 'array', items: ref('Shelf') },
      lent: { type: 'array', items: nullable(ref('Shelf')) },
      notes: { type: 'array', items: nullable({ type: 'string' }) },
      genres: { type: 'array', items: nullable(ref('Genre')) },
      more: {},
      subtitle: nullable({ type: 'string' }),
      editor: nullable({ type: 'string' }),
      home: nullable(ref('Shelf')),
      sequel: nullable(ref('Uuid')),
      tags: {},
      limits: {},
    },
  },
};

const book = {
  title: 'The "Pears"',
  id: '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed',
  price: '1.50',
  pages: 7,
  weight: 0.5,
  sold: true,
  genre: 'fable',
  shelves: [{ name: 'A' }],
  lent: [{ name: 'C' }, null],
  notes: ['worn', null],
  genres: [null, 'atlas'],
  more: { a: [1, null, 'x'], b: {} },
  subtitle: 'A `tale`, "retold"',
  editor: null,
  home: { name: 'B' },
  sequel: null,
  tags: [null],
  limits: { least: null, most: 5_000_000_000 },
  unknown: 1,
};

const document: OpenApiDocument = {
  openapi: '3.1.0',
  info: { title: 'Library', version: '1.2' },
  servers: [{ url: 'https://books.example.org' }],
  paths: {
    '/books': {
      get: {
        operationId: 'listBooks',
        parameters: [
          { name: 'genre', in: 'query', required: true, schema: ref('Genre'), example: 'fable' },
          { name: 'page_size', in: 'query', schema: { type: 'integer' }, example: 5 },
          {
            name: 'genres',
            in: 'query',
            schema: { type: 'array', items: ref('Genre') },
            example: ['fable', 'atlas'],
          },
          { name: 'shelves', in: 'query', schema: { type: 'array', items: { type: 'integer' } }, example: [1, 2] },
        ],
        responses: {},
      },
    },
    '/shelves/{shelf}/books/{id}': {
      put: {
        operationId: 'putBook',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: ref('Uuid'), example: book.id },
          { name: 'shelf', in: 'path', required: true, schema: { type: 'integer' }, example: 3 },
        ],
        requestBody: { required: true, content: { 'application/json': { schema: ref('Book'), example: book } } },
        responses: {},
        security: [{ bearer: [], AppId: [] }],
      },
    },
    '/status': { get: { operationId: 'readStatus', responses: {}, security: [{}] } },
  },
  components: {
    schemas,
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer' },
      AppId: { type: 'apiKey', in: 'header', name: 'X-App' },
    },
  },
};

interface Action {
  readonly target: string;
  readonly update: { readonly 'x-codeSamples': readonly { readonly label: string; readonly source: string }[] };
}

const { actions } = samplesOverlay('library', document) as { readonly actions: readonly Action[] };

describe('the programs that call an operation', () => {
  it('are placed at each operation, one in each language', () => {
    expect(actions.map(({ target }) => target)).toEqual([
      "$.paths['/books'].get",
      "$.paths['/shelves/{shelf}/books/{id}'].put",
      "$.paths['/status'].get",
    ]);
    const labels = ['TypeScript', 'Python', 'Go', 'Java', 'Rust'];
    for (const { update } of actions) expect(update['x-codeSamples'].map(({ label }) => label)).toEqual(labels);
  });

  it.each(['TypeScript', 'Python', 'Go', 'Java', 'Rust'])('write every kind of value in %s', async (language) => {
    const sources = actions.map(
      ({ update }) => update['x-codeSamples'].find(({ label }) => label === language)?.source,
    );
    await expect(sources.join('\n')).toMatchFileSnapshot(`forms/${language.toLowerCase()}.txt`);
  });
});

describe('a call', () => {
  const call = (path: string, method: 'get' | 'put') => {
    const operation = document.paths[path]?.[method];
    if (operation === undefined) throw new Error(`there is no ${method} ${path}`);
    return callOf('library', document, { path, method, operation });
  };

  it('has the values of the path in its order, and those of the query', () => {
    const put = call('/shelves/{shelf}/books/{id}', 'put');
    expect(put.path.map(({ name }) => name)).toEqual(['shelf', 'id']);
    expect([put.query, put.takesParameters, put.credentials]).toEqual([[], false, ['token', 'app_id']]);
    const list = call('/books', 'get');
    expect(list.query.map(({ name, required }) => [name, required])).toEqual([
      ['genre', true],
      ['page_size', false],
      ['genres', false],
      ['shelves', false],
    ]);
    expect([list.takesParameters, list.body, list.credentials, list.site]).toEqual([true, undefined, [], undefined]);
    expect(call('/status', 'get').credentials).toEqual([]);
  });

  it.each([
    [10, 'Map.of('],
    [11, 'new HashMap<'],
  ])('with a map of %i entries writes it in Java with %s', (count, expected) => {
    const value = Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]));
    const put = call('/shelves/{shelf}/books/{id}', 'put');
    expect(java({ ...put, body: { kind: 'open', value } })).toContain(`, ${expected}`);
  });

  it('has a placeholder for each credential', () => expect(placeholder('app_id')).toBe('YOUR_APP_ID'));
});

it('a value has the types of its parts, without members that no schema declares', () => {
  expect(typedValue(document, ref('Book'), { ...book, shelves: [], title: 'Figs' })).toMatchObject({
    kind: 'object',
    type: 'Book',
    members: [
      { name: 'title', required: true, value: { kind: 'text', value: 'Figs' } },
      { name: 'id', required: true, value: { kind: 'uuid' } },
      { name: 'price', required: false, value: { kind: 'decimal' } },
      { name: 'pages', value: { kind: 'integer', value: 7 } },
      { name: 'weight', value: { kind: 'number', value: 0.5 } },
      { name: 'sold', value: { kind: 'boolean', value: true } },
      { name: 'genre', value: { kind: 'enum', type: 'Genre', value: 'fable' } },
      { name: 'shelves', value: { kind: 'list', type: 'Shelf', nullable: false, items: [] } },
      {
        name: 'lent',
        value: { kind: 'list', type: 'Shelf', nullable: true, items: [{ kind: 'object' }, { value: null }] },
      },
      { name: 'notes', value: { kind: 'list', type: '', nullable: true, items: [{ value: 'worn' }, { value: null }] } },
      {
        name: 'genres',
        value: { kind: 'list', type: 'Genre', nullable: true, items: [{ value: null }, { kind: 'enum' }] },
      },
      { name: 'more', value: { kind: 'open', value: { a: [1, null, 'x'], b: {} } } },
      { name: 'subtitle', required: false, value: { kind: 'text' } },
      { name: 'editor', required: false, value: { kind: 'null', value: null } },
      { name: 'home', required: false, value: { kind: 'object', type: 'Shelf' } },
      { name: 'sequel', required: false, value: { kind: 'null', value: null } },
      { name: 'tags', value: { kind: 'open', value: [null] } },
      { name: 'limits', value: { kind: 'open', value: { least: null, most: 5_000_000_000 } } },
    ],
  });
});

it('parts between brackets are on one line of at most 88 characters', () => {
  const part = 'x'.repeat(84);
  expect(bracketed(['f(', ')'], [])).toBe('f()');
  expect(bracketed(['(', ')'], ['a', 'b'])).toBe('(a, b)');
  expect(bracketed(['f(', ')'], [`${part}x`])).toBe(`f(${part}x)`);
  expect(bracketed(['f(', ')'], [`${part}xx`])).toBe(`f(\n    ${part}xx,\n)`);
  expect(bracketed(['{ ', ' }'], ['a\nb', 'c'], { indent: '  ', last: '' })).toBe('{\n  a\n  b,\n  c\n}');
});
