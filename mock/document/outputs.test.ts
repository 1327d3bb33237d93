/** Responses by the user's own documents. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DocumentMock, documentOf, mockOf } from '../testing/document.ts';

function answering(type: string, media: object, more: object = {}): object {
  return { get: { responses: { 200: { description: 'ok', content: { [type]: media }, ...more } } } };
}

const rows = [
  { a: 1, b: 'x, y' },
  { a: 2, b: null },
];
const text = { type: 'string' };
const error = { type: 'object', properties: { why: text } };

const document = documentOf({
  '/plain': answering('text/plain', { schema: text, example: 'pong' }),
  '/number': answering('text/plain', { schema: { type: 'integer' }, example: 7 }),
  '/html': answering('text/html; charset=utf-8', { schema: text, example: '<p>"hi"</p>' }),
  '/csv': answering('text/csv', { schema: text, example: 'a,b\n1,2\n' }),
  '/rows': answering('text/csv', { schema: { type: 'array' }, example: rows }),
  '/events': answering('text/event-stream', { example: [{ id: 1 }, { event: 'end', data: 'a\nb' }] }),
  '/lines': answering('application/x-ndjson', { example: [{ a: 1 }, { a: 2 }] }),
  '/xml': answering('application/xml', {
    schema: {
      type: 'object',
      xml: { name: 'pet' },
      properties: {
        id: { type: 'integer', xml: { attribute: true } },
        tags: { type: 'array', items: { ...text, xml: { name: 'tag' } }, xml: { wrapped: true } },
      },
    },
    example: { id: 3, name: 'a & b', tags: ['x', 'y'] },
  }),
  '/png': answering('image/png', { schema: { ...text, format: 'binary' } }),
  '/pdf': answering('application/pdf', {}),
  '/any': answering('*/*', { example: { a: 1 } }),
  '/image': answering('image/*', { schema: text }),
  '/base64': answering('application/json', {
    schema: { type: 'object', required: ['a'], properties: { a: { ...text, format: 'byte' } } },
  }),
  '/vendor': answering('application/vnd.x+json', { example: { a: 1 } }),
  '/nothing': { get: { responses: { 204: { description: 'nothing' } } } },
  '/moved': {
    get: { responses: { 302: { description: 'moved', headers: { Location: { schema: text, example: '/x' } } } } },
  },
  '/headers': answering(
    'application/json',
    { example: {} },
    {
      headers: {
        'X-List': { schema: { type: 'array', items: { type: 'integer' } }, example: [1, 2] },
        'X-Object': { schema: { type: 'object' }, example: { a: 1, b: 2 } },
        'X-Plural': { schema: text, examples: { one: { value: 'first' }, two: { value: 'second' } } },
        'X-Json': { content: { 'application/json': { schema: { type: 'object' }, example: { a: 1 } } } },
        'X-Flag': { schema: { type: 'boolean' }, example: true },
        'X-None': { schema: { type: 'array', items: { type: 'integer', enum: [5] } } },
        'X-Text': { content: { 'text/plain': { schema: text, example: 'a' } } },
        'Content-Length': { schema: { type: 'integer' }, example: 1000 },
        'Transfer-Encoding': { schema: text, example: 'chunked' },
        'X-Wide': { schema: text, example: 'ключ' },
      },
    },
  ),
  '/written': answering('application/json', {
    schema: {
      type: 'object',
      required: ['id', 'secret'],
      properties: { id: { type: 'integer', readOnly: true }, secret: { ...text, writeOnly: true } },
    },
  }),
  '/default': {
    get: {
      operationId: 'okDefault',
      responses: {
        200: { description: 'ok', content: { 'application/json': { example: { ok: true } } } },
        default: {
          description: 'oops',
          content: { 'application/json': { schema: error, examples: { oops: { value: { why: 'broken' } } } } },
        },
      },
    },
  },
  '/named': {
    post: {
      requestBody: { content: { 'application/json': { schema: { type: 'object', required: ['name'] } } } },
      responses: { 201: { description: 'made' } },
    },
  },
  '/head': {
    head: { responses: { 200: { description: 'ok', headers: { 'X-Own': { schema: text, example: 'h' } } } } },
  },
  '/cat': { get: { operationId: 'readCat', responses: { 200: { description: 'ok' } } } },
});

let running: DocumentMock;
const lines: string[] = [];

beforeAll(async () => {
  running = await mockOf({ 'api.json': document }, { logLevel: 'warn', log: (line) => void lines.push(line) });
});

