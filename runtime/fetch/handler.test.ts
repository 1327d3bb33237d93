import { describe, expect, it } from 'vitest';
import type { AnswerShape, CompiledValidator, Service } from '../operation.ts';
import { Refusal } from '../refusal.ts';
import { type FetchOptions, serviceFetchHandler } from './handler.ts';
import { write } from './testing/notes.ts';

/** A validator that always reports this error. */
function finding(instancePath: string, message: string, params?: object): CompiledValidator {
  const validator: CompiledValidator = () => false;
  validator.errors = [{ instancePath, message, ...(params === undefined ? {} : { params }) }];
  return validator;
}

interface Case {
  readonly shape?: AnswerShape;
  readonly request?: CompiledValidator;
  readonly response?: CompiledValidator;
  readonly headers?: CompiledValidator;
  readonly options?: FetchOptions;
}

/** The response to a request, and the reported faults. */
async function answered(answer: unknown, { shape, request, response, headers, options }: Case = {}, body?: string) {
  const faults: string[] = [];
  const service: Service = {
    name: 'notes',
    operations: { write: { ...write, ...(shape === undefined ? {} : { answers: { 200: shape } }) } },
    securitySchemes: {},
    validators: {
      write: {
        ...(request === undefined ? {} : { request }),
        responses: response === undefined ? {} : { 200: response },
        ...(headers === undefined ? {} : { headers: { 200: headers } }),
      },
    },
    document: () => ({}),
  };
  const handlers = {
    write() {
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  const handler = serviceFetchHandler(service, handlers, {
    ...options,
    onFault: (error) => faults.push(error.message),
  });
  const sent = await handler(
    new Request('http://x/notes/1', {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      ...(body === '' ? {} : { body: body ?? '{"a":1}' }),
    }),
  );
  return {
    status: sent.status,
    type: sent.headers.get('content-type'),
    headers: sent.headers,
    text: await sent.text(),
    faults,
  };
}

describe('an answer is sent', () => {
  it.each<[string, unknown, Case, string | null, string]>([
    ['as JSON', { status: 200, body: [1] }, {}, 'application/json; charset=utf-8', '[1]'],
    ['without a body', { status: 204 }, {}, null, ''],
    ['as text', { status: 200, body: 'a' }, { shape: { types: ['text/csv'] } }, 'text/csv; charset=utf-8', 'a'],
    ['as bytes', { status: 200, body: new Uint8Array([97]) }, { shape: { types: ['image/png'] } }, 'image/png', 'a'],
    [
      'as a buffer',
      { status: 200, body: new Uint8Array([97]).buffer },
      { shape: { types: ['image/png'] } },
      'image/png',
      'a',
    ],
    [
      'as the type that it names',
      { status: 200, body: 'a', headers: { 'content-type': 'Text/Plain; charset=x' } },
      { shape: { types: ['text/csv', 'text/plain'] } },
      'text/plain; charset=utf-8',
      'a',
    ],
    [
      'as the first type when it names another',
      { status: 200, body: 'a', headers: { 'content-type': 'text/html' } },
      { shape: { types: ['text/csv', 'text/plain'] } },
      'text/csv; charset=utf-8',
      'a',
    ],
  ])('%s', async (_what, answer, options, type, text) => {
    expect(await answered(answer, options)).toMatchObject({
      status: (answer as { status: number }).status,
      type,
      text,
    });
  });

  it('with its headers', async () => {
    const { headers } = await answered({ status: 200, body: 1, headers: { 'X-A': ['b', 'c'], 'X-D': 'e' } });
    expect([headers.get('x-a'), headers.get('x-d')]).toEqual(['b, c', 'e']);
  });

  it('with each cookie in a header of its own', async () => {
    const { headers } = await answered({ status: 200, body: 1, headers: { 'Set-Cookie': ['a=1', 'b=2'], 'X-A': 'b' } });
    expect([headers.getSetCookie(), headers.get('x-a')]).toEqual([['a=1', 'b=2'], 'b']);
  });

  it('with the first type where it names several', async () => {
    const headers = [
      ['Content-Type', 'text/plain'],
      ['content-type', 'text/csv'],
    ];
    const shape = { types: ['text/csv', 'text/plain'] };
    const { type } = await answered({ status: 200, body: 'a', headers }, { shape });
    expect(type).toBe('text/plain; charset=utf-8');
  });

  it('as the default of a status whose shape is not documented', async () => {
    const { type, text } = await answered({ status: 404, body: [1] }, { shape: { types: ['text/csv'] } });
    expect([type, text]).toEqual(['application/json; charset=utf-8', '[1]']);
  });

  it('within a hook, which gets the operation and the outcome', async () => {
    const seen: unknown[] = [];
    const observe: FetchOptions['observe'] = async ({ service, operation, info, request }, run) => {
      const { milliseconds: _, ...outcome } = await run();
      seen.push([service, operation.id, info.method, request.url, outcome]);
    };
    await answered({ status: 200, body: 1 }, { options: { observe } });
    await answered(new Error('no'), { options: { observe } });
    await answered(new Refusal(404, 'gone'), { options: { observe } });
    const call = ['notes', 'write', 'PUT', 'http://x/notes/1'];
    expect(seen).toEqual([
      [...call, { kind: 'answered', status: 200 }],
      [...call, { kind: 'fault', status: 500, error: new Error('no') }],
      [...call, { kind: 'refused', status: 404, error: expect.objectContaining({ status: 404 }) }],
    ]);
    const faulty = await answered(
      { status: 200, body: 1 },
      {
        options: {
          observe: () => {
            throw new Error('the hook is broken');
          },
        },
      },
    );
    expect([faulty.status, faulty.faults]).toEqual([200, ['the hook is broken']]);
  });

  it('with headers of their types', async () => {
    const seen: unknown[] = [];
    const header = (name: string, type: 'integer' | 'number' | 'boolean' | 'string') => ({
      name,
      type,
      required: false,
    });
    const shape: AnswerShape = {
      types: ['application/json'],
      headers: [
        header('X-I', 'integer'),
        header('X-N', 'number'),
        header('X-E', 'number'),
        header('X-T', 'boolean'),
        header('X-F', 'boolean'),
        header('X-B', 'boolean'),
        header('X-S', 'string'),
        header('X-Absent', 'string'),
      ],
    };
    const given = { 'x-i': '1', 'x-n': '1.5', 'x-e': '', 'x-t': 'true', 'x-f': 'false', 'x-b': 'b', 'x-s': ['2', '3'] };
    const headers: CompiledValidator = (values) => seen.push(values) > 0;
    expect(await answered({ status: 200, body: 1, headers: given }, { shape, headers })).toMatchObject({ status: 200 });
    expect(seen).toEqual([{ 'X-I': 1, 'X-N': 1.5, 'X-E': '', 'X-T': true, 'X-F': false, 'X-B': 'b', 'X-S': '2, 3' }]);
  });
});

describe('an answer that is not documented becomes a 500', () => {
  const header = { name: 'X-A', required: true, type: 'string' } as const;
  it.each<[unknown, Case, string]>([
    [{ status: '200', body: 1 }, {}, 'comes with a status that is not an integer'],
    [{ status: 201, body: 1 }, {}, 'comes with a status that is not documented (200, 204, 4XX are)'],
    [{ status: 204, body: 1 }, {}, 'is not documented: this status has none'],
    [{ status: 200 }, {}, 'is missing'],
    [{ status: 200, body: 1n }, {}, 'cannot be serialized'],
    [{ status: 200, body: 1, headers: { 'X-A': '\n' } }, {}, 'cannot be sent'],
    [{ status: 200, body: 1 }, { shape: { types: ['text/csv'] } }, 'must be a string'],
    [{ status: 200, body: 'a' }, { shape: { types: ['image/png'] } }, 'must be a Uint8Array'],
    [{ status: 200, body: 1 }, { response: finding('/a', 'is wrong') }, 'a is wrong'],
    [{ status: 200, body: 'a' }, { shape: { types: ['text/csv'] }, response: finding('', 'is wrong') }, 'is wrong'],
    [{ status: 200, body: 1 }, { shape: { types: ['application/json'], headers: [header] } }, 'header X-A is missing'],
    [
      { status: 200, body: 1, headers: { 'x-a': 'b' } },
      { shape: { types: ['application/json'], headers: [header] }, headers: finding('/X-A', 'is wrong') },
      'header X-A is wrong',
    ],
    [{ status: 200, body: 1 }, { options: { judgeAnswer: () => ({ pointer: '/b', message: 'is odd' }) } }, 'b is odd'],
    [new Refusal(502, 'the database failed'), {}, 'the database failed'],
    ['text', {}, 'write answered text'],
    [undefined, {}, 'write answered undefined'],
  ])('%#: %s', async (answer, options, fault) => {
    const { status, faults } = await answered(answer, options);
    expect(status).toBe(answer instanceof Refusal ? 502 : 500);
    expect(faults).toEqual([expect.stringContaining(fault)]);
  });
});

describe('a request is rejected', () => {
  it.each<[string, CompiledValidator, string]>([
    ['for its path', finding('/path/id', 'must be >= 1'), 'path parameter id must be >= 1'],
    ['for its query', finding('/query/limit', 'must be >= 1'), 'query parameter limit must be >= 1'],
    ['for its headers', finding('/headers/X-A', 'must be >= 1'), 'headers parameter X-A must be >= 1'],
    ['for its cookies', finding('/cookies/a', 'must be >= 1'), 'cookies parameter a must be >= 1'],
    ['for its body', finding('/body/a/0', 'must be >= 1'), 'body/a/0 must be >= 1'],
    ['as a whole', finding('', 'must be an object'), 'must be an object'],
    ['for a value', finding('/body/a', 'x', { allowedValues: ['b', 1] }), 'body/a must be one of "b", 1'],
    ['for a member', finding('/body', 'x', { additionalProperty: 'b' }), 'body must not have "b"'],
  ])('%s', async (_what, request, msg) => {
    const { status, text, faults } = await answered({ status: 200, body: 1 }, { request });
    expect([status, JSON.parse(text), faults]).toEqual([400, { code: 400, msg }, []]);
  });

  it('without the body that it needs', async () => {
    const { status, text } = await answered({ status: 200, body: 1 }, {}, '');
    expect([status, JSON.parse(text)]).toEqual([400, { code: 400, msg: 'the body is missing' }]);
  });

  it('with the challenge of its handler, else with one of the document', async () => {
    const own = { headers: { 'www-authenticate': 'Own' } };
    expect((await answered(new Refusal(401, 'no', own))).headers.get('www-authenticate')).toBe('Own');
    expect((await answered(new Refusal(401, 'no'))).headers.get('www-authenticate')).not.toBeNull();
  });

  it('by its handler', async () => {
    const { status, headers, faults } = await answered(new Refusal(409, 'taken', { headers: { 'X-A': 'b' } }));
    expect([status, headers.get('x-a'), faults]).toEqual([409, 'b', []]);
  });
});

it('leaves unknown paths to the option fallthrough, and reports its faults', async () => {
  const faults: string[] = [];
  const none: Service = { name: 'none', operations: {}, securitySchemes: {}, validators: {}, document: () => ({}) };
  const handler = serviceFetchHandler(
    none,
    {},
    {
      fallthrough: (request) => {
        if (request.url.endsWith('/broken')) throw new Error('no');
        return new Response('other', { status: 203 });
      },
      onFault: ({ message }) => faults.push(message),
    },
  );
  expect((await handler(new Request('http://x/a'))).status).toBe(203);
  expect((await handler(new Request('http://x/broken'))).status).toBe(500);
  expect(faults).toEqual(['no']);
  expect(() => serviceFetchHandler(none, {}, { fallthrough: true as never })).toThrow(TypeError);
});
