/** Servers that tell wrong things of assets and collateral types. */

import { changed, isMeant, jsonReply } from '../../../fault/proxy/reply.ts';
import type { Mutant } from '../../mutant.ts';
import { at, inEach, inItem, inLast, inList } from '../change.ts';
import { alwaysTheFirst, NOBODY, neverEmpty, number, swapped } from './mistakes.ts';

export const assetMutants: readonly Mutant[] = [
  {
    id: 'the last asset of the list cannot be read',
    kills: 'vault.assets.readable',
    fault: inList(at.assets, 'assets', (items) => [...items, { ...items.at(-1), id: NOBODY }]),
  },
  {
    id: 'assets without a chain cannot be read',
    kills: 'vault.assets.readable',
    fault: () => async (request, next) => {
      const reply = await next(request);
      return isMeant(request, at.asset) && reply.kind === 'reply' && reply.body.includes('"chain":null')
        ? jsonReply(404, { code: 404, msg: 'there is no asset' })
        : reply;
    },
  },
  { id: 'every id is answered with the first asset', kills: 'vault.assets.by-id', fault: alwaysTheFirst(at.asset) },
  { id: 'an unknown id is answered with some asset', kills: 'vault.assets.by-id', fault: neverEmpty(at.asset) },
  {
    id: 'a single asset has its name and symbol swapped',
    kills: 'vault.assets.by-id',
    fault: inItem(at.asset, swapped('name', 'symbol')),
  },
  {
    id: 'a single asset is told as its chain',
    kills: 'vault.assets.by-id',
    fault: inItem(at.asset, (item) => ({ id: item['chain_id'] === '' ? item['id'] : item['chain_id'] })),
  },
];

export const collateralMutants: readonly Mutant[] = [
  {
    id: 'the list of collateral types has an envelope',
    kills: 'vault.cats.no-envelope',
    fault: () => changed(at.cats, (json) => ({ ts: Date.now(), data: json })),
  },
  {
    id: 'the debt of a collateral type is its normalized debt',
    kills: 'vault.cats.debt-is-art-times-rate',
    fault: inEach(at.cats, 'collaterals', (item) => ({ debt: item['art'] })),
  },
  {
    id: 'the debt of one collateral type is a percent off',
    kills: 'vault.cats.debt-is-art-times-rate',
    fault: inEach(at.cats, 'collaterals', ({ debt }, index) => (index === 1 ? { debt: `${number(debt) * 1.01}` } : {})),
  },
  {
    id: 'the collateral of the last type is an asset that nobody knows',
    kills: 'vault.cats.assets-known',
    fault: inLast(at.cats, 'collaterals', () => ({ gem: NOBODY })),
  },
  {
    id: 'the stable asset of a collateral type is the type itself',
    kills: 'vault.cats.assets-known',
    fault: inEach(at.cats, 'collaterals', ({ id }) => ({ dai: id })),
  },
  {
    id: 'every id is answered with the first collateral type',
    kills: 'vault.cats.by-id',
    fault: alwaysTheFirst(at.cat),
  },
  { id: 'an unknown id is answered with some collateral type', kills: 'vault.cats.by-id', fault: neverEmpty(at.cat) },
  {
    id: 'a single collateral type has collateral and stable asset swapped',
    kills: 'vault.cats.by-id',
    fault: inItem(at.cat, swapped('gem', 'dai')),
  },
];
