/** Documents that cannot be judged: an odd part is undecided, or the document is rejected, and the rest is checked. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { bareService } from '../../model/target.ts';
import type { Handler } from '../../mutation/proxy/reply.ts';
import { start } from '../../mutation/proxy/start.ts';
import { contractFor } from '../document.ts';
import { runSuite } from '../suite.ts';

vi.setConfig({ testTimeout: PATIENCE });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'documents-'));
});
afterAll(() => rm(folder, { recursive: true }));

const answer = (schema: object) => ({ 200: { description: '', content: { 'application/json': { schema } } } });

/** A document with an odd operation and a correct one. */
function documentOf(operation: object, components: object = {}, method = 'get'): object {
  return {
    openapi: '3.1.0',
    info: { title: 'Depot', version: '1' },
    paths: {
      '/odd': { [method]: { operationId: 'odd', responses: answer({}), ...operation } },
      '/plain': { get: { operationId: 'plain', responses: answer({ type: 'object' }) } },
    },
    components,
  };
}

const taking = (schema: object, more: object = {}) =>
  documentOf({ parameters: [{ name: 'q', in: 'query', required: true, schema, ...more }] });
const sending = (schema: object) =>
  documentOf({ requestBody: { required: true, content: { 'application/json': { schema } } } }, {}, 'post');
const answering = (schema: object, schemas: object = {}) => documentOf({ responses: answer(schema) }, { schemas });

/** A document with a schema of this many levels, as text: JSON.stringify would need a stack frame for each. */
function levels(count: number): string {
  const inner = `${'{"items":'.repeat(count)}{}${'}'.repeat(count)}`;
  return JSON.stringify(answering({ deep: true })).replace('{"deep":true}', inner);
}

/** Aliases of aliases: ten to the eighth values. */
function bomb(): string {
  const lists = 'bcdefghi'.split('').map((name, place) => {
    const before = 'abcdefgh'[place];
    return `x-${name}: &${name} [${Array.from({ length: 10 }, () => `*${before}`).join(', ')}]`;
  });
  return ['openapi: 3.1.0', 'info: {title: T, version: "1"}', 'paths: {}', 'x-a: &a [1]', ...lists].join('\n');
}

const named = { $dynamicAnchor: 'T' };

const alternatives = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    type: 'object',
    required: [`m${index}`],
    properties: { [`m${index}`]: { type: 'integer', minimum: index } },
  }));

async function written(document: object | string): Promise<string> {
  const path = join(folder, 'document');
  await writeFile(path, typeof document === 'string' ? document : JSON.stringify(document));
  return path;
}

const SLOW = `${'a'.repeat(40)}!`;

/** Answers any request. */
const handler: Handler = async ({ path }) => ({
  kind: 'reply',
  status: 200,
  contentType: 'application/json',
  headers: {},
  body: path === '/odd' ? JSON.stringify({ v: SLOW }) : '{}',
});

async function checked(document: object | string) {
  const contract = await contractFor({ document: await written(document), isTried: true });
  const server = await start(handler);
  const target = { services: { depot: bareService(server.origin) }, allowInconclusive: [] };
  try {
    return await runSuite(target, { contract, reproduce: false });
  } finally {
    await server.close();
  }
}

