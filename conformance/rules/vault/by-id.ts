/** What is read alone is what the path names. */
import type { JsonObject } from '../../model/json.ts';
import type { Rule } from '../rule.ts';
import { byId, type ReadById } from '../shared/by-id.ts';
import { assets, collateralTypes, flips, itemsOf, vaults, wholeList } from './calls.ts';

const data = '/data';

export const readAsset = {
  operation: 'readAsset',
  parameter: 'asset',
} as const;

export const readCollateralType = { operation: 'readCollateralType', parameter: 'cat' } as const;

export const readFlip = { operation: 'readFlip', parameter: 'flip' } as const;

export const readVault = { operation: 'readVault', parameter: 'vat' } as const;

/** A single collateral type is shown in the form of an asset: only what has a collateral type's members is one. */
function isCollateralType(item: JsonObject): boolean {
  return ['gem', 'dai', 'art', 'ink'].some((member) => Object.hasOwn(item, member));
}

const reads: readonly ReadById[] = [
  {
    ...readAsset,
    id: 'vault.assets.by-id',
    noun: 'asset',
    pointer: data,
    list: assets,
    listed: (scene) => wholeList(scene, assets),
    lasting: ['name', 'symbol', 'logo', 'chain_id'],
  },
  {
    ...readCollateralType,
    id: 'vault.cats.by-id',
    noun: 'collateral type',
    pointer: data,
    list: collateralTypes,
    listed: (scene) => wholeList(scene, collateralTypes),
    lasting: ['name', 'created_at', 'gem', 'dai'],
    applies: isCollateralType,
  },
  {
    ...readFlip,
    id: 'vault.flips.by-id',
    noun: 'flip',
    pointer: data,
    list: flips,
    listed: (scene) => itemsOf(scene, flips),
    lasting: ['created_at', 'collateral_id', 'vault_id'],
  },
  {
    ...readVault,
    id: 'vault.vats.by-id',
    noun: 'vault',
    pointer: data,
    list: vaults,
    listed: (scene) => itemsOf(scene, vaults),
    lasting: ['created_at', 'collateral_id', 'identity_id'],
  },
];

export const byIdRules: readonly Rule[] = reads.map(byId);
