/** Tests each client against the reference server, used like the installed package. */

import { createAccount } from '@wallet-services/client/account';
import * as assistant from '@wallet-services/client/assistant';
import { createRpcClient as assistantRpc } from '@wallet-services/client/assistant/rpc';
import * as comment from '@wallet-services/client/comment';
import { createRpcClient as commentRpc } from '@wallet-services/client/comment/rpc';
import * as lending from '@wallet-services/client/lending';
import { createRpcClient as lendingRpc } from '@wallet-services/client/lending/rpc';
import { accessToken, exchangeCode, signIn, signToken, startAuthorization } from '@wallet-services/client/sign-in';
import * as swap from '@wallet-services/client/swap';
import { createRpcClient as swapRpc } from '@wallet-services/client/swap/rpc';
import { serverThat } from '@wallet-services/client/testing/server';
import * as vault from '@wallet-services/client/vault';
import { createRpcClient as vaultRpc } from '@wallet-services/client/vault/rpc';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { demoApplications } from '@wallet-services/server/testing/assistant';
import { keystoreOf } from '@wallet-services/server/testing/wallet';
import { describe, expect, test } from 'vitest';
import { sharedServer } from './shared-server.ts';

const server = sharedServer();
const urlOf = (name: string) => `${server().httpUrl}/${name}`;
const mira = () => keystoreOf(server(), 'Mira');
const { unwrap } = lending;

async function all<Item>(items: AsyncIterable<Item>, most = Number.POSITIVE_INFINITY): Promise<Item[]> {
  const read: Item[] = [];
  for await (const item of items) {
    if (read.push(item) >= most) break;
  }
  return read;
}

const idsOf = (items: readonly { readonly id: unknown }[]) => items.map(({ id }) => id);

/** A new person, who signs messages with a new key. */
function newcomer(baseUrl = urlOf('comment')) {
  const { address, sign } = createAccount();
  const exchange = comment.login({ baseUrl });
  return signIn({ domain: 'notes.example.org', uri: 'https://notes.example.org', address, sign, exchange });
}

