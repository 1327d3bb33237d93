import { createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import type { World } from '@wallet-services/client/sandbox';
import { rpc } from '@wallet-services/contract/lending';
import { VaultService } from '@wallet-services/contract/vault/rpc';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { describe, expect, test } from 'vitest';
import { eachInAWorld, started, world } from '../testing/sandbox.ts';

eachInAWorld();

const clientOf = (baseUrl: string) =>
  createClient(rpc.Lending, createGrpcTransport({ baseUrl, defaultTimeoutMs: PATIENCE }));
const markets = async (headers: Readonly<Record<string, string>> = world.headers, url = started.server.rpcUrl) =>
  (await clientOf(url).allMarkets({}, { headers })).data;

describe('a fault of a gRPC call', () => {
  test('answers a status with its code and headers, a number of times, in its world alone', async () => {
    await world.fault('AllMarkets', { status: 429, headers: { 'Retry-After': '7' }, times: 1 });
    expect((await markets({})).length).toBeGreaterThan(0);
    const refused = await markets().catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 8, rawMessage: 'switched on in the sandbox' });
    expect((refused as { metadata: Headers }).metadata.get('retry-after')).toBe('7');
    expect((await markets()).length).toBeGreaterThan(0);
    const [after, before] = await world.exchanges({ operation: 'AllMarkets' });
    expect([after?.faults, before?.faults.length]).toEqual([[], 1]);
  });

  test('changes values, or makes the world a faulty server of the catalogue', async () => {
    const [right] = await markets();
    const wrong = await world.fault('AllMarkets', { values: [{ at: '/data/*/assetId', to: 'nothing' }] });
    expect((await markets()).map(({ assetId }) => assetId)).toContain('nothing');
    await wrong.off();
    await world.faulty('AllMarkets returns another id');
    expect((await markets())[0]?.id).not.toBe(right?.id);
  });

  test.each(['drop', 'lost', 'cut', 'garbage'] as const)('breaks the connection: %s', async (connection) => {
    await world.fault('AllMarkets', { connection, times: 1 });
    await expect(markets()).rejects.toThrow();
    const [exchange] = await world.exchanges();
    expect(exchange?.broken).toMatch(/\w/);
    expect((await markets()).length).toBeGreaterThan(0);
  });

  test.each(['hang', 'endless'] as const)('never ends an answer: %s', async (connection) => {
    await world.fault('AllMarkets', { connection, times: 1 });
    const slow = clientOf(started.server.rpcUrl).allMarkets({}, { headers: world.headers, timeoutMs: 300 });
    await expect(slow).rejects.toThrow();
  });

  test('sends a message in small pieces, until the deadline of the client', async () => {
    const whole = await markets();
    await world.fault('AllMarkets', { dribble: '300ms' });
    expect(await markets()).toEqual(whole);
    const impatient = clientOf(started.server.rpcUrl).allMarkets({}, { headers: world.headers, timeoutMs: 100 });
    await expect(impatient).rejects.toThrow();
  });

  test('does not affect calls of other worlds on the same connection', async () => {
    await using other = await started.sandbox.world();
    await world.fault('AllMarkets', { connection: 'drop', delay: '100ms' });
    const client = clientOf(started.server.rpcUrl);
    await client.allMarkets({}, { headers: other.headers });
    const send = ({ headers }: World) => client.allMarkets({}, { headers });
    const [dropped, ...answered] = await Promise.allSettled([send(world), send(other), send(other)]);
    expect([dropped.status, ...answered.map(({ status }) => status)]).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  });
});

test('a world is selected by an address or by a header', async () => {
  await world.fault('AllMarkets', { status: 503 });
  await expect(markets({}, `${started.server.rpcUrl}/worlds/${world.id}`)).rejects.toMatchObject({ code: 14 });
});

test('the journal shows messages as JSON, the status of gRPC, and no credential of the metadata', async () => {
  const headers = { ...world.headers, authorization: 'Bearer a-token-of-somebody', 'x-trace': 'seen' };
  await clientOf(started.server.rpcUrl).transactions({ limit: 3 }, { headers });
  const [exchange] = await world.exchanges({ service: 'lending' });
  expect(exchange).toMatchObject({
    operation: 'Transactions',
    request: { headers: { authorization: '[redacted]', 'x-trace': 'seen' }, body: { limit: 3 } },
    response: { headers: { 'grpc-status': '0' }, body: { data: expect.any(Array) } },
  });
  expect(JSON.stringify(exchange)).not.toContain('a-token-of-somebody');
  await world.called('Transactions', { times: 1, when: { body: { '/limit': 3 } } });
});

test('gRPC calls follow the clock: an old token is rejected', async () => {
  const token = await world.token('5b1d7c8e-9f20-4a3b-8c4d-5e6f7a8b9c0d');
  const headers = { ...world.headers, authorization: `Bearer ${token}` };
  const vault = createClient(VaultService, createGrpcTransport({ baseUrl: started.server.rpcUrl }));
  expect(await vault.listMyVaults({}, { headers })).toBeDefined();
  await world.advance('11m');
  await expect(vault.listMyVaults({}, { headers })).rejects.toMatchObject({ code: 16 });
});
