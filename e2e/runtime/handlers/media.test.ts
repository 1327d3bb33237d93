/** Serves media types other than JSON by every adapter with both engines. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import type { OpenApiDocument, Schema } from '@wallet-services/generators/document';
import { operationTable } from '@wallet-services/generators/operations';
import { root } from '@wallet-services/generators/run';
import { writeValidators } from '@wallet-services/generators/validators';
import type { Service } from '@wallet-services/runtime';
import { mountService } from '@wallet-services/runtime/express';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnyHandlers, adapters, listen, type Served, serverOf } from '../serve.ts';

const string = { type: 'string' };
const integer = { type: 'integer', format: 'int64' };
const json = (schema: Schema) => ({ content: { 'application/json': { schema } } });
const of = (type: string, schema: Schema) => ({ required: true, content: { [type]: { schema } } });
const ok = { '200': { description: '', ...json({}) }, '4XX': { description: '', ...json({}) } };

const document: OpenApiDocument = {
  openapi: '3.1.0',
  info: { title: 'Files', version: '1' },
  components: { schemas: { Name: { type: 'string', minLength: 2 } } },
  paths: {
    '/search': {
      get: {
        operationId: 'search',
        parameters: [
          { name: 'ids', in: 'query', required: true, schema: { type: 'array', items: integer, minItems: 1 } },
          {
            name: 'tags',
            in: 'query',
            style: 'pipeDelimited',
            explode: false,
            schema: { type: 'array', items: string },
          },
          { name: 'kinds', in: 'query', explode: false, schema: { type: 'array', items: string } },
          { name: 'X-Ids', in: 'header', schema: { type: 'array', items: integer } },
          { name: 'session', in: 'cookie', required: true, schema: { $ref: '#/components/schemas/Name' } },
        ],
        responses: ok,
      },
    },
    '/form': {
      post: {
        operationId: 'form',
        requestBody: of('application/x-www-form-urlencoded', {
          type: 'object',
          properties: {
            name: { $ref: '#/components/schemas/Name' },
            age: integer,
            isOld: { type: 'boolean' },
            tags: { type: 'array', items: string },
          },
          required: ['name', 'age'],
        }),
        responses: ok,
      },
    },
    '/files': {
      post: {
        operationId: 'upload',
        requestBody: of('multipart/form-data', {
          type: 'object',
          properties: {
            title: { $ref: '#/components/schemas/Name' },
            file: { type: 'string', format: 'binary' },
            more: { type: 'array', items: { type: 'string', format: 'binary' } },
            about: { type: 'object', properties: { size: integer }, required: ['size'] },
          },
          required: ['title', 'file'],
        }),
        responses: ok,
      },
    },
    '/note': {
      put: {
        operationId: 'note',
        requestBody: of('text/plain', { type: 'string', maxLength: 10 }),
        responses: {
          '200': { description: '', content: { 'text/plain': { schema: { type: 'string', maxLength: 12 } } } },
          '4XX': ok['4XX'],
        },
      },
    },
    '/blob': {
      put: {
        operationId: 'blob',
        requestBody: of('application/octet-stream', { type: 'string', format: 'binary' }),
        responses: {
          '200': { description: '', content: { 'image/png': { schema: { type: 'string', format: 'binary' } } } },
          '4XX': ok['4XX'],
        },
      },
    },
    '/things': {
      post: {
        operationId: 'create',
        responses: {
          '201': {
            description: '',
            headers: {
              Location: { required: true, schema: { type: 'string', pattern: '^/' } },
              'X-Count': { required: false, schema: { type: 'integer', minimum: 1 } },
            },
          },
          '4XX': ok['4XX'],
        },
      },
      patch: {
        operationId: 'change',
        requestBody: of('application/merge-patch+json', { type: 'object', properties: { name: string } }),
        responses: {
          '200': {
            description: '',
            content: { 'application/hal+json': { schema: { type: 'object', required: ['name'] } } },
          },
          '4XX': ok['4XX'],
        },
      },
    },
    '/pair': {
      get: {
        operationId: 'pair',
        responses: {
          '200': {
            description: '',
            ...json({ type: 'array', prefixItems: [string, integer], minItems: 2, maxItems: 2 }),
          },
          '4XX': ok['4XX'],
        },
      },
    },
  },
};

const folder = join(root, 'e2e/runtime/handlers/.scratch');
let service: Service;
beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'validators.mjs');
  await writeFile(file, writeValidators(document));
  const { validators } = await import(pathToFileURL(file).href);
  const operations = Object.fromEntries(operationTable(document).map((operation) => [operation.id, operation]));
  service = { name: 'files', operations, securitySchemes: {}, validators, document: () => document };
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Given = Parameters<AnyHandlers[string]>[0] & { cookies: unknown; headers: unknown };

async function shown(value: unknown): Promise<unknown> {
  if (value instanceof File) return `${value.name} (${await value.text()})`;
  if (value instanceof Uint8Array) return `bytes ${[...value]}`;
  if (Array.isArray(value)) return Promise.all(value.map(shown));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    await Promise.all(Object.entries(value).map(async ([name, each]) => [name, await shown(each)])),
  );
}

/** Handlers that answer with their inputs. */
const handlers = {
  search: ({ query, cookies, headers }: Given) => ({ status: 200, body: { query, cookies, headers } }),
  form: ({ body }: Given) => ({ status: 200, body }),
  upload: async ({ body }: Given) => ({ status: 200, body: await shown(body) }),
  note: ({ body }: Given) => ({
    status: 200,
    body: body === 'wrong' ? 7 : body === 'long' ? 'x'.repeat(13) : `<${body}>`,
  }),
  blob: ({ body }: Given) => ({ status: 200, body: body instanceof Uint8Array ? body.toReversed() : 'no bytes' }),
  create: ({ request }: Given) => ({
    status: 201,
    headers: request.headers['x-bad'] === '1' ? {} : { location: '/7', 'x-count': request.headers['x-count'] ?? '1' },
  }),
  change: ({ body }: Given) => ({ status: 200, body }),
  pair: ({ request }: Given) => ({ status: 200, body: request.url.includes('bad') ? [1, 'a'] : ['a', 1] }),
};

