import { createFileRegistry, type DescMethodUnary, type DescService, fromJson } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import { Code, ConnectError, createRouterTransport } from '@connectrpc/connect';
import { describe, expect, it, vi } from 'vitest';
import { Refusal } from '../refusal.ts';
import { codeOf } from './codes.ts';
import {
  forCallers,
  notImplementedMethods,
  type RpcCall,
  type RpcMethods,
  type RpcOptions,
  type RpcOutcome,
  rpcRoutes,
} from './routes.ts';

const file = fromJson(FileDescriptorProtoSchema, {
  name: 'notes.proto',
  package: 'notes.v1',
  syntax: 'proto3',
  messageType: [
    {
      name: 'Note',
      field: [
        { name: 'text', number: 1, type: 'TYPE_STRING', label: 'LABEL_OPTIONAL', jsonName: 'text' },
        { name: 'count', number: 2, type: 'TYPE_INT32', label: 'LABEL_OPTIONAL', jsonName: 'count' },
        { name: 'data', number: 3, type: 'TYPE_BYTES', label: 'LABEL_OPTIONAL', jsonName: 'data' },
      ],
    },
  ],
  service: [
    {
      name: 'Notes',
      method: ['Read', 'Write'].map((name) => ({ name, inputType: '.notes.v1.Note', outputType: '.notes.v1.Note' })),
    },
    {
      name: 'Streams',
      method: [{ name: 'Follow', inputType: '.notes.v1.Note', outputType: '.notes.v1.Note', serverStreaming: true }],
    },
  ],
});
const registry = createFileRegistry(file, () => undefined);

function serviceNamed(name: string): DescService {
  const service = registry.getService(name);
  if (service === undefined) throw new Error(`there is no ${name}`);
  return service;
}

const notes = serviceNamed('notes.v1.Notes');

type Methods = Readonly<Record<string, unknown>>;

const usual: Methods = { read: () => ({ text: 'a' }), write: () => ({}) };

/** The methods behind Connect, and what became known of their calls. */
function served(methods: Methods = {}, options: Partial<RpcOptions<unknown>> = {}) {
  const faults: [message: string, method: string][] = [];
  const outcomes: [method: string, RpcOutcome][] = [];
  const routes = rpcRoutes(notes, { ...usual, ...methods } as RpcMethods<DescService>, {
    onFault: ({ message }, { method }) => faults.push([message, method]),
    observe: ({ method }, outcome) => outcomes.push([method, outcome]),
    ...options,
  });
  const transport = createRouterTransport(routes);
  const call = async (name: 'read' | 'write', headers?: HeadersInit, signal?: AbortSignal): Promise<unknown> => {
    const method = notes.method[name];
    if (method === undefined) throw new Error(`there is no ${name}`);
    return (await transport.unary(method as DescMethodUnary, signal, undefined, headers, {})).message;
  };
  return { call, faults, outcomes };
}

async function errorOf(call: Promise<unknown>): Promise<ConnectError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ConnectError) return error;
  throw new Error('the call was answered');
}

const milliseconds = expect.any(Number);

it('answers with the members of a message, and reports the outcome', async () => {
  const { call, faults, outcomes } = served();
  expect(await call('read')).toMatchObject({ text: 'a' });
  expect([faults, outcomes]).toStrictEqual([[], [['notes.v1.Notes/Read', { kind: 'answered', milliseconds }]]]);
});

it('gives a method its message, the metadata and the signal', async () => {
  const read = vi.fn((_request: unknown, _call: RpcCall) => ({}));
  await served({ read }).call('read', { 'x-a': 'b' });
  const [request, call] = read.mock.lastCall ?? [];
  expect(request).toMatchObject({ $typeName: 'notes.v1.Note' });
  expect([call?.method, call?.headers.get('x-a')]).toEqual(['notes.v1.Notes/Read', 'b']);
  expect(call?.signal).toBeInstanceOf(AbortSignal);
});

describe('a method for callers', () => {
  const write = forCallers<unknown, object, unknown>((_request, caller, { method }) => ({
    text: `${method} ${JSON.stringify(caller)}`,
  }));

  it.each([undefined, null, false, Number.NaN])('is not called when authenticate returns %s', async (caller) => {
    const { call, faults, outcomes } = served({ write }, { authenticate: () => caller });
    const { code, rawMessage } = await errorOf(call('write'));
    expect([code, rawMessage]).toEqual([Code.Unauthenticated, 'notes.v1.Notes/Write needs a credential that is valid']);
    expect(faults.map(([, method]) => method)).toEqual(Number.isNaN(caller) ? ['notes.v1.Notes/Write'] : []);
    expect(outcomes).toMatchObject([['notes.v1.Notes/Write', { kind: 'refused', error: { status: 401 } }]]);
  });

  it('is given the caller', async () => {
    const authenticate = async ({ headers }: RpcCall) => ({ token: headers.get('authorization') });
    const { call } = served({ write }, { authenticate });
    expect(await call('write', { authorization: 'Bearer 1' })).toMatchObject({
      text: 'notes.v1.Notes/Write {"token":"Bearer 1"}',
    });
  });

  it('hides why a verifier failed, and reports it', async () => {
    const authenticate = () => {
      throw new Error('the key is sk-1');
    };
    const { call, faults } = served({ write }, { authenticate });
    expect(await errorOf(call('write'))).toMatchObject({ code: Code.Internal, rawMessage: 'internal error' });
    expect(faults).toEqual([['the key is sk-1', 'notes.v1.Notes/Write']]);
  });

  it('cannot be served without authenticate', () => {
    expect(() => served({ write })).toThrow('notes.v1.Notes/Write needs a caller: give the option authenticate');
  });

  it('is the only kind that a guarded method may have', () => {
    const routes = (methods: Methods) => () =>
      rpcRoutes(notes, methods as RpcMethods<DescService, unknown, 'write'>, { authenticate: () => undefined }, [
        'write',
      ]);
    expect(routes(usual)).toThrow('notes.v1.Notes/Write needs a caller: make it with forCallers');
    expect(routes({ ...usual, write })).not.toThrow();
  });
});

