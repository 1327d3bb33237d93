import { describe, expect, it } from 'vitest';
import type { CheckedRequest, Judge } from './engines/engine.ts';
import { AnswerError, type GateOptions, gateOf } from './gate.ts';
import type { AnswerShape, CompiledValidator, Operation } from './operation.ts';
import { Refusal } from './refusal.ts';
import type { Reply } from './reply.ts';
import type { Shape } from './shape.ts';

const operation: Operation = {
  id: 'read',
  method: 'get',
  path: '/',
  summary: '',
  parameters: [],
  security: [],
  statuses: ['200', '204', '4XX'],
};
const checked: CheckedRequest = {
  requested: { url: '/', header: () => undefined, headers: () => ({}) },
  path: {},
  input: { path: {}, query: { limit: 1 }, headers: {}, cookies: {}, body: undefined },
};

interface Setting extends GateOptions {
  readonly statuses?: readonly string[];
  /** The answers with 200, or with 4XX for a refusal. */
  readonly shape?: AnswerShape;
  readonly headers?: CompiledValidator;
  readonly members?: Shape;
  readonly components?: Readonly<Record<string, Shape>>;
  readonly judge?: Judge['response'];
}

function gateWith({ statuses, shape, headers, members, components, judge, ...options }: Setting) {
  const described: Operation = {
    ...operation,
    ...(statuses === undefined ? {} : { statuses }),
    ...(shape === undefined ? {} : { answers: { 200: shape, '4XX': shape } }),
  };
  const service = {
    name: 'shop',
    operations: {},
    securitySchemes: {},
    validators: { read: { responses: {}, ...(headers === undefined ? {} : { headers: { 200: headers } }) } },
    ...(members === undefined ? {} : { shapes: { components: components ?? {}, answers: { read: { 200: members } } } }),
    document: () => ({}),
  };
  const engine: Judge = { request: () => undefined, response: judge ?? (() => undefined) };
  return { gate: gateOf(service, described, engine, options), described };
}

/** The reply with its headers as plain data: they have no prototype. */
function plain(reply: Reply): Reply {
  return { ...reply, headers: reply.headers === undefined ? undefined : { ...reply.headers } };
}

/** The reply to an answer, or the error that it causes. */
function answered(answer: unknown, setting: Setting = {}): Reply | AnswerError | TypeError {
  const { gate, described } = gateWith(setting);
  try {
    return plain(gate.answer(checked, answer, false));
  } catch (error) {
    if (error instanceof AnswerError) {
      expect(error.name).toBe('AnswerError');
      expect(error.operation).toBe(described);
    }
    return error as TypeError;
  }
}

const header = (name: string, type: 'string' | 'boolean' = 'string', required = false) => ({ name, type, required });
const json = { types: ['application/json'] };

describe('the reply to an answer', () => {
  it.each<[string, unknown, Setting, Reply]>([
    ['as JSON', { status: 200, body: [1] }, {}, { status: 200, headers: undefined, type: undefined, content: '[1]' }],
    [
      'with headers',
      { status: 200, body: 1, headers: { 'X-A': 'b' } },
      {},
      { status: 200, headers: { 'X-A': 'b' }, type: undefined, content: '1' },
    ],
    [
      'with null for headers',
      { status: 200, body: 1, headers: null },
      {},
      { status: 200, headers: undefined, type: undefined, content: '1' },
    ],
    ['without a body', { status: 204 }, {}, { status: 204, headers: undefined, content: undefined }],
    [
      'with null for no body',
      { status: 204, body: null, headers: { 'X-A': 'b' } },
      {},
      { status: 204, headers: { 'X-A': 'b' }, content: undefined },
    ],
    [
      'of a status that has no type',
      { status: 200 },
      { shape: { types: [] } },
      { status: 200, headers: undefined, content: undefined },
    ],
    [
      'as another JSON',
      { status: 200, body: 1 },
      { shape: { types: ['application/problem+json'] } },
      { status: 200, headers: undefined, type: 'application/problem+json', content: '1' },
    ],
    [
      'as empty text',
      { status: 200, body: '' },
      { shape: { types: ['text/csv'] } },
      { status: 200, headers: undefined, type: 'text/csv; charset=utf-8', content: '' },
    ],
    [
      'as bytes',
      { status: 200, body: Uint8Array.of(1), headers: { 'X-A': 'b' } },
      { shape: { types: ['image/png'] } },
      { status: 200, headers: { 'X-A': 'b' }, type: 'image/png', content: Uint8Array.of(1) },
    ],
    [
      'as the type that it names in another case',
      { status: 200, body: 'a', headers: { 'Content-Type': ' text/PLAIN; q=1' } },
      { shape: { types: ['text/csv', 'Text/Plain'] } },
      { status: 200, headers: undefined, type: 'Text/Plain; charset=utf-8', content: 'a' },
    ],
    [
      'with members that are not documented',
      { status: 200, body: { a: 1, b: 2 } },
      { members: { members: { a: true } } },
      { status: 200, headers: undefined, type: undefined, content: '{"a":1,"b":2}' },
    ],
    [
      'without them, when they are stripped',
      { status: 200, body: { a: 1, b: 2 } },
      { undocumented: 'strip', members: 'Note', components: { Note: { members: { a: true } } } },
      { status: 200, headers: undefined, type: undefined, content: '{"a":1}' },
    ],
    [
      'when all are documented, and others would be rejected',
      { status: 200, body: { a: 1 } },
      { undocumented: 'refuse', members: { members: { a: true } } },
      { status: 200, headers: undefined, type: undefined, content: '{"a":1}' },
    ],
    [
      'when no members are known',
      { status: 200, body: { a: 1 } },
      { undocumented: 'refuse' },
      { status: 200, headers: undefined, type: undefined, content: '{"a":1}' },
    ],
    [
      'with a required header in another case',
      { status: 200, body: 1, headers: { 'X-A': 'b' } },
      { shape: { ...json, headers: [header('x-a', 'string', true), header('X-B')] } },
      { status: 200, headers: { 'X-A': 'b' }, type: undefined, content: '1' },
    ],
  ])('%s', (_what, answer, setting, reply) => expect(answered(answer, setting)).toStrictEqual(reply));

  it.each([200, 599])('may have the status %i where any is documented', (status) => {
    expect(answered({ status, body: 1 }, { statuses: ['default'] })).toMatchObject({ status });
  });
});

