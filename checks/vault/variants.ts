/** Conforming variants of vault. No rule may fail on them. */
import { described, type Variant } from '@wallet-services/conformance/core';
import type { JsonObject } from '@wallet-services/conformance/model';
import { jsonReply, together } from '@wallet-services/conformance/mutation';
import {
  idsInCapitals,
  inZone,
  limitedRate,
  members,
  onlyParameters,
  refusing,
  servedUnder,
  withMembers,
} from '../shared/answers.ts';
import { numbered, ownPages } from '../shared/pages.ts';

const figures = [
  'art',
  'beg',
  'box',
  'chop',
  'debt',
  'dunk',
  'dust',
  'duty',
  'ink',
  'line',
  'litter',
  'mat',
  'price',
  'rate',
  'supply',
];

function asNumbers(item: JsonObject): JsonObject {
  return { ...item, ...Object.fromEntries(figures.map((name) => [name, Number(item[name])])) };
}

/** Writes a collateral type in the form of an asset: its collateral, or the type itself with the name of an asset. */
function asAsset(idOf: 'gem' | 'id') {
  return (value: unknown): JsonObject => {
    const { name, price, ...item } = value as JsonObject;
    const chain = { logo: 'https://assets.example.org/none.png', chain_id: item['gem'], chain: null };
    return { id: item[idOf], name, symbol: name, ...chain, price: String(price) };
  };
}

const day = (text: unknown) => String(text).slice(0, 10);

const ownFlip = (flip: JsonObject): JsonObject => {
  const { tic, action, guy, end } = flip;
  return {
    ...flip,
    // A time that was never set, in the form of some languages.
    tic: tic ?? '0001-01-01T00:00:00Z',
    end: action === 3 || action === 'FlipDeal' ? 1_629_198_889 : end,
    guy: guy === '' ? '' : '100234',
    collateral_id: 'ETH-B',
  };
};

const ownVault = (value: unknown): JsonObject => {
  const vault = value as JsonObject;
  return { ...vault, created_at: Date.parse(String(vault['created_at'])) / 1000, identity_id: vault['id'] };
};

const NOTHING = { next_cursor: '', has_next: false };

