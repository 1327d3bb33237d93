/** Validation of requests by the user's own documents. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DocumentMock, documentOf, mockOf } from '../testing/document.ts';

const OK = { 200: { description: 'ok', content: { 'application/json': { example: { ok: true } } } } };

const list = { type: 'array', items: { type: 'integer' } };
const filter = {
  type: 'object',
  additionalProperties: false,
  properties: {
    name: { type: 'string' },
    tags: { type: 'array', items: { type: 'string' } },
    size: { type: 'integer' },
  },
};

function withParameters(...parameters: object[]): object {
  return { get: { parameters, responses: OK } };
}

function inQuery(name: string, more: object): object {
  return withParameters({ name, in: 'query', ...more });
}

function inPath(style: string, schema: object, explode = false): object {
  return withParameters({ name: 'x', in: 'path', required: true, style, explode, schema });
}

function withBody(type: string, media: object, required = true): object {
  return { post: { requestBody: { required, content: { [type]: media } }, responses: OK } };
}

const URLENCODED = 'application/x-www-form-urlencoded';
const Cat = {
  type: 'object',
  required: ['petType'],
  properties: { petType: { type: 'string' }, skill: { type: 'string' } },
};
const Dog = {
  type: 'object',
  required: ['petType'],
  properties: { petType: { type: 'string' }, packSize: { type: 'integer' } },
};
const pets = [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }];
const mapping = { cat: '#/components/schemas/Cat', dog: 'Dog' };

const document = documentOf(
  {
    '/simple/{x}': inPath('simple', list),
    '/label/{x}': inPath('label', list),
    '/matrix/{x}': inPath('matrix', list),
    '/matrix-exploded/{x}': inPath('matrix', list, true),
    '/object/{x}': inPath('simple', { type: 'object', properties: { a: { type: 'integer' } } }, true),
    '/int64/{x}': inPath('simple', { type: 'integer', format: 'int64' }),
    '/deep': inQuery('f', { style: 'deepObject', explode: true, schema: filter }),
    '/spread': inQuery('f', { schema: { type: 'object', properties: { size: { type: 'integer' } } } }),
    '/spaces': inQuery('x', { style: 'spaceDelimited', explode: false, schema: list }),
    '/pipes': inQuery('x', { style: 'pipeDelimited', explode: false, schema: list }),
    '/commas': inQuery('x', { explode: false, schema: list }),
    '/exploded': inQuery('x', { schema: list }),
    '/number': inQuery('x', { schema: { type: 'number' } }),
    '/flag': inQuery('x', { schema: { type: 'boolean' } }),
    '/text': inQuery('x', { required: true, schema: { type: 'string' } }),
    '/json': inQuery('x', { content: { 'application/json': { schema: { type: 'object', required: ['a'] } } } }),
    '/json-text': inQuery('x', { content: { 'text/plain': { schema: { type: 'string', maxLength: 3 } } } }),
    '/header': withParameters({ name: 'X-Ids', in: 'header', schema: list }),
    '/cookie': withParameters({ name: 'n', in: 'cookie', schema: { type: 'integer' } }),
    '/session': { get: { security: [{ session: [] }], responses: { ...OK, 401: { description: 'no' } } } },
    '/form': withBody(URLENCODED, {
      schema: { type: 'object', additionalProperties: false, properties: { arr: list, n: { type: 'integer' } } },
    }),
    '/form-json': withBody(URLENCODED, {
      schema: { type: 'object', properties: { request: { type: 'object', required: ['a'] } } },
      encoding: { request: { contentType: 'application/json' } },
    }),
    '/multipart': withBody('multipart/form-data', {
      schema: {
        type: 'object',
        required: ['meta'],
        properties: { meta: { type: 'object', required: ['a'] }, file: { type: 'string' }, ids: list },
      },
    }),
    '/merge': withBody('application/merge-patch+json', { schema: { type: 'object' } }),
    '/plain': withBody('text/plain', { schema: { type: 'string', maxLength: 3 } }),
    '/xml': withBody('application/xml', { schema: { type: 'object' } }),
    '/null': withBody('application/json', { schema: { type: 'object' } }),
    '/closed': withBody('application/json', {
      schema: { allOf: [{ $ref: '#/components/schemas/Named' }], unevaluatedProperties: false },
    }),
    '/beside': withBody('application/json', {
      schema: { $ref: '#/components/schemas/Named', properties: { y: { type: 'integer' } } },
    }),
    '/pet': withBody('application/json', {
      schema: { oneOf: pets, discriminator: { propertyName: 'petType', mapping } },
    }),
    '/pattern': withBody('application/json', {
      schema: { type: 'object', properties: { a: { type: 'string', pattern: '(?i)x' }, b: { type: 'integer' } } },
    }),
  },
  {
    components: {
      schemas: { Cat, Dog, Named: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } } },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'sid' } },
    },
  },
);

let running: DocumentMock;

beforeAll(async () => {
  running = await mockOf({ 'api.json': document });
});

afterAll(async () => {
  await running[Symbol.asyncDispose]();
});

const json = (body: unknown) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});
const text = (type: string, body: string) => ({ method: 'POST', headers: { 'Content-Type': type }, body });
const form = (body: string) => text(URLENCODED, body);
const parts = (...lines: string[]) => text('multipart/form-data; boundary=b', [...lines, '--b--', ''].join('\r\n'));
const part = (head: string, body: string) => ['--b', `Content-Disposition: form-data; ${head}`, '', body];

async function statusOf(path: string, init: RequestInit = {}): Promise<number> {
  const response = await fetch(`${running.url}${path}`, init);
  if (response.status === 500) throw new Error(await response.text());
  return response.status;
}

describe('a parameter', () => {
  it.each([
    ['/simple/1,2', '/simple/1,x'],
    ['/label/.1,2', '/label/1,2'],
    ['/matrix/;x=1,2', '/matrix/3'],
    ['/matrix-exploded/;x=1;x=2', '/matrix-exploded/;y=1'],
    ['/object/a=1,b=2', '/object/a=x'],
    ['/int64/9007199254740993', '/int64/99999999999999999999'],
    ['/int64/7', '/int64/7e2'],
    ['/deep?f[name]=a&f[size]=3&f[tags][0]=x&f[tags][1]=y', '/deep?f[other]=a'],
    ['/deep?f[tags]=x&f[tags]=y', '/deep?f[size]=big'],
    ['/deep?other=1', '/deep?f=1'],
    ['/spread?size=1', '/spread?size=x'],
    ['/spaces?x=1%202', '/spaces?x=1,2'],
    ['/spaces?x=1+2', '/spaces?x=a%20b'],
    ['/pipes?x=1|2', '/pipes?x=1,2'],
    ['/pipes?x=1%7C2', '/pipes?x=a'],
    ['/commas?x=1,2', '/commas?x=1|2'],
    ['/exploded?x=1&x=2', '/exploded?x=1&x=b'],
    ['/number?x=1e3', '/number?x=0x10'],
    ['/number?x=-0.5', '/number?x='],
    ['/flag?x=true', '/flag?x=1'],
    ['/text?x=', '/text'],
    ['/text?x=a%20b+c', '/text?x=1&x=2'],
    ['/json?x={"a":1}', '/json?x={}'],
    ['/json', '/json?x={'],
    ['/json-text?x=abc', '/json-text?x=abcd'],
    ['/header', '/header/'],
  ])('%s is accepted, %s is not', async (right, wrong) => {
    expect(await statusOf(right)).toBe(200);
    expect([404, 422]).toContain(await statusOf(wrong));
  });

  it.each([
    ['/header', { 'X-Ids': '1, 2' }, { 'X-Ids': '1, b' }],
    ['/cookie', { Cookie: 'm=x; n=3' }, { Cookie: 'n=x' }],
  ])('of %s is read from %j, and not from %j', async (path, right, wrong) => {
    expect(await statusOf(path, { headers: right })).toBe(200);
    expect(await statusOf(path, { headers: wrong })).toBe(422);
  });

  it('is reported with its place and its reason', async () => {
    const response = await fetch(`${running.url}/matrix/3`);
    expect(await response.json()).toMatchObject({ code: 422, hint: expect.stringContaining('must be written as ;x=') });
    expect(JSON.parse(response.headers.get('sl-violations') ?? '')).toMatchObject([
      { location: ['request', 'path', 'x'], severity: 'Error', code: 'style' },
    ]);
  });

  it('is a cookie with exactly its name', async () => {
    expect(await statusOf('/session', { headers: { Cookie: 'a=1; sid=1' } })).toBe(200);
    expect(await statusOf('/session', { headers: { Cookie: 'xsid=1' } })).toBe(401);
  });
});

describe('a body', () => {
  it.each([
    ['/form', form('arr=1&arr=2&n=3'), form('arr=1&arr=x')],
    ['/form', form('n=3'), form('other=1')],
    ['/form-json', form('request=%7B%22a%22%3A1%7D'), form('request=%7B%7D')],
    ['/form-json', form(''.padEnd(1, '&')), form('request=x')],
    [
      '/multipart',
      parts(...part('name="meta"', '{"a":1}'), ...part('name="ids"', '1'), ...part('name="ids"', '2')),
      parts(...part('filename="x"', 'y')),
    ],
    ['/multipart', parts(...part('name="meta"', '{"a":1}'), ...part('name="file"; filename="x"', 'y')), parts()],
    ['/merge', text('application/merge-patch+json', '{}'), json({})],
    ['/plain', text('text/plain', 'abc'), text('text/plain', 'abcd')],
    ['/null', json({}), json(null)],
    ['/null', text('application/json', '\ufeff{}'), text('application/json', '{')],
    ['/closed', json({ name: 'x' }), json({ name: 'x', y: 1 })],
    ['/beside', json({ name: 'x', y: 1 }), json({ y: 1 })],
    ['/beside', json({ name: 'x' }), json({ name: 'x', y: 'z' })],
    ['/pet', json({ petType: 'cat', skill: 'lazy' }), json({ petType: 'dog', packSize: 'x' })],
    ['/pet', json({ petType: 'Dog', packSize: 1 }), json({ petType: 'cow' })],
    ['/pattern', json({ a: 'y' }), json({ b: 'z' })],
  ])('of %s is accepted as %j and not as %j', async (path, right, wrong) => {
    expect(await statusOf(path, right)).toBe(200);
    expect([415, 422]).toContain(await statusOf(path, wrong));
  });

  it('that cannot be read by its schema is noted, and not accepted', async () => {
    const response = await fetch(`${running.url}/xml`, text('application/xml', '<a/>'));
    expect(response.status).toBe(200);
    expect(response.headers.get('sl-violations')).toContain('is not judged');
  });
});

describe('a document', () => {
  it('is used without an invalid keyword, and its place is noted', () => {
    expect(running.mock.notes).toEqual([
      expect.stringMatching(
        /api\.json#\/paths\/~1pattern\/post\/.*\/properties\/a\/pattern is not a regular expression/,
      ),
    ]);
  });

  it.each([
    ['3.0.3', { type: 'integer', format: 'int64', nullable: true }],
    ['3.1.0', { type: ['integer', 'null'], format: 'int64' }],
  ])('of OpenAPI %s may have an int64 that a number cannot represent exactly', async (openapi, schema) => {
    await using other = await mockOf({ 'api.json': documentOf({ '/n': inQuery('x', { schema }) }, { openapi }) });
    expect((await fetch(`${other.url}/n?x=9007199254740993`)).status).toBe(200);
    expect((await fetch(`${other.url}/n?x=1.5`)).status).toBe(422);
  });

  it('of OpenAPI 3.0 may list null when it is nullable', async () => {
    const schema = { type: 'object', properties: { e: { type: 'string', nullable: true, enum: ['x', null, 'x'] } } };
    const paths = { '/e': withBody('application/json', { schema }) };
    await using other = await mockOf({ 'api.json': documentOf(paths, { openapi: '3.0.3' }) });
    const statuses = ['x', null, 'y', 7].map(async (e) => (await fetch(`${other.url}/e`, json({ e }))).status);
    expect(await Promise.all(statuses)).toEqual([200, 200, 422, 422]);
  });

  it('of OpenAPI 2.0 may accept and return files, and lists with tabs', async () => {
    const file = { name: 'f', in: 'formData', type: 'file', required: true };
    const post = { consumes: ['multipart/form-data'], parameters: [file], responses: { 200: { description: 'ok' } } };
    const tabs = { name: 't', in: 'query', type: 'array', items: { type: 'integer' }, collectionFormat: 'tsv' };
    const get = {
      produces: ['application/pdf'],
      parameters: [tabs],
      responses: { 200: { description: 'ok', schema: { type: 'file' } } },
    };
    const swagger = { swagger: '2.0', info: { title: 'Files', version: '1' }, paths: { '/f': { post, get } } };
    await using other = await mockOf({ 'api.json': swagger });
    const sent = [part('name="f"; filename="x"', 'y'), part('name="g"', 'y')].map(async (each) => {
      const { status } = await fetch(`${other.url}/f`, parts(...each));
      return status;
    });
    expect(await Promise.all(sent)).toEqual([200, 422]);
    expect(await (await fetch(`${other.url}/f?t=1%092`)).text()).toMatch(/^%PDF/);
    expect((await fetch(`${other.url}/f?t=1%09b`)).status).toBe(422);
  });

  it('may be used without validating requests', async () => {
    await using other = await mockOf({ 'api.json': document }, { validate: false });
    expect((await fetch(`${other.url}/number?x=many`)).status).toBe(200);
    expect((await fetch(`${other.url}/session`)).status).toBe(200);
  });
});