const never = (errors: CompiledValidator['errors']): CompiledValidator => Object.assign(() => false, { errors });

describe('an answer that is not sent', () => {
  it.each<[unknown, Setting, string, string]>([
    [{ status: '200' }, {}, '', 'read answered 200 (string), but the body comes with a status that is not an integer'],
    [
      { status: 201 },
      {},
      '',
      'read answered 201, but the body comes with a status that is not documented (200, 204, 4XX are)',
    ],
    ...[199, 600].map((status): [unknown, Setting, string, string] => [
      { status },
      { statuses: ['default'] },
      '',
      `read answered ${status}, but the body comes with a status that is not documented (default are)`,
    ]),
    [{ status: 204, body: 1 }, {}, '', 'read answered 204, but the body is not documented: this status has none'],
    [{ status: 200 }, {}, '', 'read answered 200, but the body is missing'],
    [
      { status: 200, body: 1 },
      { shape: { types: ['text/csv'] } },
      '',
      'read answered 200, but the body must be a string',
    ],
    [
      { status: 200, body: 'a' },
      { shape: { types: ['image/png'] } },
      '',
      'read answered 200, but the body must be a Uint8Array',
    ],
    [
      { status: 200, body: { a: { 'b/c': 1 } } },
      { undocumented: 'refuse', members: { members: { a: { members: {} } } } },
      '/a/b~1c',
      'read answered 200, but /a/b~1c is not documented',
    ],
    [
      { status: 200, body: 1 },
      { shape: { ...json, headers: [header('X-A', 'string', true)] } },
      'the header X-A',
      'read answered 200, but the header X-A is missing',
    ],
    [
      { status: 200, body: 1 },
      { shape: { ...json, headers: [header('X-A')] }, headers: never([{ instancePath: '/X-A', message: 'is odd' }]) },
      'the header X-A',
      'read answered 200, but the header X-A is odd',
    ],
    [
      { status: 200, body: 1 },
      { shape: { ...json, headers: [header('X-A')] }, headers: never(null) },
      'the header ',
      'read answered 200, but the header  is invalid',
    ],
    [
      { status: 200, body: 1 },
      { judge: () => ({ pointer: '/a', message: 'is odd' }) },
      '/a',
      'read answered 200, but /a is odd',
    ],
    [
      { status: 200, body: 'a' },
      { shape: { types: ['text/csv'] }, judge: () => ({ pointer: '', message: 'is odd' }) },
      '',
      'read answered 200, but the body is odd',
    ],
    [
      { status: 200, body: 1 },
      { judgeAnswer: () => ({ pointer: '/a', message: 'is odd' }) },
      '/a',
      'read answered 200, but /a is odd',
    ],
  ])('%#: %j', (answer, setting, pointer, message) => {
    const error = answered(answer, setting);
    expect(error).toMatchObject({ message, problem: { pointer } });
    expect((error as AnswerError).cause).toBeUndefined();
  });

  it.each<[unknown, string, string]>([
    [{ status: 200, body: 1n }, 'read answered 200, but the body cannot be serialized: ', 'BigInt'],
    [{ status: 200, body: 1, headers: 1 }, 'read answered 200, but the body cannot be sent: ', 'headers must be'],
  ])('%#: with its cause', (answer, message, cause) => {
    expect(answered(answer)).toMatchObject({
      message: expect.stringContaining(message),
      cause: { message: expect.stringContaining(cause) },
    });
  });

  it.each([
    [null, 'null'],
    [undefined, 'undefined'],
    ['text', 'text'],
  ])('since it is none: %s', (answer, shown) => {
    expect(answered(answer)).toMatchObject({
      name: 'TypeError',
      message: expect.stringContaining(`read answered ${shown}`),
    });
  });
});

