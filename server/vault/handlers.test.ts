import type {
  Asset,
  CollateralType,
  Flip,
  FlipEvent,
  FlipPage,
  Vault,
  VaultEvent,
} from '@wallet-services/contract/vault';
import { describe, expect, test } from 'vitest';
import { exampleAnswer, readDocument } from '../contract/index.ts';
import { call, VALIDATORS } from '../testing/server.ts';
import { type Served, servedVault, sharedVault } from '../testing/vault.ts';
import { everything, lists, pagedLists } from '../testing/vault-pages.ts';

const document = await readDocument('vault');

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

/** Time of the examples, in milliseconds. */
const NOW = 1_629_198_889_123;

/** The error form with a code. */
const refusal = (code: number) => ({ status: code, body: { code, msg: expect.stringMatching(/\w/) } });

const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });

async function data<Data>({ api }: Served, path: string): Promise<Data> {
  const { status, body } = await call(`${api}${path}`);
  expect(status).toBe(200);
  return (body as { data: Data }).data;
}

describe.each(VALIDATORS)('vault over HTTP, validated by %s', (validator) => {
  const served = sharedVault({ validator, clock: () => NOW });

  describe('the examples of the document', () => {
    test.each([
      ['/info', 'readInfo', undefined],
      ['/assets', 'listAssets', undefined],
      ['/assets/b2f4c6d8-0a1e-3d5f-a7c9-4e6b8d0f2a13', 'readAsset', 'on-a-chain'],
      ['/assets/93c5e7f9-1b3d-3f60-8a4c-6e8091b3d5f7', 'readAsset', 'without-a-chain'],
      ['/cats/d1f0a3b5-6c7e-3a42-9f10-8b2c4d6e0f71', 'readCollateralType', 'collateral-type'],
      ['/flips?limit=2', 'listFlips', 'first-page'],
      ['/flips/73f6091b-c2d4-30a8-b576-e18293ac6d37', 'readFlip', 'bidding'],
      ['/flips/84071a2c-d3e5-31b9-8687-f293a4bd7e48', 'readFlip', 'no-bid-yet'],
      ['/flips/73f6091b-c2d4-30a8-b576-e18293ac6d37/events', 'listFlipEvents', undefined],
      ['/vats?limit=3', 'listVaults', 'first-page'],
      ['/vats/0a90a3b5-6c7e-3a42-8f10-8b2c3d5e0fd1', 'readVault', undefined],
      ['/vats/0a90a3b5-6c7e-3a42-8f10-8b2c3d5e0fd1/events', 'listVaultEvents', undefined],
    ])('GET %s is answered as in %s', async (path, operation, name) => {
      const { api } = served();
      const { status, headers, body } = await call(`${api}${path}`);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      const example = exampleAnswer<Record<string, unknown>>(document, operation, name);
      // Cursors are opaque: their values depend on the other data.
      if (operation === 'listFlips') {
        expect(body).toMatchObject({ flips: example['flips'], pagination: { has_next: true } });
      } else expect(body).toEqual({ ...example, ...('ts' in example ? { ts: NOW } : {}) });
    });

    test('contain every collateral type, with the figures derived from vaults, auctions and prices', async () => {
      const { api } = served();
      const { collaterals } = (await call(`${api}/cats`)).body as { collaterals: CollateralType[] };
      const shown = exampleAnswer<{ collaterals: CollateralType[] }>(
        document,
        'listCollateralTypes',
        'decimal-strings',
      );
      expect(collaterals.length).toBeGreaterThan(shown.collaterals.length);
      for (const type of shown.collaterals) expect(collaterals).toContainEqual(type);
    });

    test('contain every vault of the lists, and the finished auction', async () => {
      const all = served();
      const second = exampleAnswer<{ data: { vaults: Vault[] } }>(document, 'listVaults', 'last-page').data.vaults;
      expect((await lists['/vats'].page(all, '?cursor=3&limit=2')).items).toEqual(second);
      const ended = exampleAnswer<FlipPage>(document, 'listFlips', 'last-page').flips ?? [];
      for (const { action, ...flip } of ended) {
        expect(action).toBe(3);
        expect(await data(all, `/flips/${flip.id}`)).toEqual({ ...flip, action: 'FlipDeal' });
      }
    });
  });

  test('the time is sent as ISO 8601 in UTC and in seconds, at the moment of the envelope', async () => {
    const { api } = await servedVault({ validator, clock: () => Date.UTC(2026, 1, 3, 4, 5, 6, 789) });
    expect((await call(`${api}/time`)).body).toEqual({
      ts: 1_770_091_506_789,
      data: { iso: '2026-02-03T04:05:06.789Z', epoch: 1_770_091_506 },
    });
  });

  test('the envelope contains the time of the server in milliseconds', async () => {
    const { api } = await servedVault({ validator });
    const before = Date.now();
    const { ts } = (await call(`${api}/info`)).body as { ts: number };
    expect(ts).toBeGreaterThanOrEqual(before);
    expect(ts).toBeLessThanOrEqual(Date.now());
  });

  test('collateral types and flips have no envelope, all other answers have one', async () => {
    const all = served();
    const { api } = all;
    const members = async (path: string) => Object.keys((await call(`${api}${path}`)).body as object).toSorted();
    expect(await members('/cats')).toEqual(['collaterals']);
    expect(await members('/flips')).toEqual(['flips', 'pagination']);
    for (const path of ['/info', '/time', '/assets', '/vats', `/cats/${(await firstType(all)).id}`]) {
      expect(await members(path)).toEqual(['data', 'ts']);
    }
  });

  test('every listed asset can be read by id, and the assets of collateral types exist', async () => {
    const all = served();
    const { assets } = await data<{ assets: Asset[] }>(all, '/assets');
    for (const asset of assets) expect(await data(all, `/assets/${asset.id}`)).toEqual(asset);
    const { collaterals } = (await call(`${all.api}/cats`)).body as { collaterals: CollateralType[] };
    const known = assets.map(({ id }) => id);
    for (const { gem, dai } of collaterals) expect(known).toEqual(expect.arrayContaining([gem, dai]));
  });

  test('a collateral type can be read by id, whatever the case of its id', async () => {
    const all = served();
    const type = await firstType(all);
    expect(await data(all, `/cats/${type.id}`)).toEqual(type);
    expect(await data(all, `/cats/${type.id.toUpperCase()}`)).toEqual(type);
  });

  test('the numbers of a collateral type are decimal strings, its counts are integers', async () => {
    const type: Readonly<Record<string, unknown>> = { ...(await firstType(served())) };
    for (const name of ['art', 'beg', 'box', 'chop', 'debt', 'dunk', 'dust', 'duty', 'ink', 'line']) {
      expect(type[name]).toMatch(/^\d+(\.\d+)?$/);
    }
    for (const name of ['litter', 'mat', 'price', 'rate', 'supply']) expect(type[name]).toMatch(/^\d+(\.\d+)?$/);
    for (const name of ['tau', 'ttl', 'number_of_vaults']) expect(Number.isInteger(type[name])).toBe(true);
  });

  test('an action is a number in the list and a name in a single read', async () => {
    const all = served();
    const { items } = await lists['/flips'].page(all, '?limit=500');
    const names = ['FlipKick', 'FlipBid', 'FlipDeal'];
    for (const [position, name] of names.entries()) {
      const some = items.filter(({ action }) => action === position + 1).slice(0, 5);
      expect(some.length).toBeGreaterThanOrEqual(3);
      for (const { id, ...listed } of some) {
        const flip = await data<Flip>(all, `/flips/${id}`);
        expect(flip).toEqual({ ...listed, id, action: name });
        const { events } = await data<{ events: FlipEvent[] }>(all, `/flips/${id}/events`);
        expect(events[0]).toMatchObject({ action: name, bid: flip.bid, lot: flip.lot });
        expect(events.at(-1)).toMatchObject({ action: 'FlipKick', bid: '0', created_at: flip.created_at });
        expect(events.every(({ flip_id }) => flip_id === id)).toBe(true);
      }
    }
  });

  test('the resources that a flip refers to can be read', async () => {
    const all = served();
    for (const { collateral_id, vault_id } of (await lists['/flips'].page(all, '?limit=5')).items) {
      expect(await data(all, `/cats/${collateral_id}`)).toMatchObject({ id: collateral_id });
      expect(await data(all, `/vats/${vault_id}`)).toMatchObject({ id: vault_id, collateral_id });
      const { events } = await data<{ events: VaultEvent[] }>(all, `/vats/${vault_id}/events`);
      expect(events.every((event) => event.vault_id === vault_id)).toBe(true);
    }
  });

  describe.each(pagedLists)('the pages of %s', (path, list) => {
    test('hold the default number, or the rest of the list', async () => {
      const all = served();
      const { items, pagination } = await list.page(all);
      if (pagination.has_next) expect(items).toHaveLength(list.standard);
      else expect(items.length).toBeLessThanOrEqual(list.standard);
      expect(await list.page(all, `?limit=${list.standard}`)).toEqual({ items, pagination });
    });

    test.each([1, 7, 40])('of %d contain the whole list, without repetitions or gaps', async (limit) => {
      const all = served();
      const whole = await everything((query) => list.page(all, query), 500);
      const most = limit === 1 ? 12 : Number.POSITIVE_INFINITY;
      const walked = await everything((query) => list.page(all, query), limit, most);
      expect(walked).toEqual(whole.slice(0, walked.length));
      if (limit > 1) expect(walked).toHaveLength(whole.length);
      expect(new Set(whole.map(({ id }) => id)).size).toBe(whole.length);
    });

    test('hold at most 500, whatever the limit', async () => {
      const all = served();
      const { items } = await list.page(all, '?limit=500');
      for (const limit of ['501', '1000000', '9007199254740993']) {
        expect((await list.page(all, `?limit=${limit}`)).items).toEqual(items);
      }
      expect(items.length).toBeLessThanOrEqual(500);
    });

    test('start at the beginning without a cursor', async () => {
      const all = served();
      const { pagination } = await list.page(all, '?limit=1');
      expect(pagination).toEqual({ next_cursor: expect.stringMatching(/^\d+$/), has_next: true });
      expect(await list.page(all, `?unknown=1&limit=1`)).toMatchObject({ pagination });
    });

    test.each([
      'limit=0',
      'limit=-1',
      'limit=1.5',
      'limit=ten',
      'limit=',
      'limit=%20',
      'limit=1e2',
      'limit=0x10',
      'limit=NaN',
      'limit=1&limit=2',
      'cursor=0',
      'cursor=-1',
      'cursor=1000000',
      'cursor=one',
      'cursor=1.5',
      'cursor=9223372036854775807',
      'cursor=99999999999999999999999',
      'cursor=1&cursor=2',
      'cursor=%00',
    ])('with %s are rejected', async (query) => {
      const all = served();
      const init = path === '/me/vats' ? bearer(await all.tokenOf('Mira')) : {};
      expect(await call(`${all.api}${path}?${query}`, init)).toMatchObject(refusal(400));
    });
  });

  describe("the caller's vaults", () => {
    test.each(['Mira', 'Jonas', 'Aiko'] as const)('of %s are some of all vaults', async (person) => {
      const all = served();
      const init = bearer(await all.tokenOf(person));
      const { body } = await call(`${all.api}/me/vats?limit=500`, init);
      const { vaults } = (body as { data: { vaults: Vault[] } }).data;
      expect(vaults.length).toBeGreaterThan(5);
      const whole = await everything((query) => lists['/vats'].page(all, query), 500);
      expect(whole.filter(({ id }) => vaults.some((own) => own.id === id))).toEqual(vaults);
    });

    test("contain no other user's vaults", async () => {
      const all = served();
      const owners = await Promise.all(
        (['Mira', 'Jonas', 'Aiko'] as const).map(async (person) => {
          const { body } = await call(`${all.api}/me/vats?limit=500`, bearer(await all.tokenOf(person)));
          return (body as { data: { vaults: Vault[] } }).data.vaults.map(({ id }) => id);
        }),
      );
      expect(new Set(owners.flat()).size).toBe(owners.flat().length);
    });

    test('begin with those of the example', async () => {
      const shown = exampleAnswer<{ data: { vaults: Vault[] } }>(document, 'listMyVaults', 'all-in-one-page');
      const { items } = await lists['/me/vats'].page(served(), '?limit=2');
      expect(items).toEqual(shown.data.vaults);
    });

    test('do not take a cursor of somebody else’s vault', async () => {
      const all = served();
      // The second vault is Aiko's.
      expect(await call(`${all.api}/me/vats?cursor=2`, bearer(await all.tokenOf('Mira')))).toMatchObject(refusal(400));
      expect(await call(`${all.api}/me/vats?cursor=2`, bearer(await all.tokenOf('Aiko')))).toMatchObject({
        status: 200,
      });
    });

    test.each([
      ['that signed another request', { method: 'POST' }],
      ['that signed another path', { path: '/me/vats' }],
      ['that has run out', { clock: () => NOW - 601_000 }],
      ['that is from the future', { clock: () => NOW + 3_600_000 }],
      ['of another scope', { scope: 'PROFILE:READ' }],
    ])('are rejected with a token %s', async (_which, options) => {
      const { api, tokenOf } = served();
      expect(await call(`${api}/me/vats`, bearer(await tokenOf('Mira', options)))).toMatchObject(refusal(401));
    });

    test('are rejected with a token of an untrusted application, and with one in another form', async () => {
      const { api, tokenOf } = served();
      const token = await tokenOf('Mira');
      for (const wrong of [await tokenOf('Lantern Feed'), `${token}=`, `${token}==`]) {
        expect(await call(`${api}/me/vats`, bearer(wrong))).toMatchObject(refusal(401));
      }
    });

    test('are listed as long as a token of ten minutes holds', async () => {
      const { api, tokenOf } = served();
      const token = await tokenOf('Mira', { clock: () => NOW - 595_000 });
      expect(await call(`${api}/me/vats`, bearer(token))).toMatchObject({ status: 200 });
    });

    test.each([
      ['no credential', {}],
      ['an empty credential', { Authorization: '' }],
      ['another scheme', { Authorization: 'Basic bWlyYTptaXJh' }],
      ['no token', { Authorization: 'Bearer' }],
      ['a made-up token', { Authorization: 'Bearer nonsense' }],
      ['a token of three parts', { Authorization: 'Bearer e30.e30.e30' }],
    ])('are rejected with %s', async (_what, headers) => {
      const { api } = served();
      expect(await call(`${api}/me/vats`, { headers })).toMatchObject(refusal(401));
    });
  });

  test('everything else is public, and does not check credentials', async () => {
    const all = served();
    const { items } = await lists['/flips'].page(all, '?limit=1');
    const flip = items[0]?.id;
    for (const path of [
      '/info',
      '/time',
      '/assets',
      '/cats',
      '/flips',
      `/flips/${flip}`,
      `/flips/${flip}/events`,
      '/vats',
    ]) {
      const headers = { Authorization: 'Bearer nonsense' };
      expect(await call(`${all.api}${path}`, { headers })).toMatchObject({ status: 200 });
    }
  });

  test.each(['/assets', '/cats', '/flips', '/vats'])('%s rejects unknown ids', async (path) => {
    const { api } = served();
    expect(await call(`${api}${path}/${UNKNOWN_ID}`)).toMatchObject(refusal(404));
    for (const bad of ['1', 'BTC-A', `${UNKNOWN_ID}0`, '%00', '%F0%9F%98%80', `{${UNKNOWN_ID}}`]) {
      expect(await call(`${api}${path}/${bad}`)).toMatchObject(refusal(400));
    }
  });

  test.each(['/flips', '/vats'])('%s has no events for unknown ids', async (path) => {
    const { api } = served();
    expect(await call(`${api}${path}/${UNKNOWN_ID}/events`)).toMatchObject(refusal(404));
    expect(await call(`${api}${path}/nonsense/events`)).toMatchObject(refusal(400));
  });

  test('requests change nothing', async () => {
    const all = served();
    const paths = ['/info', '/assets', '/cats', '/flips?limit=500', '/vats?limit=500'];
    const read = () => Promise.all(paths.map(async (path) => (await call(`${all.api}${path}`)).body));
    expect(await read()).toEqual(await read());
  });

  test('every path accepts GET only', async () => {
    const { api } = served();
    for (const path of [
      '/info',
      '/time',
      '/assets',
      '/cats',
      '/flips',
      '/vats',
      '/me/vats',
      `/vats/${UNKNOWN_ID}/events`,
    ]) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const answer = await call(`${api}${path}`, { method });
        expect(answer).toMatchObject(refusal(405));
        expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
      }
    }
    expect(await call(`${api}/vaults`)).toMatchObject(refusal(404));
  });
});

async function firstType({ api }: Served): Promise<CollateralType> {
  const { collaterals } = (await call(`${api}/cats`)).body as { collaterals: [CollateralType] };
  return collaterals[0];
}
