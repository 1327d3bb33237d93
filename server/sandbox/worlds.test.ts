import { createClient } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport } from '@connectrpc/connect-node';
import type { World } from '@wallet-services/client/sandbox';
import { rpc } from '@wallet-services/contract/lending';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSandbox, type TestSandbox } from '../testing/sandbox.ts';
import { call, post } from '../testing/server.ts';

let it: TestSandbox;
beforeAll(async () => {
  it = await startSandbox();
});
afterAll(() => it[Symbol.asyncDispose]());

const TRACE = (number: number) => `0f0e0d0c-0b0a-4908-8706-${String(number).padStart(12, '0')}`;

async function payRequest(world: World, number: number) {
  const { services } = world;
  const authorization = `Bearer ${await world.token('5b1d7c8e-9f20-4a3b-8c4d-5e6f7a8b9c0d')}`;
  const markets = await call(`${services.lending}/api/v1/markets/all`);
  const { asset_id } = (markets.body as { data: { asset_id: string }[] }).data[0] ?? { asset_id: '' };
  const body = {
    amount: `${number}`,
    asset_id,
    memo_base64: 'AAAA',
    trace_id: TRACE(number),
    follow_id: TRACE(number),
  };
  return post(`${services.lending}/api/v1/pay-requests`, body, { authorization });
}

describe('fifty worlds at the same time', () => {
  test('share no data, clock, faults or journal', async () => {
    const worlds = await Promise.all(Array.from({ length: 50 }, () => it.sandbox.world()));
    await Promise.all(
      worlds.map(async (world, number) => {
        await world.advance(`${number + 1}h`);
        if (number % 2 === 0) await world.fault('listTransactions', { service: 'lending', status: 503 });
        // All worlds start at once, so each takes longer.
        await fetch(`${world.services.lending}/api/v1/transactions?limit=${number + 1}`);
      }),
    );
    for (const [number, world] of worlds.entries()) {
      const [exchange, ...rest] = await world.exchanges({ service: 'lending' });
      expect([exchange?.path, exchange?.status, rest]).toEqual([
        `/lending/api/v1/transactions?limit=${number + 1}`,
        number % 2 === 0 ? 503 : 200,
        [],
      ]);
      const { clock, faults } = await world.state();
      expect([Math.round(clock.offset_ms / 3_600_000), faults]).toEqual([number + 1, number % 2 === 0 ? 1 : 0]);
    }
    await Promise.all(worlds.map((world) => world.remove()));
    expect((await it.sandbox.worlds()).map(({ id }) => id)).toEqual(['main']);
  });

  test('are settled when they are returned: the first request finds the same state as later ones', async () => {
    const headers = { 'X-ASSISTANT-APPID': '51f0c3a2-7b84-4d96-a1e3-09c8d7f6b5a4' };
    const createTurn = (world: World) =>
      post(
        `${world.services.assistant}/conversations/0b8a7c6d-5e4f-4a3b-9c2d-1e0f9a8b7c6d`,
        { content: 'And what does that cost?' },
        headers,
      );
    for (let round = 0; round < 5; round += 1) {
      await using world = await it.sandbox.world();
      expect((await createTurn(world)).status).toBe(200);
    }
  });

  test('a write to one world affects neither the others nor main', async () => {
    const [one, other] = await Promise.all([it.sandbox.world(), it.sandbox.world()]);
    expect(await payRequest(one, 7)).toMatchObject({ status: 200 });
    const codes = (id: string) => call(`${it.server.httpUrl}/sandbox/worlds/${id}/payment-codes`);
    const traces = ({ body }: { body: unknown }) => JSON.stringify(body).includes(TRACE(7));
    expect((await Promise.all([one.id, other.id, 'main'].map(codes))).map(traces)).toEqual([true, false, false]);
  });
});

