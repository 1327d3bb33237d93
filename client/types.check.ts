/**
 * Type tests of the clients, which must not compile: `tsc` checks them and fails when one of the expected errors is
 * missing. Nothing here runs.
 */
import * as assistant from './assistant/index.ts';
import * as comment from './comment/index.ts';
import * as lending from './lending/index.ts';
import { type Keystore, signIn } from './sign-in/index.ts';
import * as swap from './swap/index.ts';
import { createRpcClient, type SwapRpcOptions } from './swap/rpc.ts';
import * as vault from './vault/index.ts';

declare const lend: lending.LendingClient;
declare const client: comment.CommentClient;
declare const trade: swap.SwapClient;
declare const safe: vault.VaultClient;
declare const bot: assistant.AssistantClient;
declare const keystore: Keystore;
declare const rpcOptions: SwapRpcOptions;
declare const exchange: (proof: object) => Promise<string>;

const follow_id = '8d1f0f64-3f5c-4b52-9b3e-0e0a4ad4c1d2';

/** Correct code, with types down to the last member. */
export async function right(): Promise<readonly (string | number | undefined)[]> {
  const { data, error, response } = await trade.GET('/pairs', { params: { query: { broker_id: follow_id } } });
  const order = await swap.unwrap(trade.GET('/orders/{follow_id}', { params: { path: { follow_id } } }));
  const state: 'Trading' | 'Rejected' | 'Done' = order.data.state;
  for await (const { created_at } of lending.paginate(lend, '/api/v1/transactions')) return [created_at];
  for await (const { reply_count } of comment.paginate(client, '/comments')) return [reply_count];
  for await (const { action } of vault.paginate(safe, '/flips', { params: { query: { limit: 3 } } })) return [action];
  if (error !== undefined) return [error.msg, response.status];
  return [data.ts, data.data.pair_count, state, lending.Action.Supply];
}

/** Code with one error at each place. */
export function wrong(): void {
  // @ts-expect-error there is no such path
  trade.GET('/pair');
  // @ts-expect-error the path has no such method
  trade.POST('/pairs');
  // @ts-expect-error no path of this service has the method
  trade.DELETE('/pairs');
  // @ts-expect-error the path needs its parameter
  trade.GET('/orders/{follow_id}');
  // @ts-expect-error the parameter has another name
  trade.GET('/orders/{follow_id}', { params: { path: { id: follow_id } } });
  // @ts-expect-error the parameter is text
  trade.GET('/orders/{follow_id}', { params: { path: { follow_id: 7 } } });
  // @ts-expect-error the query has no such member
  trade.GET('/transactions', { params: { query: { limt: 5 } } });
  // @ts-expect-error the limit is a number here
  trade.GET('/transactions', { params: { query: { limit: '5' } } });
  // @ts-expect-error the limit is text there
  lend.GET('/api/v1/transactions', { params: { query: { limit: 5 } } });
  // @ts-expect-error the options have no such member
  trade.GET('/pairs', { parms: {} });
  // @ts-expect-error the path has no body
  trade.GET('/pairs', { body: {} });
  // @ts-expect-error the body is needed
  client.POST('/comments');
  // @ts-expect-error the body has no such member
  client.POST('/comments', { body: { content: 'Ripe.', contents: 'Ripe.' } });
  // @ts-expect-error an amount is text
  trade.POST('/actions', { body: { action: '3,a', amount: 1 } });
  // @ts-expect-error there is no such order
  client.GET('/comments', { params: { query: { order_by: 'newest' } } });
  // @ts-expect-error the header is a number
  client.POST('/comments', { body: { content: 'Ripe.' }, params: { header: { 'X-COMMENT-SITE-ID': 'one' } } });
}

/** Incorrect uses of an answer. */
export async function wrongAnswers(): Promise<void> {
  const { data } = await trade.GET('/pairs');
  // @ts-expect-error it may have been a refusal
  data.ts;
  const pairs = await swap.unwrap(trade.GET('/pairs'));
  // @ts-expect-error the data has no such member
  pairs.data.pair;
  // @ts-expect-error a volume is text
  pairs.data.volume_24h * 2;
  // @ts-expect-error these are not paged
  vault.paginate(safe, '/cats');
  // @ts-expect-error this is another service
  vault.paginate(trade, '/vats');
  for await (const transaction of swap.paginate(trade, '/transactions')) {
    // @ts-expect-error a transaction has no such member
    transaction.symbol;
  }
  // @ts-expect-error a turn is waited for by its number
  assistant.waitForTurn(bot, { conversationId: follow_id, turnId: 'one' });
  // @ts-expect-error the member is text
  createRpcClient(rpcOptions).readOrder({ followId: 7 });
  // @ts-expect-error there is no such method
  createRpcClient(rpcOptions).readOrders({});
}

/** Incorrect construction of a client. */
export function wrongOptions(): void {
  // @ts-expect-error the address is needed
  swap.createClient({});
  // @ts-expect-error there is no such option
  swap.createClient({ baseUrl: 'http://127.0.0.1', tokens: 'abc' });
  // @ts-expect-error the application is needed
  assistant.createClient({ baseUrl: 'http://127.0.0.1' });
  // @ts-expect-error a site is chosen by number or slug
  comment.createClient({ baseUrl: 'http://127.0.0.1', site: {} });
  // @ts-expect-error a message is signed by something
  signIn({ domain: 'notes.example.org', uri: 'https://notes.example.org', address: '0x', exchange });
  // @ts-expect-error one of the two
  signIn({ type: 'NetworkToken', keystore, token: 'abc' });
  // @ts-expect-error there is no such method
  signIn({ type: 'Password', keystore });
}
