import { operations as assistantOperations } from '@wallet-services/contract/assistant';
import { operations as commentOperations } from '@wallet-services/contract/comment';
import { operations as lendingOperations } from '@wallet-services/contract/lending';
import { operations as swapOperations } from '@wallet-services/contract/swap';
import { operations as vaultOperations } from '@wallet-services/contract/vault';
import { describe, expect, test } from 'vitest';
import * as assistant from '../assistant/rpc.ts';
import * as comment from '../comment/rpc.ts';
import * as lending from '../lending/rpc.ts';
import * as swap from '../swap/rpc.ts';
import { scripted } from '../testing/server.ts';
import * as vault from '../vault/rpc.ts';

/** A fetch that records its arguments. */
function recording(answer: () => Response) {
  const requests: { readonly url: string; readonly headers: Headers }[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    requests.push({ url: String(input), headers: new Headers(init?.headers) });
    return answer();
  };
  return { fetch, requests };
}

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });

type Calls = Readonly<Record<string, (message: object) => Promise<unknown>>>;

/** The methods that a credential is sent with. */
async function methodsWith(header: string, make: (options: { baseUrl: string; fetch: typeof fetch }) => object) {
  const { fetch, requests } = recording(() => json({}));
  const client = make({ baseUrl: 'http://rpc.test', fetch }) as Calls;
  for (const call of Object.values(client)) await call({});
  return requests.filter(({ headers }) => headers.has(header)).map(({ url }) => url.replace(/.*\//, ''));
}

/** The operations that take a credential, named as methods. */
function operationsWith(operations: object, scheme: string): string[] {
  return Object.values(operations as Record<string, { id: string; security: readonly (readonly string[])[] }>)
    .filter(({ security }) => security.flat().includes(scheme))
    .map(({ id }) => `${id.charAt(0).toUpperCase()}${id.slice(1)}`);
}

describe('a credential is sent with the methods of the operations that take it', () => {
  test.each([
    [
      'swap',
      swapOperations,
      'AccessToken',
      'authorization',
      (o: swap.SwapRpcOptions) => swap.createRpcClient({ ...o, token: 'abc' }),
    ],
    [
      'vault',
      vaultOperations,
      'AccessToken',
      'authorization',
      (o: vault.VaultRpcOptions) => vault.createRpcClient({ ...o, token: 'abc' }),
    ],
    [
      'comment',
      commentOperations,
      'CommentToken',
      'authorization',
      (o: comment.CommentRpcOptions) => comment.createRpcClient({ ...o, token: 'abc' }),
    ],
  ] as const)('in %s', async (_name, operations, scheme, header, make) => {
    expect((await methodsWith(header, make)).toSorted()).toEqual(operationsWith(operations, scheme).toSorted());
  });

  test('in lending, whose methods have names of their own', async () => {
    const make = (options: object) => lending.createRpcClient({ baseUrl: 'http://rpc.test', ...options, token: 'abc' });
    const methods = ['AllMarkets', 'PayRequest', 'PriceRequest', 'Transactions'];
    expect((await methodsWith('authorization', make)).toSorted()).toEqual(methods);
  });

  test.each([
    ['AppId', 'x-assistant-appid'],
    ['AppSecret', 'x-assistant-secret'],
  ])('in assistant, %s', async (scheme, header) => {
    const make = (options: object) =>
      assistant.createRpcClient({ baseUrl: 'http://rpc.test', ...options, appId: 'app', appSecret: 'secret' });
    expect((await methodsWith(header, make)).toSorted()).toEqual(
      operationsWith(assistantOperations, scheme).toSorted(),
    );
  });
});

test.each([
  ['assistant', assistantOperations, assistant.createRpcClient, ['DeleteIndex']],
  ['comment', commentOperations, comment.createRpcClient, ['FavorComment', 'UnfavorComment']],
  ['lending', lendingOperations, lending.createRpcClient, ['AllMarkets', 'PriceRequest', 'Transactions']],
  ['swap', swapOperations, swap.createRpcClient, []],
  ['vault', vaultOperations, vault.createRpcClient, []],
] as const)(
  'in %s, the methods that read, and those without a further effect, are repeated',
  async (_name, operations, make, others) => {
    const { fetch, requests } = recording(() => json({ code: 'unavailable', message: 'later' }, 503));
    const client = (make as (options: object) => unknown)({ baseUrl: 'http://rpc.test', fetch, delay: 0 }) as Calls;
    for (const call of Object.values(client)) await expect(call({})).rejects.toThrow('later');
    const times = Map.groupBy(requests, ({ url }) => url.replace(/.*\//, ''));
    const repeated = [...times].filter(([, all]) => all.length > 1).map(([method]) => method);
    const reading = Object.values(operations as Record<string, { id: string; method: string }>)
      .filter(({ method }) => method === 'get')
      .map(({ id }) => `${id.charAt(0).toUpperCase()}${id.slice(1)}`)
      .filter((method) => times.has(method));
    expect(times.size).toBe(Object.keys(client).length);
    expect(repeated.toSorted()).toEqual([...reading, ...others].toSorted());
  },
);

test('a token is renewed once when it is rejected', async () => {
  const rejected: string[] = [];
  const token = {
    token: async () => `token-${rejected.length + 1}`,
    reject: (text: string) => rejected.push(text),
  };
  const refusal = () => json({ code: 'unauthenticated', message: 'no' }, 401);
  const { fetch, requests } = recording(refusal);
  const client = swap.createRpcClient({ baseUrl: 'http://rpc.test', fetch, token });
  await expect(client.listMyTransactions({})).rejects.toThrow('[unauthenticated] no');
  expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer token-1', 'Bearer token-2']);
});

test('only repeatable calls are repeated, when the service cannot be reached', async () => {
  const { baseUrl, requests } = await scripted({ status: 503 });
  const client = swap.createRpcClient({ baseUrl, delay: 1 });
  await expect(client.listPairs({})).rejects.toThrow('unavailable');
  expect(requests).toHaveLength(3);
  await expect(client.createAction({})).rejects.toThrow('unavailable');
  expect(requests).toHaveLength(4);
});

test('a call ends after its time limit', async () => {
  const { baseUrl } = await scripted({ silent: true });
  await expect(swap.createRpcClient({ baseUrl, timeout: 30 }).listPairs({})).rejects.toThrow('deadline_exceeded');
});
