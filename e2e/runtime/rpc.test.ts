/** The stubs of RPC methods, called through Connect. */
import { type Client, Code, ConnectError, createClient, createRouterTransport } from '@connectrpc/connect';
import { rpc } from '@wallet-services/contract/lending';
import * as vault from '@wallet-services/contract/vault/connect';
import { VaultService } from '@wallet-services/contract/vault/rpc';
import { forCallers, Refusal, type RpcMethods, type RpcOptions, rpcRoutes } from '@wallet-services/runtime/rpc';
import { describe, expect, it, vi } from 'vitest';

type Methods = RpcMethods<typeof rpc.Lending, unknown>;

const usual: Methods = {
  allMarkets: () => ({ data: [{ symbol: 'BTC' }] }),
  priceRequest: () => ({ data: [] }),
  transactions: () => ({ data: [] }),
  payRequest: () => ({ url: 'wallet://pay' }),
};

/** A client of the methods, and what became known of its calls. */
function served(methods: Partial<Methods>, options: Partial<RpcOptions<unknown>> = {}) {
  const faults: Error[] = [];
  const outcomes: string[] = [];
  const routes = rpcRoutes(
    rpc.Lending,
    { ...usual, ...methods },
    {
      onFault: (error) => faults.push(error),
      observe: ({ method }, { kind }) => outcomes.push(`${method} ${kind}`),
      ...options,
    },
  );
  const client: Client<typeof rpc.Lending> = createClient(rpc.Lending, createRouterTransport(routes));
  return { client, faults, outcomes };
}

async function errorOf(call: Promise<unknown>): Promise<ConnectError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ConnectError) return error;
  throw new Error('the call was answered');
}

it('answers with the members of a message', async () => {
  const { client, faults, outcomes } = served({});
  expect((await client.allMarkets({})).data).toMatchObject([{ symbol: 'BTC' }]);
  expect([faults, outcomes]).toEqual([[], ['lending.v1.Lending/AllMarkets answered']]);
});

describe('a method for callers', () => {
  const payRequest = forCallers<{ traceId: string }, { url: string }, unknown>((_request, caller) => ({
    url: JSON.stringify(caller),
  }));

  it.each([undefined, null, false])('is not called when authenticate returns %s', async (caller) => {
    const { client, faults, outcomes } = served({ payRequest }, { authenticate: () => caller });
    expect((await errorOf(client.payRequest({}))).code).toBe(Code.Unauthenticated);
    expect([faults, outcomes]).toEqual([[], ['lending.v1.Lending/PayRequest refused']]);
  });

  it('is given the caller', async () => {
    const { client } = served(
      { payRequest },
      { authenticate: async ({ headers }) => ({ token: headers.get('authorization') }) },
    );
    const { url } = await client.payRequest({}, { headers: { authorization: 'Bearer 1' } });
    expect(url).toBe('{"token":"Bearer 1"}');
  });

  it('hides why a verifier failed, and reports it', async () => {
    const authenticate = () => {
      throw new Error('the key is sk-1');
    };
    const { client, faults } = served({ payRequest }, { authenticate });
    expect(await errorOf(client.payRequest({}))).toMatchObject({ code: Code.Internal, rawMessage: 'internal error' });
    expect(faults).toMatchObject([{ message: 'the key is sk-1' }]);
  });

  it('cannot be served without authenticate', () => {
    expect(() => served({ payRequest })).toThrow('lending.v1.Lending/PayRequest needs a caller');
  });
});

describe('the generated routes', () => {
  const authenticate = () => ({ id: 'mira' });

  it('serve a method whose operation needs a credential for callers alone', () => {
    const open = { ...vault.notImplemented, listMyVaults: async () => ({ vaults: [] }) };
    expect(() => vault.createRpcRoutes(open as unknown as vault.RpcMethods, { authenticate })).toThrow(
      'vault.v1.VaultService/ListMyVaults needs a caller: make it with forCallers',
    );
    const closed = { ...vault.notImplemented, listMyVaults: forCallers(async () => ({ vaults: [] })) };
    expect(() => vault.createRpcRoutes(closed)).toThrow(
      'vault.v1.VaultService/ListMyVaults needs a caller: give the option authenticate',
    );
  });

  it('answer unimplemented where no method is yet, and list these at the start', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const observe = vi.fn();
    const onFault = vi.fn();
    const methods = { ...vault.notImplemented, readTime: async () => ({}) };
    const routes = vault.createRpcRoutes(methods, { observe, onFault });
    expect(warn.mock.calls.join()).toMatch(/^vault\.v1\.VaultService: not implemented yet: ReadInfo, ListAssets, /);
    expect(warn.mock.calls.join()).not.toContain('ReadTime');
    const client = createClient(VaultService, createRouterTransport(routes));
    expect(await errorOf(client.listMyVaults({}))).toMatchObject({
      code: Code.Unimplemented,
      rawMessage: 'vault.v1.VaultService/ListMyVaults is not implemented yet',
    });
    expect(observe.mock.lastCall?.[1]).toMatchObject({ kind: 'refused' });
    expect(onFault).not.toHaveBeenCalled();
  });
});

describe('what a method throws', () => {
  it.each([
    [new Refusal(404, 'there is none', { hint: 'look again' }), Code.NotFound, 'there is none (look again)', 0],
    [new Refusal(418, 'no'), Code.FailedPrecondition, 'no', 0],
    [new Refusal(503, 'later'), Code.Unavailable, 'later', 1],
    [new Error('secret'), Code.Internal, 'internal error', 1],
    [new ConnectError('secret', Code.NotFound), Code.Internal, 'internal error', 1],
    [undefined, Code.Internal, 'internal error', 1],
  ])('%s', async (thrown, code, rawMessage, reported) => {
    const { client, faults } = served({
      async allMarkets() {
        throw thrown;
      },
    });
    expect(await errorOf(client.allMarkets({}))).toMatchObject({ code, rawMessage });
    expect(faults).toHaveLength(reported);
  });
});

it.each<[string, unknown]>([
  ['a number that is text', { data: [{ version: 1, action: 'one' }] }],
  ['bytes that are text', { data: [{ data: 'text' }] }],
  ['nothing', undefined],
])('does not send %s', async (_what, answer) => {
  const { client, faults } = served({ transactions: () => answer as { data: [] } });
  expect(await errorOf(client.transactions({}))).toMatchObject({ code: Code.Internal, rawMessage: 'internal error' });
  expect(faults).toMatchObject([
    { message: expect.stringContaining('lending.v1.Lending/Transactions answered what is no lending.v1.') },
  ]);
});

it('survives an observer and a logger that throw', async () => {
  const fail = () => {
    throw new Error('broken');
  };
  const { client, faults } = served({}, { observe: fail });
  expect((await client.allMarkets({})).data).toHaveLength(1);
  expect(faults).toMatchObject([{ message: 'broken' }]);
});

it('names a method that is missing', () => {
  const { allMarkets: _, ...methods } = usual;
  expect(() => rpcRoutes(rpc.Lending, methods as Methods)).toThrow('the methods of lending.v1.Lending lack allMarkets');
});
