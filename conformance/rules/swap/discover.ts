/** Finds out what this server has to ask for: pairs, the caller's transactions and orders. */
import { type Call, type CredentialUse, type Exchange, isSuccess } from '../../model/exchange.ts';
import type { JsonObject } from '../../model/json.ts';
import { isObject } from '../../model/json.ts';
import type { Scene } from '../rule.ts';
import { listOf, objectOf } from '../shared/data.ts';
import { ask, isUuid, type Pair, pathOf, sameId } from './calls.ts';
import { swapKnown } from './known.ts';

/** Asks for something, and comes to a result. */
export type Search<Result> = Generator<Call, Result, Exchange>;

/** So many pairs are tried in search of the caller's transactions. */
const MOST_PAIRS = 3;

/** So many orders are tried. */
const MOST_ORDERS = 4;

export const PAIR_HINT = 'put transactions into the data, or name a pair as known.pair in the target file';
export const MINE_HINT = 'name a pair in which the caller has swapped as known.pair in the target file';
export const ORDER_HINT = 'name the follow id of an order of the caller as known.order in the target file';
export const TOKEN_HINT = 'name sign_in.keystores.caller, or credentials.AccessToken of swap, in the target file';

/** The pair of a transaction; null when its ids cannot be read. */
export function pairOf({ base_asset_id: base, quote_asset_id: quote }: JsonObject): Pair | null {
  return isUuid(base) && isUuid(quote) ? { base, quote } : null;
}

/** Whether two pairs are the same, in the same order. */
export function samePair(left: Pair, right: Pair): boolean {
  return sameId(left.base, right.base) && sameId(left.quote, right.quote);
}

function distinct(pairs: readonly (Pair | null)[]): readonly Pair[] {
  return pairs
    .filter((pair) => pair !== null)
    .filter((pair, index, all) => all.findIndex((other) => other !== null && samePair(other, pair)) === index);
}

/** The pairs of the tickers. */
export function tickerPairs(exchange: Exchange): readonly Pair[] {
  return Object.values(objectOf(exchange) ?? {}).flatMap((ticker): readonly Pair[] => {
    if (!isObject(ticker)) return [];
    const { base_id: base, quote_id: quote } = ticker;
    return isUuid(base) && isUuid(quote) ? [{ base, quote }] : [];
  });
}

/** Pairs of this server: the one that the target names, those of the latest transactions, else those of the tickers. */
export function* findPairs(scene: Scene): Search<readonly Pair[]> {
  const { pair } = swapKnown(scene);
  const listed =
    listOf(yield ask(scene, 'listTransactions', 'find pairs', { query: { limit: '3' } }), 'transactions') ?? [];
  const traded = distinct([pair ?? null, ...listed.map(pairOf)]);
  if (traded.length > 0) return traded.slice(0, MOST_PAIRS);
  return tickerPairs(yield ask(scene, 'listTickers', 'find pairs in tickers')).slice(0, MOST_PAIRS);
}

/** A pair: the one that the target names, else the first that is found; null when there is none. */
export function* findPair(scene: Scene): Search<Pair | null> {
  const { pair } = swapKnown(scene);
  if (pair !== undefined) return pair;
  const [first] = yield* findPairs(scene);
  return first ?? null;
}

/** Asks for the transactions of a user in a pair. */
export function mineCall(scene: Scene, pair: Pair, label: string, credentials: CredentialUse = 'given') {
  return ask(scene, 'listMyTransactions', label, { ...pathOf(pair), credentials, intent: intentOf(credentials) });
}

/** Of the caller's credentials it is known that they hold; whether there are others is not. */
function intentOf(credentials: CredentialUse) {
  return credentials === 'given' ? 'valid' : 'open';
}

/** A pair with the transactions of a user in it. */
interface Mine {
  readonly pair: Pair;
  readonly items: readonly JsonObject[];
}

/** The first pair in which a user has transactions; null when there is none, or no token that works. */
export function* findMine(scene: Scene, credentials: 'given' | 'other' = 'given'): Search<Mine | null> {
  const tokens = credentials === 'given' ? scene.target.credentials : scene.target.otherCredentials;
  if (tokens['AccessToken'] === undefined) return null;
  const { pair: known } = swapKnown(scene);
  const itemsIn = function* (pair: Pair): Search<Mine> {
    const exchange = yield mineCall(scene, pair, `find transactions of ${pair.base}/${pair.quote}`, credentials);
    return { pair, items: listOf(exchange, 'transactions') ?? [] };
  };
  if (known !== undefined) {
    const mine = yield* itemsIn(known);
    if (mine.items.length > 0) return mine;
  }
  for (const pair of yield* findPairs(scene)) {
    if (known !== undefined && samePair(pair, known)) continue;
    const mine = yield* itemsIn(pair);
    if (mine.items.length > 0) return mine;
  }
  return null;
}

/** Follow ids of transactions, each once. */
export function followIdsOf(items: readonly JsonObject[]): readonly string[] {
  return [...new Set(items.map(({ follow_id: id }) => id).filter(isUuid))];
}

/** Asks for an order. */
export function orderCall(scene: Scene, followId: string, label: string, credentials: CredentialUse = 'given') {
  return ask(scene, 'readOrder', label, { path: { follow_id: followId }, credentials, intent: 'open' });
}

/** An order that the caller may read. */
interface FoundOrder {
  readonly followId: string;
  readonly exchange: Exchange;
  readonly order: JsonObject;
}

/** The follow ids of orders that the caller may have: the one that the target names, and those of his transactions. */
export function* candidateOrders(scene: Scene): Search<readonly string[]> {
  const { order } = swapKnown(scene);
  const mine = yield* findMine(scene);
  const found = followIdsOf(mine?.items ?? []).filter((id) => id !== order);
  return [...(order === undefined ? [] : [order]), ...found].slice(0, MOST_ORDERS);
}

/** An order of the caller; null when none could be read. */
export function* findOrder(scene: Scene): Search<FoundOrder | null> {
  for (const followId of yield* candidateOrders(scene)) {
    const exchange = yield orderCall(scene, followId, `find order ${followId}`);
    const order = objectOf(exchange);
    if (isSuccess(exchange) && order !== null) return { followId, exchange, order };
  }
  return null;
}
