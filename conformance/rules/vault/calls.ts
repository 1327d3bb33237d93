/** The requests of vault, and where its answers have their lists. */
import { operationOf } from '../../model/api.ts';
import { callOf, noInput } from '../../model/call.ts';
import type { Call, CredentialUse, Exchange, HttpCall } from '../../model/exchange.ts';
import type { JsonObject } from '../../model/json.ts';
import type { Scene } from '../rule.ts';
import { listAt, pick } from '../shared/answers.ts';
import { type PagedList, walkWhole } from '../shared/paging.ts';

export const flips: PagedList = {
  operation: 'listFlips',
  noun: 'flips',
  items: '/flips',
  pagination: '/pagination',
};

export const vaults: PagedList = {
  operation: 'listVaults',
  noun: 'vaults',
  items: '/data/vaults',
  pagination: '/data/pagination',
};

export const myVaults: PagedList = { ...vaults, operation: 'listMyVaults', noun: "vaults of the caller's" };

/** Lists that are answered whole. */
export const assets = { operation: 'listAssets', items: '/data/assets' } as const;
export const collateralTypes = { operation: 'listCollateralTypes', items: '/collaterals' } as const;
export const flipEvents = { operation: 'listFlipEvents', parameter: 'flip', items: '/data/events' } as const;
export const vaultEvents = { operation: 'listVaultEvents', parameter: 'vat', items: '/data/events' } as const;

/** A list of which no more than so many pages are looked at. */
const MOST_PAGES = 4;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A request without inputs. */
export function plainCall(scene: Scene, operation: string, label = operation, credentials?: CredentialUse): HttpCall {
  const options = credentials === undefined ? { label } : { label, credentials };
  return callOf(operationOf(scene.api, operation), noInput, options);
}

/** A request about one thing. */
export function itemCall(
  scene: Scene,
  { operation, parameter }: { readonly operation: string; readonly parameter: string },
  id: string,
  label = `${operation} ${id}`,
): HttpCall {
  return callOf(operationOf(scene.api, operation), { ...noInput, path: { [parameter]: id } }, { label });
}

/** The items of the first pages of a list. */
export function* itemsOf(scene: Scene, list: PagedList): Generator<Call, readonly JsonObject[], Exchange> {
  const pages = yield* walkWhole(scene, list, noInput, MOST_PAGES);
  return pages.flatMap(({ items }) => items);
}

/** The items of a list that is answered whole. */
export function* wholeList(
  scene: Scene,
  { operation, items }: { readonly operation: string; readonly items: string },
): Generator<Call, readonly JsonObject[], Exchange> {
  return listAt(yield plainCall(scene, operation), items) ?? [];
}

/** The ids of things that can be asked for: document 3 has UUIDs in the paths. */
export function idsOf(items: readonly JsonObject[]): readonly string[] {
  return items.flatMap(({ id }) => (typeof id === 'string' && UUID.test(id) ? [id] : []));
}

/** Ids of some flips or vaults, the first and the last among them. */
export function* someIds(scene: Scene, list: PagedList): Generator<Call, readonly string[], Exchange> {
  return pick(idsOf(yield* itemsOf(scene, list)));
}