it('reads a form that Express has already parsed', async () => {
  const app = express().use(express.urlencoded());
  mountService(app, service, handlers);
  const served = await listen(createServer(app));
  const body = new URLSearchParams('name=Mira&age=7&tags=a');
  const answer = await fetch(`${served.url}/form`, { method: 'POST', body });
  expect([answer.status, await answer.json()]).toEqual([200, { name: 'Mira', age: 7, tags: ['a'] }]);
  await served.close();
});

describe('a multipart form that a middleware has already parsed', () => {
  /**
   * Uploads a form. @returns the status, the content and the errors
   * @param bodyOf returns the value that the middleware assigns to `request.body`
   */
  async function uploaded(bodyOf: (parts: FormData) => object, file = new File(['abc'], 'a.txt')): Promise<unknown[]> {
    const faults: string[] = [];
    const app = express().use(async (request, _response, next) => {
      const headers = { 'content-type': request.headers['content-type'] ?? '' };
      request.body = bodyOf(await new Response(await buffer(request), { headers }).formData());
      next();
    });
    mountService(app, service, handlers, { onFault: ({ message }) => void faults.push(message) });
    const server = await listen(createServer(app));
    const body = new FormData();
    body.set('title', 'Mira');
    if (file.size > 0) body.set('file', file);
    const answer = await fetch(`${server.url}/files`, { method: 'POST', body });
    const seen = [answer.status, await answer.json(), ...faults];
    await server.close();
    return seen;
  }
  const title = (parts: FormData) => ({ title: parts.get('title') });
  const fault = (problem: string) => [
    500,
    { code: 500, msg: 'internal error' },
    `a middleware has parsed the multipart body, and request.body ${problem}: mount the service before that middleware, or have it set request.body with each file as a File`,
  ];

  it.each([new File(['abc'], 'a.txt'), new File([], '')])('is an error when it keeps only the texts', async (file) => {
    expect(await uploaded(title, file)).toEqual(fault('has none of the files (file, more)'));
  });

  it.each([{ originalname: 'a.txt' }, Buffer.from('abc'), null])('is an error when a file is %j', async (file) => {
    const bodyOf = (parts: FormData) => ({ ...title(parts), file });
    expect(await uploaded(bodyOf)).toEqual(fault('has no File in field file'));
  });

  it('is served with its files', async () => {
    const seen = await uploaded((parts) => Object.fromEntries(parts));
    expect(seen).toMatchObject([200, { title: 'Mira', file: 'a.txt (abc)' }]);
  });
});

