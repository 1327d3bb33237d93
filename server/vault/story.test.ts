import type {
  Asset,
  CollateralType,
  Flip,
  FlipEvent,
  FlipPage,
  FlipSummary,
  GroupInformation,
  Pagination,
  Vault,
  VaultEvent,
} from '@wallet-services/contract/vault';
import { Decimal } from 'decimal.js';
import { describe, expect, test } from 'vitest';
import { call, STORY_VALIDATORS } from '../testing/server.ts';
import { servedVault } from '../testing/vault.ts';

interface VaultPage {
  readonly vaults: readonly Vault[];
  readonly pagination: Pagination;
}

describe.each(STORY_VALIDATORS)('the story of a keeper, validated by %s', (validator) => {
  test('Jonas finds his empty vault, and follows its auction to the bidder', async () => {
    const { api, tokenOf } = await servedVault({ validator });
    const headers = { Authorization: `Bearer ${await tokenOf('Jonas')}` };
    const read = async <Body>(path: string) => (await call(`${api}${path}`, { headers })).body as Body;
    const data = async <Data>(path: string) => (await read<{ data: Data }>(path)).data;

    // He checks that the group is the known one, and that the clocks agree.
    const group = await data<GroupInformation>('/info');
    expect(group.members?.length).toBeGreaterThanOrEqual(group.threshold);
    const { epoch } = await data<{ epoch: number }>('/time');
    expect(epoch).toBeCloseTo(Date.now() / 1000, -2);

    // He reads his vaults page by page. The first is empty, although he has withdrawn nothing.
    const mine: Vault[] = [];
    for (let query = '?limit=3', more = true; more; ) {
      const { vaults, pagination } = await data<VaultPage>(`/me/vats${query}`);
      mine.push(...vaults);
      query = `?limit=3&cursor=${pagination.next_cursor}`;
      more = pagination.has_next;
    }
    const [lost] = mine;
    expect(lost).toMatchObject({ ink: '0', art: '0' });
    const { events } = await data<{ events: VaultEvent[] }>(`/vats/${lost?.id}/events`);
    expect(events.map(({ action }) => action).toSorted()).toEqual(['VatOpen', 'VatPayback', 'VatWithdraw']);
    const opened = events.at(-1);

    // At the current price, its collateral does not cover the debt at the ratio of its type.
    const type = await data<CollateralType>(`/cats/${lost?.collateral_id}`);
    const gem = await data<Asset>(`/assets/${type.gem}`);
    const dai = await data<Asset>(`/assets/${type.dai}`);
    expect(type.price).toBe(new Decimal(gem.price).dividedBy(dai.price).toFixed());
    const worth = new Decimal(opened?.dink ?? '0').times(type.price);
    const debt = new Decimal(opened?.dart ?? '0').times(type.rate);
    expect(worth.dividedBy(debt).lessThan(type.mat)).toBe(true);

    // So all of its collateral is on auction; he searches for the auction page by page.
    const [flip] = await findFlips(read, ({ vault_id }) => vault_id === lost?.id);
    expect(flip).toMatchObject({ action: 2, lot: opened?.dink, art: opened?.dart, collateral_id: type.id });
    const alone = await data<Flip>(`/flips/${flip?.id}`);
    expect(alone).toEqual({ ...flip, action: 'FlipBid' });
    const { events: bids } = await data<{ events: FlipEvent[] }>(`/flips/${flip?.id}/events`);
    expect(bids.at(-1)).toMatchObject({ action: 'FlipKick', bid: '0' });
    expect(bids[0]).toMatchObject({ action: 'FlipBid', bid: alone.bid });
    expect(new Decimal(alone.bid).lessThan(alone.tab)).toBe(true);

    // `litter` is the sum of the tabs of this auction and of the other running one of the type.
    const running = await findFlips(read, ({ collateral_id, action }) => collateral_id === type.id && action !== 3);
    expect(running.reduce((total, { tab }) => total.plus(tab), new Decimal(0)).toFixed()).toBe(type.litter);

    // He has also bid for another user's vault, and won.
    const jonas = (await data<VaultPage>('/me/vats?limit=1')).vaults[0]?.id;
    expect(jonas).toBe(lost?.id);
    const won = await findFlips(
      read,
      ({ action, vault_id }) => action === 3 && vault_id === '2ca2c5d7-8e90-3c64-a132-ad4e5f7021f3',
    );
    expect(won).toMatchObject([{ bid: '4610.4', tab: '4610.4', guy: '6c2e8d9f-a031-4b4c-9d5e-6f7a8b9c0d1e' }]);
  });
});

async function findFlips(
  read: <Body>(path: string) => Promise<Body>,
  wanted: (flip: FlipSummary) => boolean,
): Promise<FlipSummary[]> {
  const found: FlipSummary[] = [];
  for (let path = '/flips?limit=20', more = true; more; ) {
    const { flips, pagination } = await read<FlipPage>(path);
    found.push(...(flips ?? []).filter(wanted));
    path = `/flips?limit=20&cursor=${pagination.next_cursor}`;
    more = pagination.has_next;
  }
  return found;
}
