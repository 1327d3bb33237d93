import { describe, expect, it } from 'vitest';
import { type EndpointOptions, endpointsOf } from './endpoint.ts';
import { NotImplemented } from './not-implemented.ts';
import type { Operation, Service } from './operation.ts';
import { Refusal } from './refusal.ts';
import type { HandlerRequest, Sent } from './request.ts';

const operation: Operation = {
  id: 'read',
  method: 'get',
  path: '/items/{id}',
  summary: '',
  parameters: [],
  security: [],
  statuses: ['200', '401', '404'],
};
const LIMITS = { size: 100, time: 1_000 };

interface Setting extends Partial<EndpointOptions<string>> {
  readonly described?: Partial<Operation>;
  readonly handler?: (request: HandlerRequest<unknown>) => unknown;
  readonly sent?: Partial<Sent<string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The reply to a request, the faults that were reported, and how the call ended. */
async function replied({ described, handler, sent, headers = {}, ...options }: Setting = {}) {
  const faults: unknown[] = [];
  const ended: unknown[] = [];
  const service: Service = {
    name: 'shop',
    operations: { read: { ...operation, ...described } },
    securitySchemes: { Token: { type: 'bearer' } },
    validators: {},
    document: () => ({}),
  };
  const [endpoint] = endpointsOf<string>(
    service,
    { read: handler ?? (() => ({ status: 200, body: 1 })) },
    {
      limits: LIMITS,
      onFault: (error) => faults.push(error.message),
      observe: async (_call, run) => {
        const { kind, error } = await run();
        ended.push(error === undefined ? [kind] : [kind, error]);
      },
      ...options,
    },
  );
  const reply = await endpoint?.reply(
    {
      request: 'request',
      method: 'GET',
      url: '/items/1',
      header: (name) => headers[name],
      headers: () => headers,
      signal: () => new AbortController().signal,
      hasLeft: () => false,
      address: () => undefined,
      isConsumed: () => false,
      bytes: async () => new Uint8Array(),
      ...sent,
    },
    { id: '1' },
  );
  return { reply, faults, ended };
}

const throwing = (error: unknown) => () => {
  throw error;
};
const INTERNAL = '{"code":500,"msg":"internal error"}';

it('reports a missing handler', async () => {
  await expect(replied({ handler: 'none' as never })).rejects.toThrow(
    'the handlers of shop lack read (get /items/{id})',
  );
});

it('gives the handler its caller', async () => {
  const guarded: Setting = {
    described: { security: [['Token']] },
    authenticate: ({ Token }) => Token,
    handler: ({ caller }) => ({ status: 200, body: caller }),
  };
  const { reply } = await replied({ ...guarded, headers: { authorization: 'Bearer t' } });
  expect(reply).toMatchObject({ status: 200, content: '"t"' });
  expect((await replied(guarded)).reply).toMatchObject({ status: 401, headers: { 'WWW-Authenticate': 'Bearer' } });
});

it('reads no body where none is documented', async () => {
  const headers = { 'content-length': '1', 'content-type': 'text/plain' };
  expect((await replied({ headers })).reply).toMatchObject({ status: 200 });
});

it('lacks a body only where one is required', async () => {
  const { reply } = await replied({ described: { body: { required: true } } });
  expect(reply).toMatchObject({ status: 400, content: '{"code":400,"msg":"the body is missing"}' });
  expect((await replied({ described: { body: { required: false } } })).reply).toMatchObject({ status: 200 });
});

it('waits for its turn between receiving and parsing', async () => {
  const order: unknown[] = [];
  const { reply } = await replied({
    described: { body: { required: true } },
    headers: { 'content-type': 'application/json' },
    sent: {
      bytes: async () => {
        order.push('received');
        return new TextEncoder().encode('[');
      },
    },
    turn: async (request) => {
      await new Promise((resolve) => setImmediate(resolve));
      order.push(request);
    },
  });
  expect([reply?.content, order]).toEqual(['{"code":400,"msg":"the body is not JSON"}', ['received', 'request']]);
});

describe('an answer in place of the handler', () => {
  const judgeAnswer = () => ({ pointer: '', message: 'is odd' });

  it('gets the operation and the headers, and need not relate to the request', async () => {
    const seen: unknown[] = [];
    const { reply } = await replied({
      judgeAnswer,
      headers: { prefer: 'example' },
      answerInstead: (...given) => {
        seen.push(given);
        return Promise.resolve({ status: 200, body: 2 });
      },
    });
    expect(reply).toMatchObject({ status: 200, content: '2' });
    expect(seen).toEqual([[operation, { prefer: 'example' }]]);
  });

  it('may leave the request to the handler', async () => {
    expect((await replied({ answerInstead: () => undefined })).reply).toMatchObject({ status: 200, content: '1' });
    expect((await replied({ answerInstead: () => undefined, judgeAnswer })).reply).toMatchObject({ status: 500 });
  });
});

describe('the challenge', () => {
  const described = { security: [[], ['Token']] };
  const authenticate = () => undefined;
  const CHALLENGE = { 'WWW-Authenticate': 'Bearer' };

  it.each<[number, Readonly<Record<string, string>> | undefined, object | undefined]>([
    [401, undefined, CHALLENGE],
    [401, { 'X-A': 'b' }, { 'X-A': 'b', ...CHALLENGE }],
    [401, { 'X-A': 'b', 'WWW-Authenticate': 'Own' }, { 'X-A': 'b', 'WWW-Authenticate': 'Own' }],
    [404, undefined, undefined],
  ])('of an answer with %i and the headers %j is sent in %j', async (status, headers, expected) => {
    const { reply } = await replied({
      described,
      authenticate,
      handler: () => ({ status, body: 1, headers }),
    });
    expect(reply).toMatchObject({ status, content: '1' });
    expect(reply?.headers === undefined ? undefined : { ...reply.headers }).toEqual(expected);
  });

  it.each<[401 | 404, object | undefined]>([
    [401, CHALLENGE],
    [404, undefined],
  ])('of a refusal with %i is %j', async (status, expected) => {
    const { reply } = await replied({ described, authenticate, handler: throwing(new Refusal(status, 'no')) });
    expect(reply).toMatchObject({ status, content: `{"code":${status},"msg":"no"}` });
    expect(reply?.headers).toEqual(expected);
  });
});

describe('an error of the handler', () => {
  it.each<[string, unknown, number, string, readonly string[], string]>([
    ['is a fault', new Error('on fire'), 500, INTERNAL, ['on fire'], 'fault'],
    ['is a refusal', new Refusal(404, 'gone'), 404, '{"code":404,"msg":"gone"}', [], 'refused'],
    ...([502, 503] as const).map((status): [string, unknown, number, string, readonly string[], string] => [
      `is a refusal with ${status}, which is reported and need not be documented`,
      new Refusal(status, 'busy'),
      status,
      `{"code":${status},"msg":"busy"}`,
      ['busy'],
      'refused',
    ]),
    [
      'is not implemented',
      new NotImplemented(),
      501,
      '{"code":501,"msg":"read is not implemented yet"}',
      [],
      'refused',
    ],
  ])('that %s', async (_what, error, status, content, faults, kind) => {
    const outcome = await replied({ handler: throwing(error) });
    expect(outcome).toMatchObject({ reply: { status, content }, faults });
    expect(outcome.ended).toEqual([[kind, error]]);
  });

  it.each<[string, Refusal, string]>([
    ['whose status is not documented', new Refusal(409, 'taken'), 'read answered 409, but'],
    ['whose header cannot be sent', new Refusal(404, 'gone', { headers: { Location: '\n' } }), 'the header Location'],
    ['of the server whose header cannot be sent', new Refusal(502, 'x', { headers: { A: '\n' } }), 'the header A'],
  ])('is a fault when it is a refusal %s', async (_what, error, message) => {
    const { reply, faults, ended } = await replied({ handler: throwing(error) });
    expect(reply).toMatchObject({ status: 500, content: INTERNAL });
    expect(faults).toEqual([expect.stringContaining(message)]);
    expect(ended).toEqual([['fault', expect.objectContaining({ message: faults[0] })]]);
  });

  it('is not one when there is none', async () => {
    expect((await replied()).ended).toEqual([['answered']]);
  });

  it('may have any status before the handler is called', async () => {
    const { reply, faults } = await replied({
      described: { body: { required: true } },
      headers: { 'content-type': 'text/plain', 'transfer-encoding': 'chunked' },
    });
    expect([reply?.status, faults]).toEqual([415, []]);
  });
});

describe('an error after the client has left', () => {
  const reason = new Error('left');
  const controller = new AbortController();
  controller.abort(reason);
  const left = { signal: () => controller.signal, hasLeft: () => true };
  const abort = () => Object.assign(new Error('aborted'), { name: 'AbortError' });
  /** An error that is the cause of others. */
  const within = (error: unknown, levels: number): unknown =>
    levels === 0 ? error : new Error(`level ${levels}`, { cause: within(error, levels - 1) });

  it.each<[string, unknown, Partial<Sent<string>>, 'left' | 'fault']>([
    ['is expected when it is that of the signal', reason, left, 'left'],
    ['is expected when it is an abort', abort(), left, 'left'],
    ['is expected when an abort is its cause', within(abort(), 1), left, 'left'],
    ['is expected when the signal is its cause', within(reason, 4), left, 'left'],
    ['is a fault when the cause is deeper', within(reason, 5), left, 'fault'],
    ['is a fault when it is another one', within(new Error('other'), 1), left, 'fault'],
    ['is a fault when it is no error', 'text', left, 'fault'],
    ['is a fault when the client is there', abort(), {}, 'fault'],
  ])('%s', async (_what, error, sent, kind) => {
    const { reply, faults, ended } = await replied({ handler: throwing(error), sent });
    expect(reply).toMatchObject({ status: 500, content: INTERNAL });
    expect(faults).toHaveLength(kind === 'left' ? 0 : 1);
    expect(ended).toEqual([[kind, error]]);
  });

  it('is expected when it is the reason of the signal, which is no error', async () => {
    const other = new AbortController();
    other.abort('gone');
    const sent = { signal: () => other.signal, hasLeft: () => true };
    expect((await replied({ handler: throwing('gone'), sent })).ended).toEqual([['left', 'gone']]);
  });
});
