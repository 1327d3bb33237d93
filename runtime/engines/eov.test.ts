import { describe, expect, it } from 'vitest';
import { serviceFetchHandler } from '../fetch/handler.ts';
import type { CompiledValidator, Operation, Parameter, Service } from '../operation.ts';
import { eovEngine } from './eov.ts';

const id: Parameter = { name: 'id', in: 'path', required: true, type: 'integer' };
const word: Parameter = { name: 'word', in: 'query', required: false, type: 'string' };
const size: Parameter = { name: 'size', in: 'query', required: false, type: 'integer', clamp: 9 };
const version: Parameter = { name: 'X-Version', in: 'header', required: false, type: 'string' };

const write: Operation = {
  id: 'write',
  method: 'post',
  path: '/notes/{id}',
  summary: '',
  parameters: [id, word, size, version],
  body: { required: true },
  security: [],
  statuses: ['200', '4XX'],
};

const note = {
  type: 'object',
  required: ['text'],
  properties: {
    text: { type: 'string' },
    tags: { type: 'array', items: { type: 'string' }, maxItems: 2 },
    at: { type: 'string', format: 'date-time' },
  },
};

const json = (schema: object) => ({ 'application/json': { schema } });

const document = () => ({
  openapi: '3.0.3',
  // The engine validates neither the document nor the credentials.
  info: { title: 'Notes' },
  security: [{ Token: [] }],
  components: { securitySchemes: { Token: { type: 'http', scheme: 'bearer' } } },
  servers: [{ url: 'https://notes.example/api' }],
  paths: {
    '/notes/{id}': {
      post: {
        operationId: 'write',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'integer', maximum: 99 } },
          { name: 'word', in: 'query', schema: { type: 'string', maxLength: 3 } },
          { name: 'size', in: 'query', schema: { type: 'integer', maximum: 9 } },
          { name: 'X-Version', in: 'header', schema: { type: 'string', enum: ['1', '2'] } },
        ],
        requestBody: { required: true, content: json(note) },
        responses: { 200: { description: '', content: json(note) }, '4XX': { description: '' } },
      },
    },
  },
});

/** A compiled validator that rejects everything, so that its use shows. */
const never: CompiledValidator = Object.assign(() => false, {
  errors: [{ instancePath: '/body', message: 'is never valid' }],
});

