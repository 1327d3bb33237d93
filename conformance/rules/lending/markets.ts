/** The list holds every market, in one page. What "every" is must be learnt elsewhere: from the target, RPC, Supplies. */
import type { Trace } from '../../model/exchange.ts';
import { type JsonObject, objectsOf } from '../../model/json.ts';
import { blockedBy, broken, exchangeOf, inconclusive, pass } from '../judgement.ts';
import type { Judgement, Rule, Scene, Script } from '../rule.ts';
import { itemsOf, marketsCall, rpcCall, transactionsCall } from './calls.ts';
import { lendingKnown } from './known.ts';

const SUPPLY = 1;

function script(scene: Scene): () => Script {
  return function* () {
    yield marketsCall(scene, 'first');
    yield marketsCall(scene, 'second');
    yield transactionsCall(scene, 'transactions');
    for (const protocol of scene.rpcProtocols) yield rpcCall(protocol, 'AllMarkets', {}, protocol);
  };
}

function assetIds(items: readonly JsonObject[] | null, name = 'asset_id'): readonly string[] {
  return (items ?? []).flatMap(({ [name]: id }) => (typeof id === 'string' && id !== '' ? [id.toLowerCase()] : []));
}

function repeatedId(markets: readonly JsonObject[]): unknown {
  const ids = markets.map(({ id }) => id);
  return ids.find((id, index) => id !== undefined && ids.indexOf(id) !== index);
}

/** Assets that were supplied, by the transactions: each had a market. */
function suppliedAssets(trace: Trace): readonly string[] {
  const transactions = itemsOf(exchangeOf(trace, 'transactions')) ?? [];
  return assetIds(objectsOf(transactions).filter(({ action }) => action === SUPPLY));
}

/** Markets that the list must hold: those the target names, and those the same server tells of over RPC. */
function expectedAssets(trace: Trace, scene: Scene): readonly string[] {
  const overRpc = scene.rpcProtocols.flatMap((protocol) => {
    const items = itemsOf(exchangeOf(trace, protocol));
    return [...assetIds(items, 'assetId'), ...assetIds(items)];
  });
  return [...(lendingKnown(scene).markets ?? []).map((id) => id.toLowerCase()), ...overRpc];
}

function judge(trace: Trace, scene: Scene): readonly Judgement[] {
  const first = exchangeOf(trace, 'first');
  const second = exchangeOf(trace, 'second');
  const markets = itemsOf(first);
  const again = itemsOf(second);
  if (first === undefined || markets === null) return [blockedBy(first)];
  if (second === undefined || again === null) return [blockedBy(second)];
  const expected = 'every market, once';
  const repeated = repeatedId(markets);
  if (repeated !== undefined) {
    return [
      broken({ expected, actual: `market ${String(repeated)} is listed twice`, pointer: '/data', exchange: first }),
    ];
  }
  const listed = new Set(assetIds(again));
  const lost = assetIds(markets).find((id) => !listed.has(id));
  if (lost !== undefined) {
    const actual = `the market of asset ${lost} is in one answer and missing in the next`;
    return [broken({ expected, actual, pointer: '/data', exchange: second })];
  }
  const wanted = expectedAssets(trace, scene);
  const missing = [...new Set(wanted)].filter((id) => !listed.has(id));
  if (missing.length > 0) {
    const actual = `the market of asset ${missing.join(', ')} is missing`;
    return [broken({ expected, actual, pointer: '/data', exchange: second })];
  }
  return [decided(wanted.length > 0, suppliedAssets(trace), listed)];
}

function decided(compared: boolean, supplied: readonly string[], listed: ReadonlySet<string>): Judgement {
  if (compared) return pass;
  const hint = 'name the asset ids of some markets as known.markets, or an RPC address, in the target file';
  const unlisted = supplied.find((id) => !listed.has(id));
  if (unlisted !== undefined) {
    return inconclusive(
      `asset ${unlisted} was supplied, and has no market: the list is not whole, or the market is gone`,
      hint,
    );
  }
  return supplied.length > 0 ? pass : inconclusive('nothing tells which markets there are', hint);
}

export const allMarkets: Rule = {
  id: 'lending.markets.all',
  plan: (scene) => [{ id: 'markets', operation: 'listMarkets', script: script(scene) }],
  judge,
};
