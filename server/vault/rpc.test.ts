import { type CallOptions, type Client, Code, ConnectError, createClient } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from '@connectrpc/connect-node';
import { type CollateralType, type Flip, type FlipPage, rpc, type Vault } from '@wallet-services/contract/vault';
import { describe, expect, test } from 'vitest';
import { call } from '../testing/server.ts';
import { twirpClient } from '../testing/twirp.ts';
import { type Served, sharedVault } from '../testing/vault.ts';
import { timeOf } from '../values/index.ts';

type VaultClient = Client<typeof rpc.VaultService>;

const NOW = 1_629_198_889_123;
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const MIRAS_VAULT = '0a90a3b5-6c7e-3a42-8f10-8b2c3d5e0fd1';
const BIDDING_FLIP = '73f6091b-c2d4-30a8-b576-e18293ac6d37';
const BEGUN_FLIP = '84071a2c-d3e5-31b9-8687-f293a4bd7e48';

/** A client for each protocol and encoding. */
const clients: readonly (readonly [string, (served: Served) => VaultClient])[] = [
  [
    'Connect, protobuf',
    ({ httpUrl }) => createClient(rpc.VaultService, createConnectTransport({ baseUrl: httpUrl, httpVersion: '1.1' })),
  ],
  [
    'Connect, JSON, under the base address',
    ({ api }) =>
      createClient(
        rpc.VaultService,
        createConnectTransport({ baseUrl: api, httpVersion: '1.1', useBinaryFormat: false }),
      ),
  ],
  [
    'gRPC-Web',
    ({ httpUrl }) => createClient(rpc.VaultService, createGrpcWebTransport({ baseUrl: httpUrl, httpVersion: '1.1' })),
  ],
  ['gRPC', ({ rpcUrl }) => createClient(rpc.VaultService, createGrpcTransport({ baseUrl: rpcUrl }))],
  [
    'Twirp, protobuf',
    ({ httpUrl }) => twirpClient(rpc.VaultService, `${httpUrl}/twirp/vault.v1.VaultService`, 'application/protobuf'),
  ],
  [
    'Twirp, JSON',
    ({ httpUrl }) => twirpClient(rpc.VaultService, `${httpUrl}/twirp/vault.v1.VaultService`, 'application/json'),
  ],
];

async function codeOf(call: Promise<unknown>): Promise<Code> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ConnectError) return error.code;
  throw new Error(`the call was not refused, but ${JSON.stringify(error)}`);
}

const textOf = (time: { seconds: bigint; nanos: number } | undefined) => (time === undefined ? null : timeOf(time));

