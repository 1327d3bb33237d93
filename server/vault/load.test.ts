import type { CollateralType, Vault } from '@wallet-services/contract/vault';
import { mount } from '@wallet-services/contract/vault';
import express from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readDocument } from '../contract/index.ts';
import { listenHttp } from '../http/index.ts';
import { openStore } from '../store/index.ts';
import { call } from '../testing/server.ts';
import { processorTime } from '../testing/work.ts';
import { seededRandom, systemClock } from '../values/index.ts';
import { vaultHandlers } from './handlers.ts';
import { vault } from './index.ts';
import { vaultContext } from './operations/context.ts';
import { type Books, type FlipHistory, storeBooks, type VaultHistory } from './seed/books.ts';
import { exampleBooks } from './seed/examples.ts';
import { utcText } from './seed/moments.ts';
import { examplePeople } from './seed/people.ts';
import type { VaultTables } from './store/tables.ts';

const VAULTS = 100_000;

/** Number of vaults with an auction. */
const FLIPS = 20_000;

/** A user with many vaults: one in this many. */
const OWN = 10;
const OWNER = '0d9c8b7a-6f5e-4d3c-8b2a-1f0e9d8c7b6a';

const ROUNDS = 25;

/** Allowed ratio of times. A scan of the vaults takes at least ten times as long as reading one. */
const HARDLY_LONGER = 4;

/** Longest processor time for a page of 500 on a slow machine, in milliseconds. */
const LONGEST = 60;

/** The books of the examples, with many more vaults and auctions. */
async function manyBooks(): Promise<Books> {
  const shown = exampleBooks(await readDocument('vault'), await examplePeople());
  const type = shown.collaterals[0]?.id ?? '';
  const random = seededRandom(1, 'load');
  const second = (position: number) => utcText(1_630_000_000_000_000_000n + BigInt(position) * 1_000_000_000n);
  const vaults = Array.from({ length: VAULTS }, (_unused, position): VaultHistory => {
    const created_at = second(position);
    return {
      id: random.uuid(),
      collateral_id: type,
      user_id: position % OWN === 0 ? OWNER : '1e0d9c8b-7a6f-4e5d-8c3b-2a1f0e9d8c7b',
      steps: [{ created_at, action: 'VatOpen', dink: '0.01', dart: '100.5', debt: '104.52' }],
    };
  });
  const flips = vaults.slice(0, FLIPS).map(({ id, steps: [{ created_at }] }): FlipHistory => {
    const kick = { created_at, action: 'FlipKick', bid: '0', lot: '0.01' } as const;
    return { id: random.uuid(), collateral_id: type, vault_id: id, art: '1', tab: '1', guy: '', steps: [kick] };
  });
  return { ...shown, vaults: [...shown.vaults, ...vaults], flips: [...shown.flips, ...flips] };
}

describe(`with ${VAULTS} vaults`, () => {
  let api = '';
  let close = async () => {};

  beforeAll(async () => {
    const books = await manyBooks();
    const seed = {
      ...vault,
      seed: (store: Parameters<typeof vault.seed>[0]) => storeBooks(store.$extendTables<VaultTables>(), books),
    };
    const store = await openStore([seed]);
    const tables = store.$extendTables<VaultTables>();
    expect(await tables.selectFrom('vault_vaults').select('id').limit(1).execute()).toHaveLength(1);
    const owner = {
      userId: OWNER,
      identityNumber: '',
      fullName: '',
      avatarUrl: '',
      contractAddress: undefined,
      clientId: '',
      scopes: [],
    };
    const context = await vaultContext({ store, clock: systemClock, verifier: { trustedUser: async () => owner } });
    const app = express();
    mount(app, vaultHandlers(context), { authenticate: () => owner });
    const http = await listenHttp(app, { host: '127.0.0.1', port: 0, option: '--port' });
    api = http.url;
    close = async () => {
      await http.close(1_000);
      await store.destroy();
    };
  });

  afterAll(() => close());

  const headers = { Authorization: 'Bearer token' };

  /** The shortest of several processor times for each path, in milliseconds. */
  async function quickest(paths: readonly string[]): Promise<number[]> {
    const best = paths.map(() => Number.POSITIVE_INFINITY);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [position, path] of paths.entries()) {
        const read = async () => expect(await call(`${api}${path}`, { headers })).toMatchObject({ status: 200 });
        best[position] = Math.min(best[position] ?? 0, await processorTime(read));
      }
    }
    return best;
  }

  test.each([
    '/vats?limit=1',
    `/vats?limit=1&cursor=${VAULTS / 2}`,
    `/vats?limit=1&cursor=${VAULTS}`,
    '/me/vats?limit=1',
    `/me/vats?limit=1&cursor=${VAULTS / 2 + 6}`,
    '/flips?limit=1',
    `/flips?limit=1&cursor=${FLIPS / 2}`,
    '/flips?limit=1&cursor=20',
    '/cats',
    '/vats/0a90a3b5-6c7e-3a42-8f10-8b2c3d5e0fd1/events',
    '/flips/73f6091b-c2d4-30a8-b576-e18293ac6d37',
    '/flips/73f6091b-c2d4-30a8-b576-e18293ac6d37/events',
  ])('GET %s takes hardly longer than reading one vault: nothing is scanned', async (path) => {
    const [one = 0, list = 0] = await quickest(['/vats/0a90a3b5-6c7e-3a42-8f10-8b2c3d5e0fd1', path]);
    expect(list).toBeLessThan(HARDLY_LONGER * one);
  });

  test('pages of 500 are fast at any cursor', async () => {
    const times = await quickest(['/vats?limit=500', `/vats?limit=500&cursor=${VAULTS / 2}`, '/flips?limit=500']);
    for (const time of times) expect(time).toBeLessThan(LONGEST);
  });

  test('the figures include all vaults', async () => {
    const { collaterals } = (await call(`${api}/cats`)).body as { collaterals: CollateralType[] };
    expect(collaterals[0]).toMatchObject({
      number_of_vaults: VAULTS + 3,
      art: '10075000',
      ink: '1001.5',
      debt: '10478000',
    });
    expect(collaterals[0]?.litter).toBe('42916.4');
  });

  test('pages contain the whole list of one owner', async () => {
    const ids = new Set<string>();
    let pages = 0;
    for (let path = '/me/vats?limit=500'; path !== ''; pages += 1) {
      const { body } = await call(`${api}${path}`, { headers });
      const { vaults, pagination } = (
        body as { data: { vaults: Vault[]; pagination: { next_cursor: string; has_next: boolean } } }
      ).data;
      for (const { id } of vaults) ids.add(id);
      path = pagination.has_next ? `/me/vats?limit=500&cursor=${pagination.next_cursor}` : '';
    }
    expect(pages).toBe(VAULTS / OWN / 500);
    expect(ids.size).toBe(VAULTS / OWN);
  });
});