it('answers unimplemented where no method is yet, and lists these at the start', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const { call, faults, outcomes } = served({ write: notImplementedMethods(notes)['write'] });
  expect(warn.mock.calls).toEqual([['notes.v1.Notes: not implemented yet: Write']]);
  expect(await errorOf(call('write'))).toMatchObject({
    code: Code.Unimplemented,
    rawMessage: 'notes.v1.Notes/Write is not implemented yet',
  });
  expect(faults).toEqual([]);
  expect(outcomes).toMatchObject([['notes.v1.Notes/Write', { kind: 'refused' }]]);
  warn.mockClear();
  served();
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
});

it('names a method that is missing, and one that streams', () => {
  const routes = (service: DescService, methods: Methods) => () =>
    rpcRoutes(service, methods as RpcMethods<DescService>);
  const lacks = 'the methods of notes.v1.Notes lack write';
  for (const write of [undefined, null, 'write', {}, { forCaller: 1 }])
    expect(routes(notes, { ...usual, write })).toThrow(lacks);
  expect(routes(serviceNamed('notes.v1.Streams'), { follow: () => ({}) })).toThrow(
    'notes.v1.Streams/Follow streams: serve it with a route of its own',
  );
});

describe('what a method throws', () => {
  it.each<[unknown, Code, string, kind: string, reported: readonly string[]]>([
    [
      new Refusal(404, 'there is none', { hint: 'look again' }),
      Code.NotFound,
      'there is none (look again)',
      'refused',
      [],
    ],
    [new Refusal(418, 'no'), Code.FailedPrecondition, 'no', 'refused', []],
    [new Refusal(499, 'no'), Code.FailedPrecondition, 'no', 'refused', []],
    [new Refusal(502, 'later'), Code.Unavailable, 'later', 'refused', ['later']],
    [new Refusal(503, 'later'), Code.Unavailable, 'later', 'refused', ['later']],
    [new Error('secret'), Code.Internal, 'internal error', 'fault', ['secret']],
    [new ConnectError('secret', Code.NotFound), Code.Internal, 'internal error', 'fault', ['[not_found] secret']],
    [undefined, Code.Internal, 'internal error', 'fault', [expect.any(String)]],
  ])('%s', async (thrown, code, rawMessage, kind, reported) => {
    const read = async () => {
      throw thrown;
    };
    const { call, faults, outcomes } = served({ read });
    expect(await errorOf(call('read'))).toMatchObject({ code, rawMessage });
    expect(faults).toEqual(reported.map((message) => [message, 'notes.v1.Notes/Read']));
    const error = thrown === undefined ? {} : { error: thrown };
    expect(outcomes).toEqual([['notes.v1.Notes/Read', { kind, milliseconds, ...error }]]);
  });

  it('may have headers', async () => {
    const read = () => {
      throw new Refusal(429, 'slower', { headers: { 'Retry-After': '5' } });
    };
    const error = await errorOf(served({ read }).call('read'));
    expect([error.code, error.metadata.get('retry-after')]).toEqual([Code.ResourceExhausted, '5']);
  });

  it('after the caller has left is not reported as a fault', async () => {
    const leaving = new AbortController();
    const ended = Promise.withResolvers<RpcOutcome>();
    const faults: Error[] = [];
    const read = async (_request: unknown, { signal }: RpcCall) => {
      leaving.abort();
      await new Promise((resolve) => (signal.aborted ? resolve(0) : signal.addEventListener('abort', resolve)));
      throw new Error('nobody listens');
    };
    const { call } = served(
      { read },
      { observe: (_call, outcome) => ended.resolve(outcome), onFault: (error) => faults.push(error) },
    );
    expect((await errorOf(call('read', {}, leaving.signal))).code).toBe(Code.Canceled);
    expect(await ended.promise).toMatchObject({ kind: 'left', error: { message: 'nobody listens' } });
    expect(faults).toEqual([]);
  });
});

it.each<[string, unknown]>([
  ['a number that is text', { count: 'one' }],
  ['bytes that are text', { data: 'text' }],
  ['nothing', undefined],
])('does not send %s', async (_what, answer) => {
  const { call, faults } = served({ read: () => answer });
  expect(await errorOf(call('read'))).toMatchObject({ code: Code.Internal, rawMessage: 'internal error' });
  expect(faults).toEqual([
    [expect.stringContaining('notes.v1.Notes/Read answered what is no notes.v1.Note'), 'notes.v1.Notes/Read'],
  ]);
});

it('survives an observer that throws', async () => {
  const observe = () => {
    throw new Error('broken');
  };
  const { call, faults } = served({}, { observe });
  expect(await call('read')).toMatchObject({ text: 'a' });
  expect(faults).toEqual([['broken', 'notes.v1.Notes/Read']]);
});

it.each([
  [400, Code.InvalidArgument],
  [401, Code.Unauthenticated],
  [403, Code.PermissionDenied],
  [404, Code.NotFound],
  [405, Code.Unimplemented],
  [408, Code.DeadlineExceeded],
  [409, Code.AlreadyExists],
  [413, Code.ResourceExhausted],
  [415, Code.InvalidArgument],
  [422, Code.InvalidArgument],
  [429, Code.ResourceExhausted],
  [502, Code.Unavailable],
  [503, Code.Unavailable],
  [418, Code.FailedPrecondition],
])('the status %i has its code', (status, code) => expect(codeOf(status)).toBe(code));
