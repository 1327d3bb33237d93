/**
 * The list contains every market, in one page (document 1). The complete set of markets comes from other sources: the
 * target, RPC, Supplies.
 */
import {
  blockedBy,
  broken,
  described,
  inconclusive,
  type OwnRule,
  pass,
  sendTo,
} from '@wallet-services/conformance/core';
import type { JsonObject } from '@wallet-services/conformance/model';
import { allTransactions, itemsOf, sendRpc } from '../calls.ts';
import { lendingKnown } from '../known.ts';

const SUPPLY = 1;

function assetIds(items: readonly JsonObject[] | null, name = 'asset_id'): readonly string[] {
  return (items ?? []).flatMap(({ [name]: id }) => (typeof id === 'string' && id !== '' ? [id.toLowerCase()] : []));
}

export default {
  id: 'lending.listMarkets.complete',
  async check(ctx, report) {
    const first = await sendTo(ctx, 'listMarkets', {}, { label: 'first' });
    const second = await sendTo(ctx, 'listMarkets', {}, { label: 'second' });
    const [markets, again] = [itemsOf(first), itemsOf(second)];
    if (markets === null || again === null) return report(blockedBy(markets === null ? first : second));
    const wanted = [...(lendingKnown(ctx.suite).markets ?? []).map((id) => id.toLowerCase())];
    const numbers = new Set(again.map(({ id }) => String(id)));
    // A market that is listed under its number, but with another asset, is wrong and not missing.
    const otherwise = new Set<string>();
    for (const protocol of ctx.suite.rpcProtocols) {
      const items = itemsOf(await sendRpc(ctx, protocol, 'AllMarkets'));
      const assetsOf = (some: typeof items) => [...assetIds(some, 'assetId'), ...assetIds(some)];
      wanted.push(...assetsOf(items));
      for (const id of assetsOf((items ?? []).filter((item) => numbers.has(String(item['id']))))) otherwise.add(id);
    }
    const miss = (actual: string, exchange: typeof first) =>
      report(broken({ expected: 'every market once', actual, pointer: '/data', exchange }));
    const ids = markets.map(({ id }) => id);
    const repeated = ids.find((id, index) => id !== undefined && ids.indexOf(id) !== index);
    if (repeated !== undefined) return miss(`market ${String(repeated)} is listed twice`, first);
    const listed = new Set(assetIds(again));
    const lost = assetIds(markets).find((id) => !listed.has(id));
    if (lost !== undefined) {
      return miss(`the market of asset ${lost} is in one response and missing in the next`, second);
    }
    const missing = [...new Set(wanted)].filter((id) => !listed.has(id) && !otherwise.has(id));
    if (missing.length > 0) return miss(`the market of asset ${missing.join(', ')} is missing`, second);
    if (wanted.length > 0) return report(pass);
    const transactions = itemsOf(await allTransactions(ctx)) ?? [];
    const supplied = assetIds(transactions.filter(({ action }) => action === SUPPLY));
    const unlisted = supplied.find((id) => !listed.has(id));
    if (supplied.length > 0 && unlisted === undefined) return report(pass);
    const gone = `asset ${unlisted} was supplied but has no market: the list is incomplete, or the market was removed`;
    const hint = 'set known.markets in the target file to the asset ids of some markets, or add an RPC address';
    report(inconclusive(unlisted === undefined ? 'the suite does not know which markets exist' : gone, hint));
  },
  mutants: (at) => [
    { id: 'the list of markets ends after two', mutation: at('listMarkets').items.all((list) => list.slice(0, 2)) },
    {
      id: 'a market that the target knows is missing',
      mutation: at('listMarkets').items.all((list) => list.slice(1)),
      target: described('lending', () => ({ rpc: {}, known: { markets: ['4A6F0A1C-5F0B-3C7D-9D8E-2B1C8F7A6E51'] } })),
    },
    { id: 'a market is listed twice', mutation: at('listMarkets').items.all((list) => [...list, ...list.slice(0, 1)]) },
  ],
} satisfies OwnRule;
