import type { Market, PayRequest, Transaction } from '@wallet-services/contract/lending';
import { describe, expect, test } from 'vitest';
import { exampleAnswer, readDocument } from '../contract/index.ts';
import type { ServerOptions } from '../index.ts';
import { call, post, sharedTestServer, testServer, VALIDATORS } from '../testing/server.ts';

const SUPPLY = '2021-08-17T11:14:49.123456789Z';

const payment: PayRequest = {
  asset_id: '4a6f0a1c-5f0b-3c7d-9d8e-2b1c8f7a6e51',
  amount: '0.5',
  trace_id: 'b5f3f2a4-7a6e-4c19-9a6b-4d2f7a2f3f50',
  follow_id: '0f5c4d3b-2a19-4807-96f5-e4d3c2b1a098',
  memo_base64: 'AQAPXE07KhlIB5b15NPCsaCY',
};

/** The error form with a code. */
const refusal = (code: number) => ({
  status: code,
  body: { code, msg: expect.stringMatching(/\w/) },
});

describe.each(VALIDATORS)('lending over HTTP, validated by %s', (validator) => {
  const reading = sharedTestServer({ validator });

  /** @param options for a separate server; without them the shared server is used */
  async function served(options?: ServerOptions) {
    const { httpUrl } = await (options === undefined ? reading() : testServer({ validator, ...options }));
    const api = `${httpUrl}/lending/api/v1`;
    const transactions = async (query: string) => (await call(`${api}/transactions${query}`)).body as Transaction[];
    return { httpUrl, api, transactions, pay: (body: unknown) => post(`${api}/pay-requests`, body) };
  }

  test('every market is listed, as in the example of the document', async () => {
    const { api } = await served();
    const { status, headers, body } = await call(`${api}/markets/all`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(body).toEqual(exampleAnswer<{ data: Market[] }>(await readDocument('lending'), 'listMarkets'));
  });

  describe('a page of transactions', () => {
    test.each([
      ['', 500],
      ['?limit=500', 500],
      ['?limit=501', 500],
      ['?limit=99999999999999999999', 500],
      ['?limit=10', 10],
      ['?limit=10&offset=', 10],
      ['?limit=1', 1],
      ['?limit=007', 7],
      ['?unknown=1&limit=3', 3],
    ])('%s has %d entries', async (query, length) => {
      const { transactions } = await served();
      expect(await transactions(query)).toHaveLength(length);
    });

    test.each(['0', '-1', '1.5', '1e2', 'ten', '', '%20', '0x10', 'NaN'])('limit=%s is rejected', async (limit) => {
      const { api } = await served();
      expect(await call(`${api}/transactions?limit=${limit}`)).toMatchObject(refusal(400));
    });

    test('two limits are rejected', async () => {
      const { api } = await served();
      expect(await call(`${api}/transactions?limit=1&limit=2`)).toMatchObject(refusal(400));
    });

    test.each([
      'yesterday',
      '2021-08-17',
      '2021-02-30T00:00:00Z',
      '2021-08-17T29:00:00Z',
      '2021-08-17T11:14:49',
      '1629198889',
      '%00',
    ])('offset=%s is rejected', async (offset) => {
      const { api } = await served();
      expect(await call(`${api}/transactions?offset=${offset}`)).toMatchObject(refusal(400));
    });

    test.each([
      ['at its very nanosecond', '2021-08-17T11:14:49.123456789Z', 4],
      ['a nanosecond before', '2021-08-17T11:14:49.123456788Z', 4],
      ['a nanosecond after', '2021-08-17T11:14:49.12345679Z', 3],
      ['a tenth of a nanosecond after', '2021-08-17T11:14:49.1234567891Z', 3],
      ['with the offset encoded', '2021-08-17T19:14:49.123456789%2B08:00', 4],
      ['with the offset not encoded', '2021-08-17T19:14:49.123456789+08:00', 4],
      ['with everything encoded', encodeURIComponent('2021-08-17T07:14:49.123456790-04:00'), 3],
      ['at a moment that was written with an offset', '2021-08-17T11:20:11Z', 2],
      ['after the last', '2021-08-17T11:25:02.000000001Z', 0],
      ['in the far future', '9999-12-31T23:59:59Z', 0],
      ['at a leap second', '2016-12-31T23:59:60Z', 500],
      ['before everything', '0001-01-01T00:00:00Z', 500],
    ])('starts at the offset (inclusive): %s', async (_name, offset, length) => {
      const { transactions } = await served();
      expect(await transactions(`?offset=${offset}`)).toHaveLength(length);
    });

    test('ascends by time, then by id', async () => {
      const { transactions } = await served();
      const all = await transactions('');
      const tie = all.findIndex(({ created_at }, position) => created_at === all[position + 1]?.created_at);
      expect(tie).toBeGreaterThanOrEqual(0);
      const pair = await transactions(`?limit=2&offset=${encodeURIComponent(all[tie]?.created_at ?? '')}`);
      expect(pair).toEqual(all.slice(tie, tie + 2));
      expect(pair[0]?.id).toBeLessThan(pair[1]?.id ?? 0);
    });

    test('starts with the oldest by default', async () => {
      const { transactions } = await served();
      const [first] = await transactions('?limit=1');
      expect(await transactions('?limit=1&offset=')).toEqual([first]);
      expect(Date.parse(first?.created_at ?? '')).toBeLessThan(Date.parse(SUPPLY));
    });
  });

  describe('a pay request', () => {
    test('returns a link into the wallet, with a code that can be looked up', async () => {
      const { httpUrl, pay } = await served({ clock: () => Date.UTC(2021, 7, 17) });
      const { status, body } = await pay(payment);
      expect(status).toBe(200);
      const [, code] = /^wallet:\/\/codes\/([0-9a-f-]{36})$/.exec((body as { url: string }).url) ?? [];
      expect(await call(`${httpUrl}/wallet/codes/${code}`)).toMatchObject({
        status: 200,
        body: { ...payment, code_id: code, with_gas: false, created_at: '2021-08-17T00:00:00.000Z' },
      });
    });

    test('returns a link with the configured scheme', async () => {
      const { pay } = await served({ scheme: 'purse' });
      expect((await pay(payment)).body).toEqual({ url: expect.stringMatching(/^purse:\/\/codes\//) });
    });

    test('returns the same code for equal content, however it is written', async () => {
      const { pay } = await served({});
      const first = await pay(payment);
      const again = await pay({ ...payment, amount: '00.50', trace_id: payment.trace_id.toUpperCase(), more: true });
      expect(again).toMatchObject({ status: 200, body: first.body });
    });

    test('returns a separate code for each trace id', async () => {
      const { pay } = await served({});
      const first = await pay(payment);
      const second = await pay({ ...payment, trace_id: payment.follow_id });
      expect(second.status).toBe(200);
      expect(second.body).not.toEqual(first.body);
    });

    test.each([
      { amount: '0.51' },
      { memo_base64: '' },
      { asset_id: payment.follow_id },
      { follow_id: payment.asset_id },
    ])('is rejected when the trace id was used with other content: %j', async (change) => {
      const { pay } = await served({});
      await pay(payment);
      expect(await pay({ ...payment, ...change })).toMatchObject(refusal(409));
      expect((await pay(payment)).status).toBe(200);
    });

    test('sent many times at once is stored once', async () => {
      const { pay } = await served({});
      const answers = await Promise.all(Array.from({ length: 20 }, () => pay(payment)));
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    });

    test.each([
      { amount: '0' },
      { amount: '0.000' },
      { amount: '-1' },
      { amount: '1e3' },
      { amount: '.5' },
      { amount: 0.5 },
      { amount: '' },
      { asset_id: 'btc' },
      { trace_id: '' },
      { follow_id: null },
      { memo_base64: 'not base64' },
      { memo_base64: undefined },
    ])('is rejected with %j', async (change) => {
      const { pay } = await served();
      expect(await pay({ ...payment, ...change })).toMatchObject(refusal(400));
    });

    test.each([null, [], 'text', 7])('is rejected as %j', async (body) => {
      const { pay } = await served();
      expect(await pay(body)).toMatchObject(refusal(400));
    });
  });

  test('invalid requests are rejected in the error form', async () => {
    const { api, httpUrl } = await served();
    const raw = (body: string, type = 'application/json') =>
      call(`${api}/pay-requests`, { method: 'POST', headers: { 'Content-Type': type }, body });
    expect(await raw('{"asset_id":')).toMatchObject(refusal(400));
    expect(await raw('asset_id=1', 'application/x-www-form-urlencoded')).toMatchObject(refusal(415));
    expect(await raw(`{"memo_base64":"${'A'.repeat(1_100_000)}"}`)).toMatchObject(refusal(413));
    expect(await call(`${api}/pay-requests`, { method: 'POST' })).toMatchObject(refusal(400));
    expect(await call(`${api}/markets`)).toMatchObject(refusal(404));
    expect(await call(`${api}/markets/%zz`)).toMatchObject(refusal(404));
    expect(await call(`${httpUrl}/wallet/codes/unknown`)).toMatchObject(refusal(404));
    const wrongMethod = await call(`${api}/markets/all`, { method: 'DELETE' });
    expect(wrongMethod).toMatchObject(refusal(405));
    expect(wrongMethod.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  });
});