describe.each(adapters)('served with %s', (adapter) => {
  describe.each(['compiled', 'express-openapi-validator'] as const)('judged by %s', (validator) => {
    let served: Served;
    beforeAll(async () => {
      served = await listen(
        serverOf(adapter, service, handlers, { validator, bodyLimit: 2_000, onFault: () => undefined }),
      );
    });
    afterAll(() => served.close());

    async function send(method: string, path: string, init: RequestInit = {}): Promise<unknown[]> {
      const answer = await fetch(served.url + path, { method, ...init });
      const type = answer.headers.get('content-type') ?? '';
      if (type.startsWith('application/json')) return [answer.status, await answer.json()];
      return [answer.status, await answer.text(), type];
    }
    const posted = async (path: string, type: string, body: string, method = 'POST') =>
      (await send(method, path, { headers: { 'content-type': type }, body })).slice(0, 2);

    it('arrays and cookies', async () => {
      const cookie = { cookie: 'other=1; session=abc' };
      expect(
        await send('GET', '/search?ids=1&ids=2&tags=a|b&kinds=c,d', { headers: { ...cookie, 'x-ids': '3,4' } }),
      ).toMatchObject([
        200,
        {
          query: { ids: [1, 2], tags: ['a', 'b'], kinds: ['c', 'd'] },
          cookies: { session: 'abc' },
          headers: { 'X-Ids': [3, 4] },
        },
      ]);
      expect(await send('GET', '/search?ids=1', { headers: cookie })).toMatchObject([200, { query: { ids: [1] } }]);
      for (const [path, headers, msg] of [
        ['/search?ids=1', {}, "cookies parameter must have required property 'session'"],
        ['/search?ids=1', { cookie: 'session=a' }, 'cookies parameter session must NOT have fewer than 2 characters'],
        ['/search', cookie, "query parameter must have required property 'ids'"],
        ['/search?ids=a', cookie, 'query parameter ids must be integer'],
      ] as const) {
        expect(await send('GET', path, { headers })).toMatchObject([400, { code: 400, msg }]);
      }
    });

    it('forms', async () => {
      const type = 'application/x-www-form-urlencoded';
      expect(await posted('/form', type, 'name=Mi+ra%21&age=7&isOld=false&tags=a&tags=b')).toEqual([
        200,
        { name: 'Mi ra!', age: 7, isOld: false, tags: ['a', 'b'] },
      ]);
      expect(await posted('/form', type, 'name=Mira&age=x')).toMatchObject([
        400,
        { msg: 'body field age must be integer' },
      ]);
      expect(await posted('/form', type, 'name=M&age=1')).toMatchObject([
        400,
        { msg: expect.stringContaining('name') },
      ]);
      expect(await posted('/form', type, 'name=Mira')).toMatchObject([400, { msg: expect.stringContaining('age') }]);
      expect(await posted('/form', type, 'name=Mira&age=1&age=2')).toMatchObject([
        400,
        { msg: expect.stringContaining('age') },
      ]);
      expect(await posted('/form', 'application/json', '{}')).toMatchObject([415, { code: 415 }]);
      expect(await posted('/form', type, 'name=Mira&age=9007199254740993')).toMatchObject([
        400,
        { msg: 'body field age is beyond the integers that can be read exactly' },
      ]);
      expect(await posted('/form', type, `name=Mira&age=1${'&'.repeat(1_500)}`)).toMatchObject([
        413,
        { msg: 'the form has more than 1000 pairs of a name and a value' },
      ]);
    });

    it('files', async () => {
      const body = new FormData();
      body.set('title', 'Mira');
      body.set('file', new File(['abc'], 'a.txt'));
      body.append('more', new File(['d'], 'd.txt'));
      body.set('about', '{"size":3}');
      expect(await send('POST', '/files', { body })).toMatchObject([
        200,
        { title: 'Mira', file: 'a.txt (abc)', more: ['d.txt (d)'], about: { size: 3 } },
      ]);
      body.set('about', '{}');
      expect(await send('POST', '/files', { body })).toMatchObject([400, { msg: expect.stringContaining('size') }]);
      body.set('about', '{"size":9007199254740993}');
      expect(await send('POST', '/files', { body })).toMatchObject([
        400,
        { msg: 'body field about has the number 9007199254740993, which cannot be read exactly' },
      ]);
      body.set('about', `${'['.repeat(101)}${']'.repeat(101)}`);
      expect(await send('POST', '/files', { body })).toMatchObject([
        400,
        { msg: 'body field about is nested more than 100 levels deep' },
      ]);
      body.delete('about');
      body.set('file', 'text');
      expect(await send('POST', '/files', { body })).toMatchObject([400, { msg: 'body field file must be a file' }]);
      body.set('file', new File(['x'.repeat(3_000)], 'a.txt'));
      expect(await send('POST', '/files', { body })).toMatchObject([413, { code: 413 }]);
      expect(await posted('/files', 'multipart/form-data', 'x')).toMatchObject([
        400,
        { msg: 'the body is not a multipart form' },
      ]);
    });

    it('text and bytes', async () => {
      expect(await send('PUT', '/note', { headers: { 'content-type': 'text/plain' }, body: 'h\u00e9llo' })).toEqual([
        200,
        '<h\u00e9llo>',
        'text/plain; charset=utf-8',
      ]);
      expect((await posted('/note', 'text/plain', 'x'.repeat(11), 'PUT'))[0]).toBe(400);
      expect((await posted('/note', 'text/plain', 'wrong', 'PUT'))[0]).toBe(500);
      expect((await posted('/note', 'text/plain', 'long', 'PUT'))[0]).toBe(500);
      expect((await posted('/note', 'application/json', '5', 'PUT'))[0]).toBe(415);
      expect(
        await send('PUT', '/blob', {
          headers: { 'content-type': 'application/octet-stream' },
          body: new Uint8Array([98, 97]),
        }),
      ).toEqual([200, 'ab', 'image/png']);
    });

    it('JSON of other types', async () => {
      const headers = { 'content-type': 'application/merge-patch+json' };
      expect(await send('PATCH', '/things', { headers, body: '{"name":"a"}' })).toEqual([
        200,
        '{"name":"a"}',
        'application/hal+json',
      ]);
      expect((await send('PATCH', '/things', { headers, body: '{}' }))[0]).toBe(500);
      expect((await send('PATCH', '/things', { headers, body: '{"name":1}' }))[0]).toBe(400);
    });

    it('headers of an answer, and tuples', async () => {
      const created = await fetch(`${served.url}/things`, { method: 'POST' });
      expect([created.status, created.headers.get('location'), await created.text()]).toEqual([201, '/7', '']);
      expect((await send('POST', '/things', { headers: { 'x-bad': '1' } }))[0]).toBe(500);
      expect((await send('POST', '/things', { headers: { 'x-count': '0' } }))[0]).toBe(500);
      expect((await send('POST', '/things', { headers: { 'x-count': '2' } }))[0]).toBe(201);
      expect(await send('GET', '/pair')).toMatchObject([200, ['a', 1]]);
      expect((await send('GET', '/pair?bad'))[0]).toBe(500);
    });
  });
});