describe('an operation that cannot be judged is undecided, and the other one is checked:', () => {
  it.each([
    ['a length that no text has', taking({ type: 'string', minLength: 2_000_000_000 }), 'minLength above 10000000'],
    ['the same in a body', sending({ type: 'string', minLength: 2_000_000_000 }), 'minLength above 10000000'],
    [
      'a list that no memory holds',
      sending({ type: 'array', minItems: 2_000_000_000, items: {} }),
      'minItems above 100000',
    ],
    [
      'lists of lists that no memory holds',
      sending(Array.from({ length: 4 }).reduce<object>((items) => ({ type: 'array', minItems: 1_000, items }), {})),
      // A slow processor reaches the limit of time before the limit of memory.
      /too much memory|took too long/,
    ],
    [
      'a header with a line break',
      taking({ type: 'string' }, { in: 'header', name: 'X-A\r\nX-B: 1' }),
      '"X-A\\r\\nX-B: 1" is not the name of a header',
    ],
    [
      'an optional header with a space',
      documentOf({ parameters: [{ name: 'X A', in: 'header', schema: { type: 'string' } }] }),
      '"X A" is not the name of a header',
    ],
    ['a cookie', taking({ type: 'string' }, { in: 'cookie', name: 'theme' }), 'does not send the cookie "theme"'],
    [
      'an optional cookie with wrong values',
      documentOf({ parameters: [{ name: 'theme', in: 'cookie', schema: { type: 'integer' } }] }),
      'does not send the cookie "theme"',
    ],
    [
      'a list of objects in a parameter',
      documentOf({ parameters: [{ name: 'all', in: 'query', schema: { type: 'array', items: { type: 'object' } } }] }),
      'does not write lists of lists or objects in a parameter',
    ],
    ['the whole query', taking({ type: 'string' }, { in: 'querystring', name: 'q' }), 'the query as a whole'],
    [
      'two schemas of one name',
      answering({ items: named, contains: named }),
      'other schemas have the $dynamicAnchor "T" too',
    ],
    [
      'two schemas of one id',
      answering({ items: { $id: 'a' }, contains: { $id: 'a' } }),
      'other schemas have the $id "a" too',
    ],
    [
      'a member that no object keeps',
      answering(JSON.parse('{"properties":{"__proto__":{}}}')),
      'a member named __proto__',
    ],
    ['a list in the place of a schema', answering([]), 'in the place of a schema'],
    ['the same in a member', answering({ properties: { items: {}, v: [] } }), 'v'],
    ['the same of items', answering({ items: [{}] }), 'items'],
    ['an object in the place of a list of schemas', answering({ anyOf: {} }), 'anyOf'],
    ['a text among schemas', answering({ allOf: [{}, 'text'] }), 'allOf'],
    ['the same behind a reference', answering({ $ref: '#/components/schemas/A' }, { A: [] }), '/components/schemas/A'],
    [
      'a discriminator that maps to a schema that is not there',
      answering({ discriminator: { propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat' } } }),
      'maps to "#/components/schemas/Cat"',
    ],
    ['the same by name', answering({ discriminator: { propertyName: 'kind', mapping: { cat: 'Cat' } } }), 'Cat'],
    [
      'the same with an object in place of a name',
      answering({ discriminator: { propertyName: 'kind', mapping: { cat: { toString: null } } } }),
      'maps to {"toString":null}',
    ],
    ['a number below zero', answering({ minProperties: -1 }), 'minProperties is not a whole number from 0'],
    ['a part of a character', answering({ properties: { v: { minLength: 1.5 } } }), 'minLength is not a whole number'],
    ['multiples of zero', answering({ properties: { v: { multipleOf: 0 } } }), 'multipleOf is not a number above 0'],
    ['a name that is no text', answering({ required: [{ toString: null }] }), 'required is not a list of names'],
    ['a list in place of a name', answering({ required: [['v']] }), 'required is not a list of names'],
    [
      'a mark that is no boolean',
      answering({ properties: { v: { readOnly: 'yes' } } }),
      'readOnly is not true or false',
    ],
    ['a discriminator without a name', answering({ discriminator: { propertyName: 5 } }), 'in propertyName'],
    ['a member without a name', answering({ required: [''] }), 'a member with an empty name'],
    ['such a member beside another one', answering({ dependentRequired: { v: [''] } }), 'a member with an empty name'],
    ['items beside those that are found', answering({ contains: {}, unevaluatedItems: false }), 'unevaluatedItems'],
    ['an empty list of types', answering({ properties: { v: { type: [] } } }), 'the list of types is empty'],
    [
      'the items of a sequence',
      documentOf({ responses: { 200: { description: '', content: { 'application/json': { itemSchema: {} } } } } }),
      'the suite does not judge the items of a sequence',
    ],
    ['1,500 levels', levels(1_500), 'more than 300 levels'],
    ['200,000 levels', levels(200_000), 'more than 300 levels'],
    ['20,000 alternatives', answering({ anyOf: alternatives(20_000) }), 'anyOf has more than 1000 entries there'],
    [
      '200,000 values',
      answering({ properties: { w: { enum: Array.from({ length: 200_000 }, (_, at) => `n${at}`) } } }),
      'enum has more than 20000',
    ],
    ['a pattern that is none', answering({ type: 'object', properties: { v: { pattern: '(((' } } }), '"((("'],
    [
      'the same behind references',
      answering(
        { $ref: '#/components/schemas/A' },
        { A: { items: { $ref: '#/components/schemas/B' } }, B: { pattern: '(((' } },
      ),
      '/components/schemas/B',
    ],
    ['the name of members that is none', answering({ patternProperties: { '[': {} } }), '"["'],
  ])('%s', async (_, document, reason) => {
    const report = await checked(document);
    const checks = report.services.flatMap((service) => service.checks);
    expect(report.outcome).toBe('undecided');
    const [unjudged, ...others] = checks.filter(({ verdict }) => verdict === 'unjudged');
    expect(others).toEqual([]);
    expect(unjudged).toMatchObject({ rule: 'document.judged', operation: 'odd' });
    expect(unjudged?.reasons[0]?.reason).toMatch(reason);
    expect(checks.find((one) => one.rule === 'wire.schema' && one.operation === 'plain')?.verdict).toBe('pass');
  });

  it('but not an optional cookie of any text', async () => {
    const schema = { anyOf: [{ type: 'string' }, { type: 'null' }] };
    const report = await checked(documentOf({ parameters: [{ name: 'theme', in: 'cookie', schema }] }));
    const checks = report.services.flatMap((service) => service.checks);
    expect(checks.filter(({ verdict }) => verdict === 'unjudged')).toEqual([]);
    expect(report.outcome).toBe('conformant');
  });

  it("a pattern that takes forever on a server's value", async () => {
    const report = await checked(answering({ type: 'object', properties: { v: { pattern: '^(a+)+$' } } }));
    const checks = report.services.flatMap((service) => service.checks);
    expect(report.outcome).toBe('undecided');
    expect(checks.filter(({ verdict }) => verdict === 'unjudged')).toMatchObject([
      { rule: 'wire.schema', operation: 'odd', reasons: [{ reason: expect.stringContaining('took too long') }] },
    ]);
  });
});

describe('a reference that cannot be followed is wrong usage:', () => {
  const loop = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  it.each([
    ['a response', documentOf({ responses: { 200: { $ref: '#/components/responses/No' } } }), 'leads nowhere'],
    ['a parameter', documentOf({ parameters: [{ $ref: '#/components/parameters/No' }] }), 'leads nowhere'],
    ['a body', documentOf({ requestBody: { $ref: '#/components/requestBodies/No' } }), 'leads nowhere'],
    ['a schema', answering(loop('No')), 'leads nowhere'],
    ['a name that cannot be decoded', answering({ $ref: '#/%' }), 'leads nowhere'],
    ['schemas of each other', answering(loop('A'), { A: loop('B'), B: loop('A') }), 'leads round in a circle'],
    [
      'a parameter of itself',
      documentOf(
        { parameters: [{ $ref: '#/components/parameters/P' }] },
        { parameters: { P: { $ref: '#/components/parameters/P' } } },
      ),
      'leads round in a circle',
    ],
    ['a path as a schema', answering({ $ref: '#/paths/~1plain' }), 'is no schema'],
    ['a response as a schema', answering({ $ref: '#/paths/~1plain/get/responses/200' }), 'is no schema'],
    ['a file', answering({ $ref: 'other.yaml#/X' }), 'there is no such file'],
    [
      'a path elsewhere',
      { ...documentOf({}), paths: { '/x': { $ref: 'http://127.0.0.1/x.json' } } },
      'bundle it first',
    ],
  ])('%s', async (_, document, message) => {
    await expect(contractFor({ document: await written(document) })).rejects.toThrow(message);
  });

  it.each([
    [
      'in an example',
      documentOf({
        responses: { 200: { description: '', content: { 'application/json': { example: { $ref: 'x' } } } } },
      }),
    ],
    ['as the name of a member', answering({ properties: { $ref: { type: 'string' }, default: { type: 'string' } } })],
    [
      'to a schema of a response',
      answering({ $ref: '#/paths/~1plain/get/responses/200/content/application~1json/schema' }),
    ],
    [
      'of a schema to itself, deeper',
      answering({ $ref: '#/components/schemas/A' }, { A: { items: { $ref: '#/components/schemas/A' } } }),
    ],
  ])('but not %s', async (_, document) => {
    await expect(contractFor({ document: await written(document) })).resolves.toBeDefined();
  });
});

it.each([
  [
    'an alias of itself',
    'its aliases make more',
    'openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths: {}\nx-a: &a {b: *a}\n',
  ],
  ['aliases of aliases', 'its aliases make more', bomb()],
])('rejects %s', async (_, reason, text) => {
  await expect(contractFor({ document: await written(text) })).rejects.toThrow(reason);
});
