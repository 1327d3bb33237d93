/** The stubs of RPC methods, called through Connect. */
import { Code, ConnectError, createClient, createRouterTransport } from '@connectrpc/connect';
import { rpc } from '@wallet-services/contract/lending';
import * as vault from '@wallet-services/contract/vault/connect';
import { VaultService } from '@wallet-services/contract/vault/rpc';
import { forCallers, type RpcMethods, rpcRoutes } from '@wallet-services/runtime/rpc';
import { describe, expect, it, vi } from 'vitest';

type Methods = RpcMethods<typeof rpc.Lending, unknown>;

const usual: Methods = {
  allMarkets: () => ({ data: [{ symbol: 'BTC' }] }),
  priceRequest: () => ({ data: [] }),
  transactions: () => ({ data: [] }),
  payRequest: () => ({ url: 'wallet://pay' }),
};

async function errorOf(call: Promise<unknown>): Promise<ConnectError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ConnectError) return error;
  throw new Error('the call was answered');
}

it('answers with the members of a message', async () => {
  const client = createClient(rpc.Lending, createRouterTransport(rpcRoutes(rpc.Lending, usual)));
  expect((await client.allMarkets({})).data).toMatchObject([{ symbol: 'BTC' }]);
});

describe('the generated routes', () => {
  const authenticate = () => ({ id: 'mira' });

  it('serve a method that needs a credential only for callers', () => {
    const open = { ...vault.notImplemented, listMyVaults: async () => ({ vaults: [] }) };
    expect(() => vault.createRpcRoutes(open as unknown as vault.RpcMethods, { authenticate })).toThrow(
      'vault.v1.VaultService/ListMyVaults needs a caller: make it with forCallers',
    );
    const closed = { ...vault.notImplemented, listMyVaults: forCallers(async () => ({ vaults: [] })) };
    expect(() => vault.createRpcRoutes(closed)).toThrow(
      'vault.v1.VaultService/ListMyVaults needs a caller: give the option authenticate',
    );
  });

  it('answer unimplemented for missing methods, and list these at the start', async () => {
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
