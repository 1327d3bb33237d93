import type { Action, PairSummary, TransactionPage } from '@wallet-services/contract/swap';
import { describe, expect, test } from 'vitest';
import { exampleRequest, readDocument } from '../contract/index.ts';
import { call, post, VALIDATORS } from '../testing/server.ts';
import {
  ANSWERED,
  BTC,
  ETH,
  everyTransaction,
  GUSD,
  HARBOR,
  MIRA,
  SOL,
  servedSwap,
  sharedSwap,
  USDC,
} from '../testing/swap.ts';
import { openMemo } from './operations/actions/memo.ts';
import { sandboxGroupKey } from './seed/seed.ts';

const document = await readDocument('swap');

/** The error form with a code. */
const refusal = (code: number, reason: string | RegExp = /\w/) => ({
  status: code,
  body: { code, msg: expect.stringMatching(reason) },
});

const FOLLOW = '0f5c4d3b-2a19-4807-96f5-e4d3c2b1a098';
const MIRA_ORDER = 'a3c5e7f9-1b2d-4f60-8a7c-9e0d1f2a3b4c';

describe.each(VALIDATORS)('swap over HTTP, validated by %s', (validator) => {
  const served = sharedSwap({ validator });

  test('answers are JSON, in an envelope with the time in milliseconds', async () => {
    for (const path of ['/info', '/assets', '/pairs', '/cmc/pairs', '/stats/markets', '/transactions']) {
      const { status, headers, body } = await served().get(path);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(body).toMatchObject({ ts: ANSWERED, data: expect.anything() });
    }
  });

  describe('the caller', () => {
    const own = `/transactions/${BTC}/${USDC}/mine`;

    test('is required for orders and own transactions only', async () => {
      for (const path of [own, `/orders/${MIRA_ORDER}`]) {
        expect(await served().get(path)).toMatchObject(refusal(401));
        expect((await served().get(path, 'Mira')).status).toBe(200);
      }
    });

    test.each(['Bearer', 'Bearer nonsense', 'Basic bWlyYTpzZWNyZXQ=', 'Token x', `Bearer ${'x'.repeat(9_000)}`])(
      'is refused with Authorization: %.20s',
      async (Authorization) => {
        for (const path of [own, `/orders/${MIRA_ORDER}`]) {
          expect(await call(`${served().api}${path}`, { headers: { Authorization } })).toMatchObject(refusal(401));
        }
      },
    );

    test('is rejected with a token that has expired, or is for something else', async () => {
      const { api, tokenOf } = served();
      const yesterday = () => ANSWERED - 86_400_000;
      for (const options of [
        { clock: yesterday },
        { path: '/assets' },
        { method: 'POST' },
        { scope: 'PROFILE:READ' },
      ]) {
        const headers = { Authorization: `Bearer ${await tokenOf('Mira', options)}` };
        expect(await call(`${api}${own}`, { headers })).toMatchObject(refusal(401));
      }
    });

    test('filters the list', async () => {
      const all = await everyTransaction(served(), `/transactions/${BTC}/${USDC}`);
      const jonas = new Set<string>();
      for (const { id } of (await served().read<TransactionPage>(`${own}?limit=500`, 'Jonas')).transactions ?? []) {
        jonas.add(id);
      }
      const aiko = (await served().read<TransactionPage>(`${own}?limit=500`, 'Aiko')).transactions ?? [];
      expect(jonas.size).toBeGreaterThan(5);
      expect(aiko.length).toBeGreaterThan(5);
      expect(aiko.some(({ id }) => jonas.has(id))).toBe(false);
      expect(all.filter(({ id }) => jonas.has(id))).toHaveLength(jonas.size);
      expect(await served().read(own, 'Orchard Notes')).toMatchObject({ transactions: [] });
    });

    test("filters orders: another user's does not exist", async () => {
      expect(await served().get(`/orders/${MIRA_ORDER}`, 'Jonas')).toMatchObject(refusal(404));
      expect(await served().get(`/orders/${FOLLOW}`, 'Mira')).toMatchObject(refusal(404));
      expect(await served().get('/orders/nonsense', 'Mira')).toMatchObject(refusal(400));
      const { status } = await served().get(`/orders/${MIRA_ORDER.toUpperCase()}`, 'Mira');
      expect(status).toBe(200);
    });
  });

  describe('a page of transactions', () => {
    const LISTS = ['/transactions', `/transactions/${BTC}/${USDC}`, `/transactions/${ETH}/${BTC}`];

    test.each(LISTS)('of %s continues after the previous one', async (path) => {
      const whole = await everyTransaction(served(), path);
      expect(whole.length).toBeGreaterThan(60);
      for (const limit of [7, 60, whole.length - 1]) {
        expect(await everyTransaction(served(), path, limit)).toEqual(whole);
      }
    });

    test('reports whether there is another one', async () => {
      const path = `/transactions/${ETH}/${BTC}`;
      const count = (await everyTransaction(served(), path)).length;
      const page = await served().read<TransactionPage>(`${path}?limit=${count}`);
      expect(page.pagination).toEqual({ next_cursor: '', has_next: false });
      const shorter = await served().read<TransactionPage>(`${path}?limit=${count - 1}`);
      expect(shorter.pagination).toEqual({ next_cursor: expect.stringMatching(/^\d+$/), has_next: true });
    });

    test.each([
      ['', 20],
      ['?limit=1', 1],
      ['?limit=500', 500],
      ['?limit=501', 500],
      ['?limit=99999999999999999999', 500],
      ['?limit=3&unknown=1', 3],
    ])('%s has %d entries', async (query, length) => {
      const page = await served().read<TransactionPage>(`/transactions${query}`);
      expect(page.transactions).toHaveLength(length);
      for (const transaction of page.transactions ?? []) {
        expect(transaction).toMatchObject({ value: expect.any(String), follow_id: expect.any(String) });
        expect(transaction).not.toHaveProperty('user_id');
      }
    });

    test.each(['limit=0', 'limit=-1', 'limit=1.5', 'limit=ten', 'limit=', 'limit=1&limit=2'])(
      '%s is refused',
      async (query) => {
        for (const path of LISTS) expect(await served().get(`${path}?${query}`)).toMatchObject(refusal(400));
      },
    );

    test.each(['cursor=1', 'cursor=-1', 'cursor=0', 'cursor=80414', 'cursor=99999999999999999999', 'cursor=x'])(
      '%s is refused',
      async (query) => {
        for (const path of LISTS) expect(await served().get(`${path}?${query}`)).toMatchObject(refusal(400));
      },
    );

    test('is rejected with the cursor of another list', async () => {
      // Transaction 80412 belongs to ETH/USDC.
      expect((await served().get(`/transactions/${ETH}/${USDC}?cursor=80412`)).status).toBe(200);
      expect(await served().get(`/transactions/${BTC}/${USDC}?cursor=80412`)).toMatchObject(refusal(400));
    });

    test('of a pair contains that pair only', async () => {
      for (const { base_asset_id, quote_asset_id } of await everyTransaction(served(), `/transactions/${ETH}/${BTC}`)) {
        expect([base_asset_id, quote_asset_id]).toEqual([ETH, BTC]);
      }
    });
  });

  describe('a pair in a path', () => {
    const PATHS = ['/transactions/:pair', '/stats/markets/:pair', '/stats/markets/:pair/kline/v2'];

    test('must be one of the group, in its order', async () => {
      for (const path of PATHS) {
        const at = (pair: string) => served().get(path.replace(':pair', pair));
        expect((await at(`${BTC.toUpperCase()}/${USDC}`)).status).toBe(200);
        expect(await at(`${USDC}/${BTC}`)).toMatchObject(refusal(404, 'there is no pair'));
        expect(await at(`${BTC}/${FOLLOW}`)).toMatchObject(refusal(404, 'there is no pair'));
        expect(await at(`btc/${USDC}`)).toMatchObject(refusal(400));
      }
    });

    test('may be empty', async () => {
      expect(await served().read(`/stats/markets/${BTC}/${SOL}`)).toEqual([]);
      expect(await served().read(`/stats/markets/${USDC}/${GUSD}/kline/v2`)).toEqual([]);
    });
  });

  describe('a broker', () => {
    test('that does not exist is rejected, and an empty one is the default one', async () => {
      expect(await served().get(`/pairs?broker_id=${FOLLOW}`)).toMatchObject(refusal(400, 'no broker'));
      expect(await served().get('/pairs?broker_id=harbor')).toMatchObject(refusal(400));
      const action = `3,${MIRA},${FOLLOW},${BTC},,`;
      expect(await served().act({ action, broker_id: FOLLOW })).toMatchObject(refusal(400, 'no broker'));
      for (const broker of [{}, { broker_id: '' }, { broker_id: HARBOR }]) {
        expect((await served().act({ action, ...broker })).status).toBe(200);
      }
      expect((await served().get('/pairs?broker_id=')).status).toBe(200);
    });

    test('of an action may be given in the query as well', async () => {
      const action = { action: `3,${MIRA},${FOLLOW},${BTC},,` };
      const statusFor = async (broker: string) =>
        (await post(`${served().api}/actions?broker_id=${broker}`, action)).status;
      expect(await statusFor(HARBOR)).toBe(200);
      expect(await statusFor('')).toBe(200);
      expect(await statusFor(FOLLOW)).toBe(400);
    });

    test('has a selection of the pairs, with the same tokens', async () => {
      const all = await served().pairs();
      const some = await served().read<PairSummary>(`/pairs?broker_id=${HARBOR.toUpperCase()}`);
      expect(all).not.toHaveProperty('whitelists');
      expect(some.whitelists).toEqual([BTC, USDC]);
      expect(all.pairs).toEqual(expect.arrayContaining(some.pairs ?? []));
      expect(some.pair_count).toBe(1);
    });

    test('authorizes a wallet with a code of the network', async () => {
      const { server, api } = served();
      const grant = async (name: 'Harbor' | 'Tidewater Exchange') => {
        const client_id = server.keystores.find((known) => known.name.startsWith(name))?.clientId;
        const requested = { client_id, scope: 'PROFILE:READ ASSETS:READ', user_id: MIRA };
        const { body } = await post(`${server.networkUrl}/oauth/authorize`, requested);
        return (body as { data: { code: string } }).data.code;
      };
      const alternate = { broker_id: HARBOR, label: 'harbor' };
      const code = await grant('Harbor');
      const answer = await post(`${api}/oauth`, { ...alternate, code });
      expect(answer).toMatchObject({
        status: 200,
        body: { ts: ANSWERED, data: { scope: 'PROFILE:READ ASSETS:READ', token: expect.stringMatching(/^ey/) } },
      });
      const { token } = (answer.body as { data: { token: string } }).data;
      const own = await call(`${api}/orders/${MIRA_ORDER}`, { headers: { Authorization: `Bearer ${token}` } });
      expect(own.status).toBe(200);

      // A code is valid once, and for its broker only.
      expect(await post(`${api}/oauth`, { ...alternate, code })).toMatchObject(refusal(401));
      expect(await post(`${api}/oauth`, { code: await grant('Harbor') })).toMatchObject(refusal(401));
      expect(await post(`${api}/oauth`, { code: await grant('Tidewater Exchange') })).toMatchObject({ status: 200 });
    });

    test('authorizes with the request of the example, repeatedly', async () => {
      const example = exampleRequest<object>(document, 'authorizeWallet');
      for (const attempt of [1, 2]) {
        const answer = await post(`${served().api}/oauth`, example);
        expect([attempt, answer]).toMatchObject([
          attempt,
          { status: 200, body: { data: { scope: expect.any(String) } } },
        ]);
      }
    });

    test.each([
      [{ broker_id: HARBOR, code: 'x' }, 400],
      [{ label: 'harbor', code: 'x' }, 400],
      [{ broker_id: HARBOR, label: 'haven', code: 'x' }, 400],
      [{ broker_id: FOLLOW, label: 'harbor', code: 'x' }, 400],
      [{ broker_id: 'harbor', label: 'harbor', code: 'x' }, 400],
      [{ broker_id: HARBOR, label: 'harbor' }, 400],
      [{ broker_id: HARBOR, label: 'harbor', code: '' }, 400],
      [{ broker_id: HARBOR, label: 'harbor', code: 7 }, 400],
      [{ broker_id: HARBOR, label: 'harbor', code: 'unknown' }, 401],
      [{ code: 'unknown' }, 401],
      [{}, 400],
    ])('does not authorize with %j', async (body, status) => {
      expect(await post(`${served().api}/oauth`, body)).toMatchObject(refusal(status));
    });
  });

  describe('an action', () => {
    const action = `3,${MIRA},${FOLLOW},${BTC},,0.08`;

    test.each(['with-payment', 'without-payment'])('is answered as in the example %s', async (name) => {
      const request = exampleRequest<{ action: string }>(document, 'createAction', name);
      const { status, body } = await served().act(request);
      expect(status).toBe(200);
      const { data } = body as { data: Action };
      expect(data.follow_id).toBe(MIRA_ORDER);
      expect(openMemo(sandboxGroupKey(), data.action)).toBe(request.action);
      if (name === 'with-payment') expect(data.code_url).toBe(`wallet://codes/${data.code}`);
    });

    test.each([
      {},
      { amount: '1.2' },
      { asset_id: ETH },
      { amount: '', asset_id: ETH },
      { amount: '1.2', asset_id: '' },
      { amount: '', asset_id: '' },
    ])('has no payment code with %j', async (payment) => {
      const { status, body } = await served().act({ action, ...payment });
      expect(status).toBe(200);
      expect(Object.keys((body as { data: object }).data).toSorted()).toEqual(['action', 'follow_id']);
    });

    test('has a payment code with amount and asset, which the wallet network finds', async () => {
      const { body } = await served().act({ action, amount: '1.20', asset_id: ETH.toUpperCase() });
      const { data } = body as { data: Action };
      const { networkUrl } = served().server;
      const { body: code } = await call(`${networkUrl}/codes/${data.code}`);
      expect(code).toMatchObject({ asset_id: ETH, amount: '1.2', follow_id: FOLLOW, memo_base64: data.action });
      // The quote uses the best route: one pool, one fee.
      expect(openMemo(sandboxGroupKey(), data.action)).toBe(`3,${MIRA},${FOLLOW},${BTC},DLg5p,0.08`);
    });

    test('gets a follow id when it has none', async () => {
      const { body } = await served().act({ action: `3,${MIRA},,${BTC},,` });
      const { data } = body as { data: Action };
      expect(data.follow_id).toMatch(/^[0-9a-f-]{36}$/);
      expect(openMemo(sandboxGroupKey(), data.action)).toContain(data.follow_id);
    });

    test('with the same trace id and content is the same', async () => {
      const { api } = await servedSwap({ validator });
      const paid = { action: `3,${MIRA},,${BTC},,`, amount: '1', asset_id: ETH, trace_id: FOLLOW };
      const first = await post(`${api}/actions`, paid);
      const again = await Promise.all([
        post(`${api}/actions`, { ...paid, amount: '1.000' }),
        post(`${api}/actions`, { ...paid, trace_id: FOLLOW.toUpperCase() }),
      ]);
      for (const { status, body } of again) expect({ status, body }).toEqual({ status: 200, body: first.body });
      expect(await post(`${api}/actions`, { ...paid, amount: '2' })).toMatchObject(refusal(409));
      expect(await post(`${api}/actions`, { ...paid, broker_id: HARBOR })).toMatchObject(refusal(409));
    });

    test.each([
      { action: 'swap everything' },
      { action: '' },
      { action: `0,${MIRA},${FOLLOW}` },
      { action: 7 },
      { action, amount: '-1' },
      { action, amount: '0' },
      { action, amount: '1e3' },
      { action, amount: '0.000000001' },
      { action, amount: 1 },
      { action, amount: '1', asset_id: 'eth' },
      { action, amount: '1', asset_id: FOLLOW },
      { action, amount: '0.00000001', asset_id: USDC },
      { action, amount: '1', asset_id: BTC },
      { action, trace_id: 'x' },
      { action, broker_id: 'x' },
      { action: `3,${MIRA},${FOLLOW},${FOLLOW},,` },
      { action: `3,${MIRA},${FOLLOW},${BTC},nonsense,` },
      { action: `3,${MIRA},${FOLLOW},${SOL},Lg7mZ,` },
      { action: `3,${MIRA},${FOLLOW},${BTC},Lg7mZ,`, amount: '1', asset_id: USDC },
      { action: `1,${MIRA},${FOLLOW},${SOL},0.1,60`, amount: '1', asset_id: ETH },
      { action: `1,${MIRA},${FOLLOW},${FOLLOW},0.1,60` },
      { action: `2,${MIRA},${FOLLOW}`, amount: '1', asset_id: ETH },
    ])('is rejected as %j', async (body) => {
      expect(await served().act(body)).toMatchObject(refusal(400));
    });

    test('is rejected with an invalid token', async () => {
      const headers = { Authorization: 'Bearer nonsense' };
      expect(await post(`${served().api}/actions`, { action }, headers)).toMatchObject(refusal(401));
      const good = { Authorization: `Bearer ${await served().tokenOf('Mira')}` };
      expect((await post(`${served().api}/actions`, { action }, good)).status).toBe(200);
    });
  });
});
