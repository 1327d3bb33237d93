/** The code of a user who calls the services: compiled, with several compilers, outside of the repository. */
import { createAccount } from '@wallet-services/client/account';
import * as assistant from '@wallet-services/client/assistant';
import * as assistantRpc from '@wallet-services/client/assistant/rpc';
import * as comment from '@wallet-services/client/comment';
import * as commentRpc from '@wallet-services/client/comment/rpc';
import * as lending from '@wallet-services/client/lending';
import * as lendingRpc from '@wallet-services/client/lending/rpc';
import { accessToken, type Keystore, signIn } from '@wallet-services/client/sign-in';
import * as swap from '@wallet-services/client/swap';
import * as swapRpc from '@wallet-services/client/swap/rpc';
import { decimal, nameOf } from '@wallet-services/client/values';
import * as vault from '@wallet-services/client/vault';
import * as vaultRpc from '@wallet-services/client/vault/rpc';

export async function calls(baseUrl: string, keystore: Keystore): Promise<readonly string[]> {
  const token = accessToken({ keystore });
  const lend = lending.createClient({ baseUrl, token });
  const trade = swap.createClient({ baseUrl, token, timeout: 1_000 });
  const safe = vault.createClient({ baseUrl, token });
  const { address, sign } = createAccount();
  const exchange = comment.login({ baseUrl });
  const commentClient = comment.createClient({
    baseUrl,
    token: signIn({ domain: 'd', uri: 'u:', address, sign, exchange }),
  });
  const bot = assistant.createClient({ baseUrl, appId: 'app' });

  const { data: markets } = await lending.unwrap(lend.GET('/api/v1/markets/all'));
  const sums: string[] = (markets ?? []).map(({ total_cash, reserves }) => decimal.add(total_cash, reserves));
  for await (const { action } of lending.paginate(lend, '/api/v1/transactions')) {
    const name: keyof typeof lending.Action | undefined = nameOf(lending.Action, action);
    sums.push(name ?? 'unknown');
  }
  for await (const { bid } of vault.paginate(safe, '/flips')) sums.push(bid);
  const { data, error } = await trade.GET('/pairs');
  if (error === undefined) sums.push(data.data.volume_24h);
  const { data: hits } = await assistant.unwrap(
    bot.GET('/indexes/search', { params: { query: { keywords: 'pears', n: 3 } } }),
  );
  const me = await comment.unwrap(commentClient.GET('/me'));
  // @ts-expect-error the types are there, and not any
  sums.push(me.data.id, hits?.[0]?.score);
  return sums;
}

export const rpc = [
  assistantRpc.createRpcClient({ baseUrl: '', appId: '' }).searchIndexes,
  commentRpc.createRpcClient({ baseUrl: '' }).readMe,
  lendingRpc.createRpcClient({ baseUrl: '' }).allMarkets,
  swapRpc.createRpcClient({ baseUrl: '' }).listPairs,
  vaultRpc.createRpcClient({ baseUrl: '' }).listVaults,
] as const;