afterAll(async () => {
  await running[Symbol.asyncDispose]();
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${running.url}${path}`, { headers });

describe('the body of an answer', () => {
  it.each([
    ['/plain', 'text/plain', 'pong'],
    ['/number', 'text/plain', '7'],
    ['/html', 'text/html; charset=utf-8', '<p>"hi"</p>'],
    ['/csv', 'text/csv', 'a,b\n1,2\n'],
    ['/rows', 'text/csv', 'a,b\r\n1,"x, y"\r\n2,\r\n'],
    ['/events', 'text/event-stream', 'id: 1\n\nevent: end\ndata: a\ndata: b\n\n'],
    ['/lines', 'application/x-ndjson', '{"a":1}\n{"a":2}\n'],
    ['/xml', 'application/xml', '<pet id="3"><name>a &amp; b</name><tags><tag>x</tag><tag>y</tag></tags></pet>'],
    ['/vendor', 'application/vnd.x+json', '{"a":1}'],
  ])('of %s is written as %s', async (path, type, body) => {
    const response = await get(path);
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([200, type, body]);
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(body)));
  });

  it('is an image when one is documented', async () => {
    const response = await get('/png');
    expect(Buffer.from(await response.arrayBuffer()).toString('latin1')).toMatch(/^\x89PNG/);
  });

  it('is empty and has no type when none is documented', async () => {
    const response = await get('/nothing');
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([204, null, '']);
  });

  it('is omitted for HEAD', async () => {
    const response = await fetch(`${running.url}/plain`, { method: 'HEAD' });
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([200, '4', '']);
  });

  it('is that of the operation for HEAD if there is one', async () => {
    const response = await fetch(`${running.url}/head`, { method: 'HEAD' });
    expect([response.status, response.headers.get('x-own')]).toEqual([200, 'h']);
  });

  it.each([
    ['/pdf', '*/*', 'application/pdf'],
    ['/any', '*/*', 'application/json'],
    ['/any', 'text/html, */*;q=0.1', 'text/html'],
    ['/image', '*/*', 'image/png'],
    ['/image', 'image/gif', 'image/gif'],
  ])('of %s is acceptable to %s as %s', async (path, Accept, type) => {
    const response = await get(path, { Accept });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(5);
  });

  it('is base64 when the schema declares it', async () => {
    const response = await get('/base64');
    expect([await response.json(), response.headers.get('sl-violations')]).toEqual([{ a: 'c3RyaW5n' }, null]);
  });

  it('has no member that is only for requests', async () => {
    expect(Object.keys(await (await get('/written')).json())).toEqual(['id']);
  });

  it.each([
    ['application/json', 200],
    ['text/*', 406],
  ])('of a kind of JSON is acceptable to %s with %i', async (accept, status) => {
    expect((await get('/vendor', { Accept: accept })).status).toBe(status);
  });
});

describe('the headers of an answer', () => {
  it('are written in their style', async () => {
    const { status, headers } = await get('/headers');
    expect(status).toBe(200);
    const names = ['x-list', 'x-object', 'x-plural', 'x-json', 'x-flag', 'x-none', 'x-text', 'x-wide'];
    expect(names.map((name) => headers.get(name))).toEqual([
      '1,2',
      'a,1,b,2',
      'first',
      '{"a":1}',
      'true',
      '5',
      'a',
      encodeURI('ключ'),
    ]);
  });

  it('include the location of a redirect', async () => {
    const response = await fetch(`${running.url}/moved`, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([302, '/x']);
  });
});

describe('a preference', () => {
  it.each([
    ['code=500', 500, { why: 'broken' }],
    ['code=429', 429, { why: 'broken' }],
    ['example=oops', 500, { why: 'broken' }],
    ['code=418, example=oops', 418, { why: 'broken' }],
    ['code=200', 200, { ok: true }],
    ['code=100', 400, { code: 400 }],
    ['example=none', 404, { hint: 'it has: default (200), oops (500)' }],
  ])('of %s is answered with %i when the document has default', async (Prefer, status, body) => {
    const response = await get('/default', { Prefer });
    expect([response.status, await response.json()]).toMatchObject([status, body]);
  });
});

describe('a rejection', () => {
  it('reports the reason in the body, a header and the log when the document has none', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(`${running.url}/named`, { method: 'POST', headers, body: '{}' });
    const why = "Request body must have required property 'name'";
    expect([response.status, await response.json()]).toMatchObject([422, { code: 422, hint: why }]);
    expect(JSON.parse(response.headers.get('sl-violations') ?? '')).toMatchObject([{ message: why }]);
    expect(lines.join('')).toContain(why);
  });

  it('of a path or method lists the alternatives', async () => {
    const missing = await get('/cats');
    expect([missing.status, await missing.json()]).toMatchObject([
      404,
      { hint: 'the nearest operation is readCat: GET /cat' },
    ]);
    const wrong = await fetch(`${running.url}/cat`, { method: 'DELETE' });
    expect([wrong.status, wrong.headers.get('allow'), await wrong.json()]).toMatchObject([
      405,
      'GET, HEAD, OPTIONS',
      { hint: 'use GET, HEAD, OPTIONS' },
    ]);
    const options = await fetch(`${running.url}/cat`, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
    expect(running.mock.unhandled()).toMatchObject([
      { method: 'GET', path: '/cats', nearest: 'readCat: GET /cat' },
      { method: 'DELETE', path: '/cat' },
    ]);
  });
});
