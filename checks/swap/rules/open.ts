/** The open questions of swap about requests, lists and pairs, and how they are observed. */
import {
  acceptance,
  distinct,
  each,
  type Probe,
  probesOf,
  sendOpen,
  several,
  someItems,
} from '@wallet-services/conformance/builtin';
import { listAt } from '@wallet-services/conformance/core';
import { inputsOf, itemsOf } from '@wallet-services/conformance/discovery';
import { seededUuid } from '@wallet-services/conformance/model';
import { bothShown, brokers, type Summary, sendPairs, summaryOf } from './pairs.ts';

/** Ids of assets that no server has. */
const NOTHING = { base: seededUuid(0, 'swap', 'an asset that is none'), quote: seededUuid(0, 'swap', 'another') };

/** The answer to the inverted path of a pair, or to the path of an unknown one. */
function onPair(operation: string, turn: (path: Readonly<Record<string, string>>) => typeof NOTHING): Probe {
  return async (ctx) => {
    const [found] = await inputsOf(ctx, operation);
    if (found === undefined) return null;
    const path = turn(found.input.path);
    const exchange = await sendOpen(ctx, operation, `${operation} of ${path.base}`, { path });
    const items = listAt(exchange, '/data/transactions');
    if (items === null) return acceptance(exchange);
    const ways = items.map((item) => (String(item['base_asset_id']) === path.base ? 'exchanged' : 'as it is'));
    return `accepted, ${distinct(ways) ?? 'empty'}`;
  };
}

const exchanged: Parameters<typeof onPair>[1] = ({ base = '', quote = '' }) => ({ base: quote, quote: base });

/** The members of the alternate broker's pairs in addition to those of the default one. */
function ofAlternate(reportOne: (alternate: Summary, standard: Summary) => string): Probe {
  return async (ctx) => {
    const { standard, alternate } = await bothShown(ctx);
    return reportOne(alternate, standard);
  };
}

export default probesOf({
  'swap.pairs.direction': several({
    'listPairTransactions, exchanged': onPair('listPairTransactions', exchanged),
    'listPairTransactions, no pair': onPair('listPairTransactions', () => NOTHING),
    'listPairStats, exchanged': onPair('listPairStats', exchanged),
    'listPairStats, no pair': onPair('listPairStats', () => NOTHING),
  }),
  'swap.listPairs.unknown-broker': async (ctx) => {
    const standard = summaryOf((await brokers(ctx)).standard);
    return each(['unknown', 'empty'], async (name) => {
      const exchange = await sendPairs(ctx, `an ${name} broker`, name === 'empty' ? '' : NOTHING.base, 'open');
      const summary = summaryOf(exchange);
      if (summary === null) return acceptance(exchange);
      return summary.pairs.length === standard?.pairs.length ? 'the pairs of the default broker' : 'other pairs';
    });
  },
  'swap.ActionRequest.broker_id.place': ofAlternate(({ whitelists, pairs }, usual) => {
    const isRead = whitelists !== undefined || pairs.length !== usual.pairs.length;
    return `the query of the pairs: ${isRead ? 'read' : 'of no effect'}`;
  }),
  'swap.PairSummary.whitelists.place': ofAlternate(({ whitelists, pointer }) => {
    if (whitelists === undefined) return 'nowhere';
    return pointer === '/whitelists' ? 'beside data' : 'inside data';
  }),
  'swap.PairSummary.whitelists.relation': ofAlternate(({ whitelists, pairs }) => {
    const assets = new Set(
      pairs.flatMap(({ base_asset_id: base, quote_asset_id: quote }) => [base, quote]).map(String),
    );
    const listed = Array.isArray(whitelists) ? whitelists.map(String) : [];
    const isWider = listed.some((id) => !assets.has(id));
    return `${assets.isSubsetOf(new Set(listed)) ? 'all' : 'not all'} assets of its pairs${isWider ? ', and others' : ''}`;
  }),
  'swap.Transaction.base_amount.sign': async (ctx) => {
    const sign = (value: unknown) => (Number(value) < 0 ? '-' : Number(value) > 0 ? '+' : '0');
    const items = [...(await someItems(ctx, 'listTransactions')), ...(await itemsOf(ctx, 'listMyTransactions'))];
    const reported = items.map(
      ({ type, base_amount: base, quote_amount: quote }) => `${String(type)} ${sign(base)}/${sign(quote)}`,
    );
    return items.length === 0 ? null : `base/quote: ${distinct(reported)}`;
  },
});