/** Sends a request to an operation that is validated by the engine, with the reported faults. */
function served(operation: Operation = write, load: () => object = () => document()) {
  const faults: string[] = [];
  let answer: unknown;
  const service: Service = {
    name: 'notes',
    operations: { write: operation },
    securitySchemes: {},
    validators: { write: { request: never, responses: {} } },
    document: load,
  };
  const handler = serviceFetchHandler(
    service,
    { write: () => answer },
    { validator: 'express-openapi-validator', onFault: ({ message }) => faults.push(message) },
  );
  return async (path: string, body: unknown = { text: 'a' }, headers = {}, answers: unknown = { text: 'b' }) => {
    answer = { status: 200, body: answers };
    const sent = await handler(
      new Request(`http://x${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    );
    const { msg }: { msg?: string } = await sent.json();
    return [sent.status, msg, ...faults.splice(0)];
  };
}

type Send = ReturnType<typeof served>;

describe('express-openapi-validator', () => {
  const requests: readonly [what: string, request: Parameters<Send>, status: number, message?: string][] = [
    ['what fits the document', ['/notes/1?word=abc&size=3', { text: 'a', tags: ['b'] }, { 'X-Version': '2' }], 200],
    ['a query that is not encoded', ['/notes/1?word=a:@'], 200],
    ['an empty parameter', ['/notes/1?word='], 200],
    ['an unknown parameter', ['/notes/1?other=1'], 200],
    ['a time with nanoseconds', ['/notes/1', { text: 'a', at: '2021-08-17T11:14:49.123456789Z' }], 200],
    [
      'a day that does not exist',
      ['/notes/1', { text: 'a', at: '2021-02-30T00:00:00Z' }],
      400,
      'body/at must match format "date-time"',
    ],
    ['a number that is clamped', ['/notes/1?size=10'], 200],
    [
      'a parameter that is too long',
      ['/notes/1?word=abcd'],
      400,
      'query parameter word must NOT have more than 3 characters',
    ],
    ['a path parameter that is too large', ['/notes/100'], 400, 'path parameter id must be <= 99'],
    [
      'a header of another value',
      ['/notes/1', undefined, { 'X-Version': '3' }],
      400,
      'headers parameter x-version must be equal to one of the allowed values: 1, 2',
    ],
    ['a body without a member', ['/notes/1', {}], 400, "body must have required property 'text'"],
    ['a member of another type', ['/notes/1', { text: 1 }], 400, 'body/text must be string'],
    ['an item of another type', ['/notes/1', { text: 'a', tags: [1] }], 400, 'body/tags/0 must be string'],
    [
      'too many items',
      ['/notes/1', { text: 'a', tags: ['a', 'b', 'c'] }],
      400,
      'body/tags must NOT have more than 2 items',
    ],
  ];

  it('judges requests', async () => {
    const send = served();
    // The engine learns about the operation at the first request: it answers further ones as the first.
    for (const [what, request, status, message] of [...requests, ...requests])
      expect(await send(...request), what).toEqual([status, message]);
  });

  it('judges answers', async () => {
    const send = served();
    const answers: readonly [answer: unknown, fault: string][] = [
      [{}, "write answered 200, but the body must have required property 'text'"],
      [{ text: 1 }, 'write answered 200, but /text must be string'],
      [{ text: 'a', tags: [1] }, 'write answered 200, but /tags/0 must be string'],
    ];
    for (const [answer, fault] of [...answers, ...answers]) {
      expect(await send('/notes/1', undefined, {}, answer)).toEqual([500, 'internal error', fault]);
      expect(await send('/notes/1')).toEqual([200, undefined]);
    }
  });
});

describe('an instance for an operation', () => {
  it('judges each request by its own path', async () => {
    const send = served();
    expect(await send('/notes/1')).toEqual([200, undefined]);
    expect(await send('/notes/100')).toEqual([400, 'path parameter id must be <= 99']);
    expect(await send('/notes/2')).toEqual([200, undefined]);
  });

  it('is made once for a document', async () => {
    let loads = 0;
    const load = () => {
      loads += 1;
      return document();
    };
    for (const send of [served(write, load), served(write, load)]) {
      for (let times = 0; times < 2; times += 1) expect(await send('/notes/1')).toEqual([200, undefined]);
    }
    expect(loads).toBe(1);
  });

  it('knows only the requests that it has judged', () => {
    const service: Service = {
      name: 'notes',
      operations: { write },
      securitySchemes: {},
      validators: {},
      document: () => document(),
    };
    const checked = {
      requested: { url: '/', header: () => undefined, headers: () => ({}) },
      path: {},
      input: { path: {}, query: {}, headers: {}, cookies: {}, body: undefined },
    };
    expect(eovEngine(service)(write).response(checked, 200, '200', {})).toEqual({
      pointer: '',
      message: 'was not judged, because its request was not',
    });
  });

  it('is a fault, and no mistake of the client, when it fails', async () => {
    const faults = await served({ ...write, path: '/other/{id}' })('/other/1');
    expect(faults).toEqual([500, 'internal error', expect.stringContaining('Cannot read properties of undefined')]);
  });
});

describe('leaves to the compiled validators', () => {
  it.each<[string, Partial<Operation>, boolean]>([
    ['no JSON', {}, false],
    ['no JSON alone', { body: { required: true, types: ['application/json'] } }, false],
    ['bodies of other types', { body: { required: true, types: ['application/json', 'text/plain'] } }, true],
    [
      'answers of one other type',
      { answers: { 200: { types: ['application/json'] }, '4XX': { types: ['text/plain'] } } },
      true,
    ],
    ['no answers of JSON', { answers: { 200: { types: ['application/json'] } } }, false],
    ['lists', { parameters: [id, { ...word, list: ',' }] }, true],
    ['cookies', { parameters: [id, { ...word, in: 'cookie' }] }, true],
  ])('%s', async (_what, members, isCompiled) => {
    const [status, message] = await served({ ...write, ...members }, document)('/notes/1');
    expect([status, message]).toEqual(isCompiled ? [400, 'body is never valid'] : [200, undefined]);
  });
});
