import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { root } from '../run.ts';
import type { OpenApiDocument, Schema } from './document.ts';
import { operationsOf } from './document.ts';
import { addPaging } from './paging.ts';
import { portable } from './portable.ts';
import { allSchemas } from './walk.ts';

async function read(path: string): Promise<OpenApiDocument> {
  return parse(await readFile(join(root, 'generated/openapi', path), 'utf8'));
}

function documentOf(schemas: Record<string, Schema>): OpenApiDocument {
  const content = { 'application/json': { schema: { anyOf: Object.keys(schemas).map(referenceTo) } } };
  const get = { operationId: 'readAll', responses: { 200: { description: 'All.', content } } };
  return { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: { '/': { get } }, components: { schemas } };
}

const referenceTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });

it('writes unions, tuples and null alone in a simpler form, and keeps null beside a type', () => {
  const { components } = portable(
    documentOf({
      Text: { type: 'string', pattern: '^a' },
      Mixed: { anyOf: [{ type: 'number' }, referenceTo('Text')], description: 'Either.' },
      Pair: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'string' }], minItems: 2, maxItems: 2 },
      Maybe: { anyOf: [referenceTo('Text'), { type: 'null' }] },
      Cat: { type: 'object', properties: { name: { type: 'string' }, age: { type: 'integer' } }, required: ['name'] },
      Dog: {
        type: 'object',
        properties: { name: { type: 'string' }, age: { type: 'string' } },
        required: ['name', 'age'],
      },
      Pet: { anyOf: [referenceTo('Cat'), referenceTo('Dog')] },
      Bare: { type: 'object', properties: { chain: { type: 'null', description: 'None.' } } },
      Open: { type: 'object', 'x-unmarked': true },
    }),
  );
  expect(components.schemas).toMatchObject({
    Mixed: { description: 'Either.' },
    Pair: { type: 'array', items: {}, minItems: 2, maxItems: 2 },
    Maybe: { anyOf: [referenceTo('Text'), { type: 'null' }] },
    Pet: { type: 'object', properties: { name: { type: 'string' }, age: {} }, required: ['name'] },
    Bare: { properties: { chain: { description: 'None.' } } },
    Open: { type: 'object', additionalProperties: {} },
  });
  expect(Object.keys(components.schemas['Mixed'] ?? {})).toEqual(['description']);
  expect(JSON.stringify(components)).not.toMatch(/prefixItems|x-unmarked/);
});

it('writes null beside a reference in the forms of OpenAPI 3.0', () => {
  const { schemas } = portable(
    documentOf({
      Text: { type: 'string', pattern: '^a', description: 'A text.' },
      Thing: { type: 'object', properties: { name: { type: 'string' } } },
      Any: { description: 'Anything.' },
      NoText: { allOf: [referenceTo('Text')], nullable: true },
      NoThing: { allOf: [referenceTo('Thing')], nullable: true },
      NoAny: { anyOf: [{ type: 'null' }, referenceTo('Any')] },
      Stray: { nullable: true },
      Whole: { allOf: [referenceTo('Any')] },
    }),
  ).components;
  expect(schemas).toEqual({
    Text: { type: 'string', pattern: '^a', description: 'A text.' },
    Thing: { type: 'object', properties: { name: { type: 'string' } }, nullable: true },
    Any: { description: 'Anything.' },
    NoText: { type: 'string', pattern: '^a', nullable: true },
    NoThing: { allOf: [referenceTo('Thing')], nullable: true },
    NoAny: {},
    Stray: {},
    Whole: { allOf: [referenceTo('Any')] },
  });
});