describe('lending', () => {
  test('lists markets, and creates a payment link', async () => {
    const client = lending.createClient({ baseUrl: urlOf('lending') });
    const { data: markets } = await unwrap(client.GET('/api/v1/markets/all'));
    expect(markets?.map(({ symbol }) => symbol)).toContain('BTC');
    const body = {
      memo_base64: 'AQA=',
      asset_id: markets?.[0]?.asset_id ?? '',
      amount: '0.5',
      trace_id: crypto.randomUUID(),
      follow_id: crypto.randomUUID(),
    };
    expect((await unwrap(client.POST('/api/v1/pay-requests', { body }))).url).toMatch(/^wallet:\/\/codes\//);
  });

  test('has the same transactions whatever the length of a page', async () => {
    const client = lending.createClient({ baseUrl: urlOf('lending') });
    const whole = await unwrap(client.GET('/api/v1/transactions'));
    const query = { limit: '7' };
    const paged = await all(lending.paginate(client, '/api/v1/transactions', { params: { query } }), 200);
    expect(paged.length).toBeGreaterThan(20);
    expect(idsOf(paged)).toEqual(idsOf(whole ?? []).slice(0, paged.length));
    expect(new Set(idsOf(paged)).size).toBe(paged.length);
  });

  test('answers over RPC', async () => {
    const client = lendingRpc({ baseUrl: server().httpUrl });
    expect((await client.allMarkets({})).data.length).toBeGreaterThan(1);
    expect((await client.transactions({ limit: 2 })).data).toHaveLength(2);
  });
});

describe('comment', () => {
  test('accepts a sign-in by a message that an account signs', async () => {
    const client = comment.createClient({ baseUrl: urlOf('comment'), token: newcomer() });
    const { data: me } = await unwrap(client.GET('/me'));
    expect(me.id).toBeGreaterThan(0);
    expect((await unwrap(client.GET('/users/{user_id}', { params: { path: { user_id: me.id } } }))).data).toEqual(me);
  });

  test('accepts a sign-in by a network token that a keystore signs', async () => {
    const exchange = comment.login({ baseUrl: urlOf('comment'), lang: 'en' });
    const token = signIn({ type: 'NetworkToken', keystore: mira(), exchange });
    const client = comment.createClient({ baseUrl: urlOf('comment'), token });
    expect((await unwrap(client.GET('/me'))).data.full_name).toMatch(/^Mira/);
  });

  test('is signed in to again after its token is rejected', async () => {
    const source = newcomer();
    source.reject(await source.token());
    const tokens = ['not.a.token'];
    const token = {
      token: async () => tokens.pop() ?? source.token(),
      reject: source.reject,
    };
    const client = comment.createClient({ baseUrl: urlOf('comment'), token });
    expect((await client.GET('/me')).response.status).toBe(200);
  });

  test('uses the site of the client, or that of the call', async () => {
    const site = { id: 21, slug: 'posts/août' };
    const client = comment.createClient({ baseUrl: urlOf('comment'), token: newcomer(), site });
    const { data: written } = await unwrap(client.POST('/comments', { body: { content: 'Ripe at last.' } }));
    expect(written).toMatchObject({ site_id: 21, slug: 'posts/août' });
    const query = { site_id: 21, slug: 'posts/other' };
    const { data: other } = await unwrap(
      client.POST('/comments', { body: { content: 'Not here.' }, params: { query } }),
    );
    expect(other.slug).toBe('posts/other');
    const listed = await all(comment.paginate(client, '/comments'));
    expect(idsOf(listed)).toEqual([written.id]);
    const path = { comment_id: written.id };
    await unwrap(client.PUT('/comments/{comment_id}/fav', { params: { path } }));
    const { data: read } = await unwrap(client.GET('/comments/{comment_id}', { params: { path } }));
    expect(read.favor_count).toBe(1);
  });

  test('has the same comments and replies whatever the length of a page', async () => {
    const client = comment.createClient({ baseUrl: urlOf('comment'), site: { id: 21 } });
    const whole = await unwrap(client.GET('/comments', { params: { query: { limit: 100 } } }));
    const paged = await all(comment.paginate(client, '/comments', { params: { query: { limit: 9 } } }), 100);
    expect(idsOf(paged)).toEqual(idsOf(whole.data.comments ?? []));
    const busy = paged.find(({ reply_count }) => reply_count > 1);
    const params = { path: { comment_id: busy?.id ?? 0 }, query: { limit: 1 } };
    const replies = await all(comment.paginate(client, '/comments/{comment_id}/replies', { params }));
    expect(replies).toHaveLength(busy?.reply_count ?? -1);
  });

  test('answers over RPC with the same token', async () => {
    const client = commentRpc({ baseUrl: server().httpUrl, token: newcomer() });
    expect((await client.readMe({})).data).toBeDefined();
  });
});

describe('swap', () => {
  test('has the same transactions whatever the length of a page', async () => {
    const client = swap.createClient({ baseUrl: urlOf('swap') });
    const whole = await unwrap(client.GET('/transactions', { params: { query: { limit: 500 } } }));
    const paged = await all(swap.paginate(client, '/transactions', { params: { query: { limit: 50 } } }), 200);
    expect(idsOf(paged)).toEqual(idsOf(whole.data.transactions ?? []).slice(0, paged.length));
    const last = paged.at(-1);
    const path = { base: last?.base_asset_id ?? '', quote: last?.quote_asset_id ?? '' };
    expect(await all(swap.paginate(client, '/transactions/{base}/{quote}', { params: { path } }), 3)).toHaveLength(3);
  });

  test('reads the transactions of the user of the keystore', async () => {
    const client = swap.createClient({ baseUrl: urlOf('swap'), token: accessToken({ keystore: mira() }) });
    const [any] = await all(swap.paginate(client, '/transactions'), 1);
    const path = { base: any?.base_asset_id ?? '', quote: any?.quote_asset_id ?? '' };
    const { response } = await client.GET('/transactions/{base}/{quote}/mine', { params: { path } });
    expect(response.status).toBe(200);
  });

  test('reports the status of a rejection', async () => {
    const client = swap.createClient({ baseUrl: urlOf('swap') });
    const params = { path: { follow_id: crypto.randomUUID() } };
    await expect(unwrap(client.GET('/orders/{follow_id}', { params }))).rejects.toMatchObject({ status: 401 });
  });

  test('answers over RPC', async () => {
    const client = swapRpc({ baseUrl: server().httpUrl, token: signIn({ type: 'NetworkToken', keystore: mira() }) });
    expect((await client.listPairs({})).data?.pairs.length).toBeGreaterThan(0);
    await expect(client.readOrder({ followId: crypto.randomUUID() })).rejects.toThrow('not_found');
  });
});

describe('vault', () => {
  test('has the same vaults and auctions whatever the length of a page', async () => {
    const token = accessToken({ keystore: mira() });
    const client = vault.createClient({ baseUrl: urlOf('vault'), token });
    const whole = await unwrap(client.GET('/vats', { params: { query: { limit: 500 } } }));
    const paged = await all(vault.paginate(client, '/vats', { params: { query: { limit: 11 } } }), 100);
    expect(idsOf(paged)).toEqual(idsOf(whole.data.vaults ?? []).slice(0, paged.length));
    expect(idsOf(await all(vault.paginate(client, '/flips'), 60))).toHaveLength(60);
    expect((await all(vault.paginate(client, '/me/vats'))).length).toBeGreaterThan(0);
  });

  test('answers over RPC', async () => {
    const client = vaultRpc({ baseUrl: server().httpUrl, token: accessToken({ keystore: mira() }) });
    expect((await client.listMyVaults({})).vaults.length).toBeGreaterThan(0);
  });
});

describe('assistant', () => {
  async function application() {
    const [first] = await demoApplications();
    if (first === undefined) throw new Error('there is no application');
    return { appId: first.app_id, appSecret: first.secret };
  }

  /** Posts a turn that takes some time. */
  async function posted(milliseconds: number) {
    const client = assistant.createClient({ baseUrl: urlOf('assistant'), ...(await application()) });
    const body = { bot_id: 2, user_identity: 'mira@shop.example.org' };
    const { data: conversation } = await unwrap(client.POST('/conversations', { body }));
    const { data: turn } = await unwrap(
      client.POST('/conversations/{conversation_id}', {
        params: { path: { conversation_id: conversation.id } },
        body: {
          content: 'Which pears keep?',
          bot_override: { middlewares: [{ name: 'delay', options: { ms: milliseconds } }] },
        },
      }),
    );
    return { client, which: { conversationId: conversation.id, turnId: turn.id } };
  }

  test('is waited for until a turn has its response', async () => {
    const { client, which } = await posted(300);
    expect(await assistant.waitForTurn(client, which)).toMatchObject({ id: which.turnId, status: 2 });
  });

  test('is waited for no longer than the limit', async () => {
    const { client, which } = await posted(PATIENCE);
    await expect(assistant.waitForTurn(client, { ...which, limit: 300 })).rejects.toMatchObject({ status: 408 });
  });

  test('accepts records with the secret, and finds them without it', async () => {
    const { appId, appSecret } = await application();
    const client = assistant.createClient({ baseUrl: urlOf('assistant'), appId, appSecret });
    const items = [
      { object_id: 'pears/1', category: 'plain-text' as const, data: 'Conference pears keep until March.' },
    ];
    await unwrap(client.POST('/indexes', { body: { items } }));
    const reader = assistant.createClient({ baseUrl: urlOf('assistant'), appId });
    const { data: hits } = await unwrap(
      reader.GET('/indexes/search', { params: { query: { keywords: 'conference pears' } } }),
    );
    expect(hits?.map(({ object_id }) => object_id)).toContain('pears/1');
    expect((await reader.POST('/indexes/reset')).response.status).toBe(401);
  });

  test('answers over RPC', async () => {
    const client = assistantRpc({ baseUrl: server().httpUrl, ...(await application()) });
    expect((await client.searchIndexes({ keywords: 'pears' })).data).toBeDefined();
    await client.deleteIndex({ objectId: 'pears/1' }).catch(() => undefined);
  });
});

test('a turn is requested again after each 408, until it exists', async () => {
  let requested = 0;
  const baseUrl = await serverThat((request, response) => {
    requested += 1;
    const query = new URL(request.url ?? '', 'http://x').searchParams;
    expect(query.get('block_until_response')).toBe('true');
    response.writeHead(requested < 3 ? 408 : 200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(requested < 3 ? {} : { ts: 1, data: { id: 5, status: 2 } }));
  });
  const client = assistant.createClient({ baseUrl, appId: 'a' });
  expect(await assistant.waitForTurn(client, { conversationId: 'c', turnId: 5 })).toMatchObject({ id: 5 });
  expect(requested).toBe(3);
});

describe('OAuth with PKCE', () => {
  const clientId = '1f8a2b3c-4d5e-4f60-8a7b-9c0d1e2f3a4b';
  const redirectUri = 'http://localhost:3000/sign-in';
  const authorization = () =>
    startAuthorization({
      authorizeUrl: `${server().networkUrl}/oauth/authorize`,
      clientId,
      scopes: ['PROFILE:READ', 'ASSETS:READ'],
      redirectUri,
    });

  /** Acts as the user's browser: submits a decision on the page, and is redirected back. */
  async function decide(url: string, decision: object): Promise<string> {
    const { origin, pathname, searchParams } = new URL(url);
    const response = await fetch(`${origin}${pathname}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...Object.fromEntries(searchParams), ...decision }),
    });
    const { data }: { data: { redirect_url: string } } = JSON.parse(await response.text());
    return data.redirect_url;
  }

  test('returns a token that signs in', async () => {
    const { url, ...kept } = await authorization();
    const callbackUrl = await decide(url, { user_id: mira().clientId });
    const tokenUrl = `${server().networkUrl}/oauth/token`;
    const { token, scopes } = await exchangeCode({ tokenUrl, clientId, callbackUrl, ...kept });
    expect(scopes).toEqual(['PROFILE:READ', 'ASSETS:READ']);
    const exchange = comment.login({ baseUrl: urlOf('comment') });
    const client = comment.createClient({
      baseUrl: urlOf('comment'),
      token: signIn({ type: 'NetworkToken', token, exchange }),
    });
    expect((await unwrap(client.GET('/me'))).data.full_name).toMatch(/^Mira/);
    await expect(exchangeCode({ tokenUrl, clientId, callbackUrl, ...kept })).rejects.toBeInstanceOf(
      comment.ServiceError,
    );
  });

  test('ends when the user does not approve, or the answer belongs to another request', async () => {
    const { url, ...kept } = await authorization();
    const tokenUrl = `${server().networkUrl}/oauth/token`;
    const callbackUrl = await decide(url, { decision: 'deny' });
    const refused = exchangeCode({ tokenUrl, clientId, callbackUrl, ...kept });
    await expect(refused).rejects.toThrow('the wallet did not approve: access_denied');
    const other = exchangeCode({ tokenUrl, clientId, callbackUrl, ...kept, state: 'another' });
    await expect(other).rejects.toThrow('this response belongs to another sign-in');
  });

  test('reports when the network does not answer, or not with a token', async () => {
    const kept = { clientId, state: 's', verifier: 'v', callbackUrl: `${redirectUri}?code=c&state=s` };
    const silent = await serverThat((request) => void request.resume());
    const call = exchangeCode({ ...kept, tokenUrl: silent, timeout: 50 });
    await expect(call).rejects.toMatchObject({ name: 'CallError', reason: 'timeout' });
    const empty = await serverThat((_request, response) => void response.end('{}'));
    await expect(exchangeCode({ ...kept, tokenUrl: empty })).rejects.toMatchObject({ reason: 'malformed' });
    const dead = exchangeCode({ ...kept, tokenUrl: 'http://127.0.0.1:1' });
    await expect(dead).rejects.toMatchObject({ reason: 'network' });
  });
});

test('a verifier sends its requests to the address of the network', async () => {
  const { createVerifier } = await import('@wallet-services/client/verify');
  const verifier = createVerifier({
    clientIds: ['1f8a2b3c-4d5e-4f60-8a7b-9c0d1e2f3a4b'],
    domains: ['notes.example.org'],
    networkApiUrl: server().networkUrl,
  });
  expect(await verifier.verifyToken(await signToken(mira()))).toMatchObject({ userId: mira().clientId });
  await expect(verifier.verifyToken('not.a.token')).rejects.toMatchObject({ status: 401 });
});