describe('RPC selects its world by a header, because its paths are fixed', () => {
  test.each([
    ['Connect', ({ url }: World) => createConnectTransport({ baseUrl: url, httpVersion: '1.1' })],
    ['Connect at the root', () => createConnectTransport({ baseUrl: it.server.httpUrl, httpVersion: '1.1' })],
    ['gRPC', ({ rpcUrl }: World) => createGrpcTransport({ baseUrl: rpcUrl })],
  ])('%s', async (_, transport) => {
    const world = await it.sandbox.world();
    const { user_id } = (await world.people())[0] ?? { user_id: '' };
    const { data: markets } = await createClient(rpc.Lending, transport(world)).allMarkets(
      {},
      { headers: world.headers },
    );
    const [market] = markets;
    await world.position(user_id, market?.assetId ?? '', { supplied: '123' });
    const after = await createClient(rpc.Lending, transport(world)).allMarkets({}, { headers: world.headers });
    const { ctokens = '' } = after.data.find(({ assetId }) => assetId === market?.assetId) ?? {};
    expect(Number(ctokens) - Number(market?.ctokens)).toBeCloseTo(123);
    await world.remove();
  });

  test('gets an error for a missing world', async () => {
    const client = createClient(rpc.Lending, createGrpcTransport({ baseUrl: it.server.rpcUrl }));
    await expect(client.allMarkets({}, { headers: { 'X-Sandbox-World': 'f00df00d' } })).rejects.toThrow();
    const { status, body } = await call(`${it.server.httpUrl}/worlds/f00df00d/lending/api/v1/markets/all`);
    expect([status, body]).toMatchObject([404, { msg: 'there is no world f00df00d', hint: /./ }]);
  });
});

describe('a snapshot', () => {
  test('restores data and clock, in its own world and in a new one', async () => {
    const world = await it.sandbox.world({ frozenAt: '2030-01-02T03:04:05Z' });
    const { id: order } = (await orders(world))[0] ?? { id: '' };
    await world.order(order, 'Rejected');
    expect(await world.save('rejected')).toMatchObject({ name: 'rejected', world_time: '2030-01-02T03:04:05.000Z' });
    await world.order(order, 'Trading');
    await world.advance('1d');

    const later = await it.sandbox.world({ snapshot: 'rejected' });
    expect((await orders(later)).find(({ id }) => id === order)?.state).toBe('Rejected');
    expect((await later.now()).toISOString()).toMatch(/^2030-01-02T03:04:/);

    await world.restore('rejected');
    expect((await orders(world)).find(({ id }) => id === order)?.state).toBe('Rejected');
    expect((await world.now()).toISOString()).toBe('2030-01-02T03:04:05.000Z');
    await world.restore();
    expect((await orders(world)).find(({ id }) => id === order)?.state).toBe('Done');
    expect((await call(`${world.services.swap}/api/info`)).status).toBe(200);

    await it.sandbox.removeSnapshot('rejected');
    await expect(it.sandbox.world({ snapshot: 'rejected' })).rejects.toThrow('there is no snapshot rejected');
    await Promise.all([world.remove(), later.remove()]);
  });

  test('can be taken of main, which is never restored or removed', async () => {
    const main = await it.sandbox.find('main');
    await main.save('of main');
    const world = await it.sandbox.world({ snapshot: 'of main' });
    expect((await call(`${world.services.vault}/flips?limit=1`)).status).toBe(200);
    await expect(main.restore('of main')).rejects.toThrow('main cannot be reset or removed');
    await expect(main.remove()).rejects.toThrow('main cannot be reset or removed');
    await world.remove();
  });
});

async function orders(world: World): Promise<{ id: string; state: string }[]> {
  const { body } = await call(`${it.server.httpUrl}/sandbox/worlds/${world.id}/orders`);
  return (body as { data: { id: string; state: string }[] }).data;
}

test('a world above the limit replaces the oldest idle one', async () => {
  const first = await it.sandbox.world();
  const { worlds: most } = (await it.sandbox.about()).bounds;
  for (let made = 0; made < most; made += 20) {
    await Promise.all(Array.from({ length: 20 }, () => it.sandbox.world()));
  }
  await expect(first.state()).rejects.toThrow('there is no world');
  const worlds = await it.sandbox.worlds();
  expect(worlds.length).toBe(most + 1);
  await Promise.all(worlds.slice(1).map(async ({ id }) => (await it.sandbox.find(id)).remove()));
});

test('a world is removed after its idle timeout by the system clock, unless it has requests', async () => {
  let now = Date.now();
  await using timed = await startSandbox({ clock: () => now });
  const { sandbox } = timed;
  const [idle, requested, long] = [
    await sandbox.world({ idleTimeout: '10m' }),
    await sandbox.world({ idleTimeout: '10m' }),
    await sandbox.world({ idleTimeout: '1h' }),
  ];
  now += 9 * 60_000;
  expect((await call(`${requested.services.lending}/api/v1/markets/all`)).status).toBe(200);
  now += 2 * 60_000;
  const worlds = await sandbox.worlds();
  expect(worlds.map(({ id, idle_timeout: time }) => [id, time])).toEqual([
    ['main', undefined],
    [long.id, '1h'],
    [requested.id, '10m'],
  ]);
  await expect(idle.state()).rejects.toThrow('idle for too long');
});
