import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { call, post, testServer } from '../testing/server.ts';
import { payAs } from '../testing/wallet.ts';
import { openStore } from './index.ts';
import { makeRoom, unpaidMigration } from './unpaid.ts';

const BTC = '4a6f0a1c-5f0b-3c7d-9d8e-2b1c8f7a6e51';
const ETHER = '7d9e2b34-1c58-3f0a-8b6d-90e1f2a3c4d5';
const DAY = 86_400_000;
const OTHER_CONTENT = '2';

/** The request for a code, and the member of the answer with its link. */
const services = {
  lending: {
    path: '/lending/api/v1/pay-requests',
    body: (trace_id: string, amount: string) => ({
      asset_id: BTC,
      amount,
      trace_id,
      follow_id: '9b0a4b4e-9a7b-4b8e-8a53-0c1f6d1f3c11',
      memo_base64: 'AA==',
    }),
    link: (body: unknown) => (body as { url: string }).url,
  },
  swap: {
    path: '/swap/actions',
    body: (trace_id: string, amount: string) => ({
      asset_id: ETHER,
      amount,
      trace_id,
      action: `3,5b1d7c8e-9f20-4a3b-8c4d-5e6f7a8b9c0d,,${BTC},,`,
    }),
    link: (body: unknown) => (body as { data: { code_url: string } }).data.code_url,
  },
};

test.each(Object.entries(services))(
  '%s: an unpaid code ends after a day, a paid one stays',
  async (name, { path, body, link }) => {
    let now = Date.now();
    const server = await testServer({ services: [name as 'lending' | 'swap'], clock: () => now });
    const url = `${server.httpUrl}${path}`;
    const made = async (traceId: string, amount = '1') => {
      const answer = await post(url, body(traceId, amount));
      return answer.status === 200 ? link(answer.body).replace(/^.*\//, '') : answer.status;
    };
    const statusOf = async (code: unknown) => (await call(`${server.httpUrl}/wallet/codes/${code}`)).status;
    const [paid, unpaid] = [crypto.randomUUID(), crypto.randomUUID()];
    const [kept, lost] = [await made(paid), await made(unpaid)];
    expect(await payAs(server, 'Mira', String(kept))).toMatchObject({ status: 200 });
    expect(await made(unpaid, OTHER_CONTENT)).toBe(409);
    now += DAY - 1000;
    expect([await statusOf(kept), await statusOf(lost)]).toEqual([200, 200]);
    now += 1000;
    expect([await statusOf(kept), await statusOf(lost)]).toEqual([200, 404]);
    expect((await payAs(server, 'Mira', String(lost), { clock: () => now })).status).toBe(404);
    expect(await made(unpaid, OTHER_CONTENT)).toBe(lost);
    expect(await made(paid, OTHER_CONTENT)).toBe(409);
  },
);

test('when there are too many codes, the oldest unpaid ones are deleted', async () => {
  const store = await openStore([
    {
      name: 'codes',
      migrations: {
        'codes-1': { up: ({ schema }) => schema.createTable('codes').addColumn('id', 'integer').execute() },
        'codes-2': unpaidMigration('codes'),
      },
      seed: async () => undefined,
    },
  ]);
  onTestFinished(() => store.destroy());
  for (const [id, until] of [20, null, 40, 30, 10].entries()) {
    await sql`insert into codes (id, unpaid_until) values (${id}, ${until})`.execute(store);
  }
  await makeRoom(store, 'codes', 2);
  const { rows } = await sql<{ id: number }>`select id from codes order by id`.execute(store);
  expect(rows.map(({ id }) => id)).toEqual([1, 2, 3]);
  await makeRoom(store, 'codes', 2);
  expect((await sql`select id from codes`.execute(store)).rows).toHaveLength(3);
});
