/** A request of every operation that can be asked on this server. */
import { noInput } from '../../model/call.ts';
import type { Call, Exchange, HttpCall } from '../../model/exchange.ts';
import type { Scene } from '../rule.ts';
import { pick } from '../shared/answers.ts';
import { pageCall, pageOf } from '../shared/paging.ts';
import {
  assets,
  collateralTypes,
  flipEvents,
  flips,
  idsOf,
  itemCall,
  myVaults,
  plainCall,
  vaultEvents,
  vaults,
  wholeList,
} from './calls.ts';

const readAsset = { operation: 'readAsset', parameter: 'asset' } as const;
const readCollateralType = { operation: 'readCollateralType', parameter: 'cat' } as const;
const readFlip = { operation: 'readFlip', parameter: 'flip' } as const;
const readVault = { operation: 'readVault', parameter: 'vat' } as const;

/**
 * Asks for ids and gives a request of every operation, of some with two ids: each label is unique. The caller's vaults
 * are among them where the target has a token.
 */
export function* everyCall(scene: Scene): Generator<Call, readonly HttpCall[], Exchange> {
  const firstOf = function* (list: typeof flips): Generator<Call, readonly string[], Exchange> {
    const page = pageOf(list, yield pageCall(scene, list, noInput, {}, { label: `ids of ${list.noun}` }));
    return idsOf(page?.items ?? []);
  };
  const ends = (ids: readonly string[]) => [...new Set([...pick(ids).slice(0, 1), ...pick(ids).slice(-1)])];
  const assetIds = ends(idsOf(yield* wholeList(scene, assets)));
  const typeIds = ends(idsOf(yield* wholeList(scene, collateralTypes)));
  const flipIds = ends(yield* firstOf(flips));
  const vaultIds = ends(yield* firstOf(vaults));
  const of = (one: { readonly operation: string; readonly parameter: string }, ids: readonly string[]) =>
    ids.map((id) => itemCall(scene, one, id));
  const plain = [
    'readInfo',
    'readTime',
    assets.operation,
    collateralTypes.operation,
    flips.operation,
    vaults.operation,
  ];
  const mine = scene.target.credentials['AccessToken'] === undefined ? [] : [myVaults.operation];
  return [
    ...[...plain, ...mine].map((id) => plainCall(scene, id)),
    ...of(readAsset, assetIds),
    ...of(readCollateralType, typeIds),
    ...of(readFlip, flipIds),
    ...of(flipEvents, flipIds),
    ...of(readVault, vaultIds),
    ...of(vaultEvents, vaultIds),
  ];
}