it.each([
  [
    { name: 'MIT', 'x-oai-license-identifier': 'MIT' },
    { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' },
  ],
  [
    { name: 'Ours', url: 'https://shop.example/licence' },
    { name: 'Ours', url: 'https://shop.example/licence' },
  ],
])('writes the licence %j by its address', (license, expected) => {
  const document = documentOf({});
  expect(portable({ ...document, info: { ...document.info, license } }).info.license).toEqual(expected);
});

it('leaves only unions with null, no tuple, no date type, and all paging parameters and members', async () => {
  for (const form of ['portable', '3.0']) {
    for (const service of ['lending', 'comment', 'swap', 'vault', 'assistant']) {
      for (const schema of allSchemas(await read(`${form}/${service}.yaml`))) {
        expect(schema.anyOf?.filter(({ type }) => type !== 'null').length ?? 1).toBe(1);
        expect(schema).not.toHaveProperty('prefixItems');
        expect(schema['format']).not.toBe('date-time');
      }
    }
  }
});

it('names path parameters as documented, and in portable forms without clashes with any language', async () => {
  const path = '/transactions/{base}/{quote}/mine';
  const portablePath = '/transactions/{base_id}/{quote_id}/mine';
  for (const [form, template, names] of [
    ['swap.yaml', path, ['base', 'quote']],
    ['portable/swap.yaml', portablePath, ['base_id', 'quote_id']],
    ['3.0/swap.yaml', portablePath, ['base_id', 'quote_id']],
  ] as const) {
    const { paths } = await read(form);
    const parameters = paths[template]?.get?.parameters?.filter((parameter) => parameter.in === 'path');
    expect(parameters?.map(({ name }) => name)).toEqual(names);
    // In the order of the exact document.
    expect(Object.keys(paths).indexOf(template)).toBe(Object.keys((await read('swap.yaml')).paths).indexOf(path));
  }
});

it('describes pages by cursor and by rows to generators of client libraries', async () => {
  const extensions = async (service: string, id: string) => {
    const found = operationsOf(await read(`portable/${service}.yaml`)).find(
      ({ operation }) => operation.operationId === id,
    );
    return Object.fromEntries(Object.entries(found?.operation ?? {}).filter(([name]) => name.startsWith('x-')));
  };
  expect(await extensions('vault', 'listVaults')).toEqual({
    'x-speakeasy-pagination': {
      type: 'cursor',
      inputs: [
        { name: 'cursor', in: 'parameters', type: 'cursor' },
        { name: 'limit', in: 'parameters', type: 'limit' },
      ],
      outputs: { results: '$.data.vaults', nextCursor: '$.data.pagination.next_cursor' },
    },
    'x-fern-pagination': {
      cursor: '$request.cursor',
      next_cursor: '$response.data.pagination.next_cursor',
      results: '$response.data.vaults',
    },
    'x-ms-list': true,
  });
  expect(await extensions('comment', 'listComments')).toEqual({
    'x-speakeasy-pagination': {
      type: 'offsetLimit',
      inputs: [
        { name: 'offset', in: 'parameters', type: 'offset' },
        { name: 'limit', in: 'parameters', type: 'limit' },
      ],
      outputs: { results: '$.data.comments' },
    },
    'x-fern-pagination': { offset: '$request.offset', results: '$response.data.comments' },
    'x-ms-list': true,
  });
  expect(await extensions('lending', 'listTransactions')).toEqual({});
  for (const form of ['portable', '3.0']) {
    const { components, paths } = await read(`${form}/vault.yaml`);
    expect(components.schemas['VaultPage']?.properties?.['vaults']).toHaveProperty('x-ms-list-page-items', true);
    const { next_cursor } = components.schemas['Pagination']?.properties ?? {};
    expect(next_cursor).toHaveProperty('x-ms-list-continuation-token', true);
    expect(paths['/vats']?.get?.parameters).toMatchObject([
      { name: 'cursor', 'x-ms-list-continuation-token': true },
      { name: 'limit', 'x-ms-list-page-size': true },
    ]);
  }
});

it('does not describe pages with the address of the next page, which those generators would treat as rows', () => {
  const document = documentOf({});
  const declared = structuredClone(document);
  const get = declared.paths['/']?.get;
  const paged = { family: 'paged', by: 'cursor', cursor: 'after', link: 'Link' };
  if (get !== undefined) Object.assign(get, { 'x-behaviour': [{ family: 'list', items: '' }, paged] });
  addPaging(document, declared);
  expect(document).toEqual(documentOf({}));
});