describe('the judges of an answer', () => {
  it('get what is sent', () => {
    const seen: unknown[] = [];
    const judge: Judge['response'] = (...given) => void seen.push(given);
    const text = { status: 200, body: 'a', headers: { 'content-type': 'text/csv' } };
    answered({ status: 200, body: new Date(0) }, { judge });
    answered({ status: 404, body: 1 }, { judge });
    answered(
      { status: 200, body: { a: 1, b: 2 } },
      { judge, undocumented: 'strip', members: { members: { a: true } } },
    );
    answered(text, { judge, shape: { types: ['text/csv', 'text/plain'] } });
    // Where text and JSON are documented, the validator is that of JSON.
    answered(text, { judge, shape: { types: ['text/csv', 'application/json'] } });
    answered({ status: 200, body: Uint8Array.of(1) }, { judge, shape: { types: ['image/png'] } });
    expect(seen).toEqual([
      [checked, 200, '200', '1970-01-01T00:00:00.000Z'],
      [checked, 404, '4XX', 1],
      [checked, 200, '200', { a: 1 }],
      [checked, 200, '200', 'a'],
    ]);
  });

  it('beyond the schemas get the operation, the input and the answer', () => {
    const seen: unknown[] = [];
    const judgeAnswer: GateOptions['judgeAnswer'] = (...given) => void seen.push(given);
    answered({ status: 200, body: new Date(0), headers: { 'X-A': 'b' } }, { judgeAnswer });
    answered({ status: 200, body: 1 }, { judgeAnswer });
    answered({ status: 200, body: 'a' }, { judgeAnswer, shape: { types: ['text/csv'] } });
    const parts = (answer: object) => [expect.objectContaining({ id: 'read' }), checked.input, answer];
    expect(seen).toStrictEqual([
      parts({ status: 200, body: '1970-01-01T00:00:00.000Z', headers: { 'X-A': 'b' } }),
      parts({ status: 200, body: 1 }),
      parts({ status: 200, body: 'a' }),
    ]);
  });

  it('beyond the schemas do not get examples', () => {
    const { gate } = gateWith({ judgeAnswer: () => ({ pointer: '', message: 'is odd' }) });
    expect(gate.answer(checked, { status: 200, body: 1 }, true)).toMatchObject({ status: 200 });
    expect(() => gate.answer(checked, { status: 200, body: 1 }, false)).toThrow('is odd');
  });

  it('of headers get them by their documented names and types', () => {
    const seen: unknown[] = [];
    const headers: CompiledValidator = (values) => seen.push(values) > 0;
    const shape = { ...json, headers: [header('Set-Cookie'), header('x-s'), header('X-B', 'boolean')] };
    const given = { 'Set-Cookie': ['a=1', 'b=2'], 'X-S': 'true', 'x-b': 'false' };
    answered({ status: 200, body: 1, headers: given }, { shape, headers });
    expect(seen).toEqual([{ 'Set-Cookie': 'a=1, b=2', 'x-s': 'true', 'X-B': false }]);
  });
});

describe('a refusal', () => {
  const refusal = new Refusal(404, 'gone', { headers: { 'X-A': 'b' } });

  it('is sent as it is', () => {
    expect(plain(gateWith({}).gate.refusal(checked, refusal))).toStrictEqual({
      status: 404,
      headers: { 'X-A': 'b' },
      type: undefined,
      content: '{"code":404,"msg":"gone"}',
    });
  });

  it('is sent in the form of the document, with its type', () => {
    const { gate } = gateWith({
      shape: { types: ['application/json', 'application/problem+json'] },
      errorBody: ({ msg }, status) => ({ body: { title: msg, status }, type: 'application/problem+json' }),
    });
    expect(plain(gate.refusal(checked, refusal))).toStrictEqual({
      status: 404,
      headers: { 'X-A': 'b' },
      type: 'application/problem+json',
      content: '{"title":"gone","status":404}',
    });
  });

  it('is not sent when its status is not documented', () => {
    expect(() => gateWith({ statuses: ['200'] }).gate.refusal(checked, refusal)).toThrow(AnswerError);
  });
});