describe.each(clients)('vault over %s', (_name, clientOf) => {
  const served = sharedVault({ clock: () => NOW });
  const data = async <Data>(path: string) => ((await call(`${served().api}${path}`)).body as { data: Data }).data;
  const credential = async (): Promise<CallOptions> => ({
    headers: { Authorization: `Bearer ${await served().tokenOf('Mira')}` },
  });

  test('returns the group and the time', async () => {
    const client = clientOf(served());
    const group = await data<{ oauth_client_id: string; members: string[]; threshold: number; public_key: string }>(
      '/info',
    );
    expect((await client.readInfo({})).data).toMatchObject({
      oauthClientId: group.oauth_client_id,
      members: group.members,
      threshold: group.threshold,
      publicKey: group.public_key,
    });
    expect((await client.readTime({})).data).toMatchObject({
      iso: { seconds: 1_629_198_889n, nanos: 123_000_000 },
      epoch: 1_629_198_889n,
    });
  });

  test('returns assets, with and without a chain', async () => {
    const client = clientOf(served());
    const { assets } = await client.listAssets({});
    expect(assets.map(({ symbol }) => symbol)).toEqual(['BTC', 'ETH', 'USDC', 'SOL', 'GUSD']);
    for (const asset of assets) expect((await client.readAsset({ asset: asset.id })).data).toEqual(asset);
    expect(assets.map(({ chain }) => chain?.symbol)).toEqual(['BTC', 'ETH', 'ETH', undefined, undefined]);
  });

  test('returns collateral types like HTTP', async () => {
    const client = clientOf(served());
    const { collaterals } = (await call(`${served().api}/cats`)).body as { collaterals: CollateralType[] };
    const listed = await client.listCollateralTypes({});
    expect(listed.collaterals).toHaveLength(collaterals.length);
    for (const [position, type] of collaterals.entries()) {
      const message = listed.collaterals[position];
      expect(message).toMatchObject({
        id: type.id,
        name: type.name,
        gem: type.gem,
        dai: type.dai,
        live: type.live,
        art: type.art,
        debt: type.debt,
        ink: type.ink,
        litter: type.litter,
        price: type.price,
        rate: type.rate,
        numberOfVaults: BigInt(type.number_of_vaults),
        tau: BigInt(type.tau),
        ttl: BigInt(type.ttl),
      });
      expect((await client.readCollateralType({ cat: type.id })).data).toEqual(message);
    }
    expect(textOf(listed.collaterals[1]?.createdAt)).toBe('2021-03-01T09:30:00Z');
  });

  test('returns flips like HTTP, with action numbers in the list and names in single reads', async () => {
    const client = clientOf(served());
    const { flips: http, pagination } = (await call(`${served().api}/flips`)).body as FlipPage;
    const page = await client.listFlips({});
    expect(page.pagination).toMatchObject({ nextCursor: pagination.next_cursor, hasNext: true });
    expect(page.flips).toHaveLength(50);
    for (const [position, flip] of (http ?? []).entries()) {
      expect(page.flips[position]).toMatchObject({ id: flip.id, action: flip.action, bid: flip.bid, guy: flip.guy });
      expect(textOf(page.flips[position]?.tic)).toBe(flip.tic);
    }
    for (const id of [BEGUN_FLIP, BIDDING_FLIP]) {
      const flip = await data<Flip>(`/flips/${id}`);
      const message = (await client.readFlip({ flip: id })).data;
      expect(message).toMatchObject({ id, action: flip.action, art: flip.art, lot: flip.lot, tab: flip.tab });
      expect(message).toMatchObject({ collateralId: flip.collateral_id, vaultId: flip.vault_id });
      expect([message?.tic, message?.end, message?.createdAt].map(textOf)).toEqual([
        flip.tic,
        flip.end,
        flip.created_at,
      ]);
    }
    const { events } = await client.listFlipEvents({ flip: BIDDING_FLIP });
    expect(events.map(({ action, bid }) => [action, bid])).toEqual([
      ['FlipBid', '15000'],
      ['FlipBid', '12000'],
      ['FlipKick', '0'],
    ]);
  });

  test('returns vaults like HTTP', async () => {
    const client = clientOf(served());
    const { vaults: http } = await data<{ vaults: Vault[] }>('/vats');
    const { vaults } = await client.listVaults({});
    expect(vaults.map(({ id, ink, art, identityId }) => [id, ink, art, identityId])).toEqual(
      http.map(({ id, ink, art, identity_id }) => [id, ink, art, identity_id]),
    );
    expect((await client.readVault({ vat: MIRAS_VAULT.toUpperCase() })).data).toEqual(vaults[0]);
    const { events } = await client.listVaultEvents({ vat: MIRAS_VAULT });
    expect(events.map(({ action }) => action)).toEqual([
      'VatWithdraw',
      'VatPayback',
      'VatGenerate',
      'VatDeposit',
      'VatOpen',
    ]);
    expect(textOf(events[0]?.createdAt)).toBe('2021-08-17T10:20:33.123456789Z');
  });

  test('lists page by page', async () => {
    const client = clientOf(served());
    const first = await client.listVaults({ limit: 2n });
    expect(first.pagination).toMatchObject({ nextCursor: '2', hasNext: true });
    const second = await client.listVaults({ limit: 2n, cursor: BigInt(first.pagination?.nextCursor ?? '') });
    expect([...first.vaults, ...second.vaults].map(({ identityId }) => identityId)).toEqual(['1', '2', '3', '4']);
    expect((await client.listVaults({ limit: 9_223_372_036_854_775_807n })).vaults).toHaveLength(500);
    const last = await client.listVaults({ cursor: 600n });
    expect(last.pagination).toMatchObject({ nextCursor: '', hasNext: false });
  });

  test("lists the caller's vaults with an access token in the metadata", async () => {
    const client = clientOf(served());
    const { vaults } = await client.listMyVaults({ limit: 2n }, await credential());
    expect(vaults.map(({ identityId }) => identityId)).toEqual(['1', '3']);
    expect(await codeOf(client.listMyVaults({}))).toBe(Code.Unauthenticated);
    for (const Authorization of ['Bearer nonsense', 'Basic bWlyYQ==', 'Bearer']) {
      expect(await codeOf(client.listMyVaults({}, { headers: { Authorization } }))).toBe(Code.Unauthenticated);
    }
    expect(await codeOf(client.listMyVaults({ limit: 0n }, await credential()))).toBe(Code.InvalidArgument);
    // Another user's vault.
    expect(await codeOf(client.listMyVaults({ cursor: 2n }, await credential()))).toBe(Code.InvalidArgument);
  });

  test.each([0n, -1n, 1_000_000n, 9_223_372_036_854_775_807n])('rejects the cursor %d', async (cursor) => {
    const client = clientOf(served());
    expect(await codeOf(client.listVaults({ cursor }))).toBe(Code.InvalidArgument);
    expect(await codeOf(client.listFlips({ cursor }))).toBe(Code.InvalidArgument);
  });

  test.each([0n, -1n])('rejects the limit %d', async (limit) => {
    const client = clientOf(served());
    expect(await codeOf(client.listVaults({ limit }))).toBe(Code.InvalidArgument);
    expect(await codeOf(client.listFlips({ limit }))).toBe(Code.InvalidArgument);
  });

  test.each([
    ['what there is not', UNKNOWN_ID, Code.NotFound],
    ['what is no id', 'BTC-A', Code.InvalidArgument],
    ['no id', '', Code.InvalidArgument],
  ])('rejects %s', async (_what, id, code) => {
    const client = clientOf(served());
    expect(await codeOf(client.readAsset({ asset: id }))).toBe(code);
    expect(await codeOf(client.readCollateralType({ cat: id }))).toBe(code);
    expect(await codeOf(client.readFlip({ flip: id }))).toBe(code);
    expect(await codeOf(client.listFlipEvents({ flip: id }))).toBe(code);
    expect(await codeOf(client.readVault({ vat: id }))).toBe(code);
    expect(await codeOf(client.listVaultEvents({ vat: id }))).toBe(code);
  });
});