export const variants: readonly Variant[] = [
  {
    id: 'runs the other way, ten a page, with places as cursors',
    about: ['vault.listFlips.order', 'vault.listVaults.order', 'vault.listMyVaults.order', 'vault.limited.default'],
    choices: (at) =>
      ownPages(at, {
        ...numbered(),
        reversed: true,
        standard: 10,
        maximum: 500,
        belowOne: 'standard',
        unknown: 'empty',
        last: String,
      }),
  },
  {
    id: 'writes words as cursors, refuses large limits, and begins anew at an unknown cursor',
    about: [
      'vault.paged.cursor-type',
      'vault.paged.last-cursor',
      'vault.limited.maximum',
      'vault.paged.unknown-cursor',
    ],
    choices: (at) =>
      ownPages(at, {
        standard: 30,
        maximum: 100,
        beyond: 'refuse',
        belowOne: 'refuse',
        unknown: 'refuse',
        cursor: (place) => `after-${place}`,
        place: (cursor) => (/^after-\d+$/.test(cursor) ? Number(cursor.slice(6)) : null),
        last: () => 'end',
      }),
  },
  {
    id: 'gives twenty at most, and nothing for a limit below one',
    about: ['vault.limited.maximum', 'vault.limited.below-one', 'vault.paged.last-cursor'],
    choices: (at) =>
      ownPages(at, {
        ...numbered(7_000_000_000_000, /^\d{13}$/),
        standard: 20,
        maximum: 20,
        beyond: 'cut',
        belowOne: 'empty',
        unknown: 'refuse',
        last: () => '0',
      }),
  },
  {
    id: 'serves under /api, refuses unknown query parameters, and refuses with plain text or with nothing',
    about: ['vault.base-address', 'vault.inputs.unknown', 'vault.errors.responses'],
    choices: () => [
      servedUnder('/vault/api/', '/vault/'),
      refusing((status) =>
        status === 400
          ? { status: 422, contentType: 'text/plain', body: 'this cannot be answered' }
          : { status: status === 401 ? 403 : 410, contentType: null, body: '' },
      ),
      onlyParameters('cursor', 'limit'),
    ],
    target: described('vault', ({ url }) => ({ url: `${url}/api` })),
  },
  {
    id: 'has ids in capitals, and limits its rate',
    about: ['vault.CollateralType.id.form', 'vault.limits.rate'],
    choices: () => [idsInCapitals, limitedRate(20)],
  },
  {
    id: 'writes counts as text, dates as days, ratios in percent, durations in minutes, and a single type as an asset',
    about: [
      'vault.CollateralType.created_at.form',
      'vault.CollateralType.mat.form',
      'vault.CollateralType.tau.unit',
      'vault.readCollateralType.form',
    ],
    choices: (at) => [
      at('listCollateralTypes').items.each((item) => ({
        ...item,
        number_of_vaults: String(item['number_of_vaults']),
        created_at: day(item['created_at']),
        rho: day(item['rho']),
        mat: String(Number(item['mat']) * 100),
        chop: '13',
        tau: 1440,
        ttl: 120,
      })),
      at('readCollateralType').value('/data', asAsset('id')),
    ],
  },
  {
    id: 'shows a single collateral type as its asset',
    about: ['vault.readCollateralType.form', 'vault.listCollateralTypes.envelope'],
    choices: (at) => [at('readCollateralType').value('/data', asAsset('gem'))],
  },
  {
    id: 'adds members everywhere',
    about: ['vault.listFlips.envelope', 'vault.listCollateralTypes.envelope'],
    choices: () => [withMembers({ note: { text: 'x' } })],
  },
  {
    id: 'writes flips in its own way: numbers from nought, empty text for no time, numbers for bidders, events forwards',
    about: [
      'vault.Flip.action.numbers',
      'vault.Flip.action.form',
      'vault.Flip.tic.unset',
      'vault.Flip.guy.form',
      'vault.Flip.collateral_id.form',
      'vault.Flip.vault_id.form',
      'vault.listFlipEvents.order',
      'vault.FlipEvent.action.values',
      'vault.Flip.transitions',
      'vault.Flip.tic.form',
    ],
    choices: (at) => [
      at('listFlips').items.each((flip) => ({
        ...ownFlip(flip),
        tic: flip['tic'],
        action: 3 - Number(flip['action']),
      })),
      at('readFlip').value('/data', (flip) => ownFlip(flip as JsonObject)),
      at('listFlipEvents').items.all((events) => {
        const forwards = events.toReversed();
        const last = forwards.at(-1);
        return last === undefined ? [] : [...forwards, { ...last, action: 'FlipYank' }];
      }),
    ],
  },
  {
    id: 'writes vaults and assets in its own way: times as numbers, other identities and actions, no chains, no prices',
    about: [
      'vault.Vault.identity_id.meaning',
      'vault.listVaultEvents.order',
      'vault.VaultEvent.action.values',
      'vault.Asset.chain.null',
      'vault.Asset.price.form',
      'vault.Asset.chain_id.none',
      'vault.Vault.created_at.form',
    ],
    choices: (at) => [
      at('listVaults').items.each(ownVault),
      at('listMyVaults').items.each(ownVault),
      at('readVault').value('/data', ownVault),
      // Events of the same moment may be in any order.
      at('listVaultEvents').items.all((events) => {
        const oldest = events.at(-1);
        const more = oldest === undefined ? events : [...events, { ...oldest, action: 'VatInit' }];
        return more.map((event) => ({ ...event, created_at: inZone(480)(event['created_at']) }));
      }),
      members(/^chain$/, () => null),
      ...['listAssets', 'readAsset'].map((id) =>
        at(id).value(id === 'readAsset' ? '/data/price' : '/data/assets/*/price', () => ''),
      ),
    ],
  },
  {
    id: 'writes figures as numbers, and has an error form of its own',
    about: ['vault.CollateralType.number-encoding', 'vault.errors.responses', 'vault.request-id', 'vault.versioning'],
    choices: (at) => [
      at('listCollateralTypes').items.each(asNumbers),
      at('readCollateralType').value('/data', (item) => asNumbers(item as JsonObject)),
      refusing(() => ({
        contentType: 'application/problem+json',
        body: '{"error":{"reason":"no"}}',
        headers: { 'x-request-id': 'c1f0b1f0-0000-4000-8000-000000000001', 'x-version': '7' },
      })),
    ],
  },
  {
    id: 'has other ids than UUIDs in flips',
    about: ['vault.Flip.collateral_id.form', 'vault.Flip.vault_id.form'],
    choices: (at) => {
      const other = (flip: unknown) => ({ ...Object(flip), collateral_id: 'BTC-A', vault_id: '#17' });
      return [at('listFlips').items.each(other), at('readFlip').value('/data', other)];
    },
  },
  {
    id: 'has no data yet',
    about: [],
    choices: (at) => [
      together(
        ...['readAsset', 'readCollateralType', 'readFlip', 'listFlipEvents', 'readVault', 'listVaultEvents'].map((id) =>
          at(id).instead(() => jsonReply(404, { code: 404, msg: 'nothing' })),
        ),
      ),
      ...['listAssets', 'listCollateralTypes'].map((id) => at(id).items.all(() => [])),
      at('listFlips').answer(() => ({ flips: [], pagination: NOTHING })),
      ...['listVaults', 'listMyVaults'].map((id) => at(id).value('/data', () => ({ vaults: [], pagination: NOTHING }))),
    ],
    target: described('vault', () => ({ known: {} })),
    undecided: ['vault.*', 'input.valid-accepted', 'input.invalid-refused'],
  },
];
