/** Routes through the pools: finds the best one, and encodes routes as text. */
import type { Decimal } from 'decimal.js';
import Hashids from 'hashids';
import { otherAsset, type Pool, type PoolSwap, swapIn } from './pools.ts';

/** Largest number of pools in a route. */
const HOPS = 4;

/** The swaps of a route, in order. */
export type Route = readonly [PoolSwap, ...PoolSwap[]];

export function filledBy(route: Route): Decimal {
  return (route.at(-1) ?? route[0]).amount;
}

export function routeIds(route: Route): number[] {
  return route.map(({ before }) => before.route_id);
}

/** The assets along the route, from the paid one to the received one. */
export function routeAssets(route: Route): string[] {
  return [route[0].pay_asset_id, ...route.map(({ fill_asset_id }) => fill_asset_id)];
}

/**
 * The route with the highest result, with at most 4 pools; of equal ones the shortest, then the first one in the order
 * of the pools.
 *
 * @returns undefined when no route has a result
 */
export function bestRoute(
  pools: readonly Pool[],
  payAssetId: string,
  fillAssetId: string,
  funds: Decimal,
): Route | undefined {
  let best: Route | undefined;
  for (const route of routesFrom(pools, payAssetId, funds, fillAssetId, [])) {
    const gain = best === undefined ? 1 : filledBy(route).comparedTo(filledBy(best));
    if (best === undefined || gain > 0 || (gain === 0 && route.length < best.length)) best = route;
  }
  return best;
}

function* routesFrom(
  pools: readonly Pool[],
  assetId: string,
  funds: Decimal,
  fillAssetId: string,
  way: readonly PoolSwap[],
): Generator<Route> {
  for (const pool of pools) {
    const next = otherAsset(pool, assetId);
    const visited = way.some(({ pay_asset_id, before }) => pay_asset_id === next || before.route_id === pool.route_id);
    const swap = visited ? undefined : swapIn(pool, assetId, funds);
    if (swap === undefined) continue;
    const [first = swap, ...rest] = [...way, swap];
    if (next === fillAssetId) yield [first, ...rest];
    else if (way.length + 1 < HOPS) {
      yield* routesFrom(pools, swap.fill_asset_id, swap.amount, fillAssetId, [first, ...rest]);
    }
  }
}

/**
 * Follows a given route.
 *
 * @returns undefined when it has no result, or does not connect the two assets
 */
export function followRoute(
  pools: readonly Pool[],
  ids: readonly number[],
  payAssetId: string,
  fillAssetId: string,
  funds: Decimal,
): Route | undefined {
  const way: PoolSwap[] = [];
  for (const id of ids) {
    const pool = pools.find(({ route_id }) => route_id === id);
    const last = way.at(-1);
    const swap =
      pool === undefined ? undefined : swapIn(pool, last?.fill_asset_id ?? payAssetId, last?.amount ?? funds);
    if (swap === undefined) return undefined;
    way.push(swap);
  }
  const [first, ...rest] = way;
  if (first === undefined || (rest.at(-1) ?? first).fill_asset_id !== fillAssetId) return undefined;
  return [first, ...rest];
}

/**
 * The asset to pay so that a route ends at an asset.
 *
 * @returns undefined when the route does not lead to it: unknown or repeated pools, pools that do not join, or a round
 *   trip
 */
export function startOf(pools: readonly Pool[], ids: readonly number[], fillAssetId: string): string | undefined {
  if (new Set(ids).size !== ids.length) return undefined;
  let asset: string | undefined = fillAssetId;
  for (const id of ids.toReversed()) {
    const pool = pools.find(({ route_id }) => route_id === id);
    asset = pool === undefined || asset === undefined ? undefined : otherAsset(pool, asset);
  }
  return asset === fillAssetId ? undefined : asset;
}

/** With this salt, codes have at least five characters and the route of the document's example has its code. */
const SALT = '44688893 swap routes';
const SHORTEST = 5;
const CHARACTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890';
const SEPARATORS = 'cfhimstuCFHISTU';

const LONGEST = 64;

/**
 * Encodes routes as text and decodes them: the numbers of the pools, in order, as Hashids.
 *
 * @example
 * createRouteCodes().write([2, 1]) // 'Lg7mZ'
 */
export function createRouteCodes() {
  const hashids = new Hashids(SALT, SHORTEST, CHARACTERS, SEPARATORS);
  return {
    write: (ids: readonly number[]): string => hashids.encode([...ids]),

    /** @returns undefined when the text is not a route of 1 to 4 pools */
    read(text: string): number[] | undefined {
      if (text.length > LONGEST || !hashids.isValidId(text) || !/^[A-Za-z0-9]+$/.test(text)) return undefined;
      const ids = hashids.decode(text).map(Number);
      return ids.length >= 1 && ids.length <= HOPS ? ids : undefined;
    },
  };
}

export type RouteCodes = ReturnType<typeof createRouteCodes>;
