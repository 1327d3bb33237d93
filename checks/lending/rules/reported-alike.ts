/** A page shows a transaction once, and all pages agree on it (document 1, Resources and their fields). */
import {
  type Breach,
  broken,
  inconclusive,
  isAnswerOf,
  type OwnRule,
  passUnless,
} from '@wallet-services/conformance/core';
import { differences } from '@wallet-services/conformance/families';
import { type Exchange, excerpt, within } from '@wallet-services/conformance/model';
import type { MatchedRequest } from '@wallet-services/conformance/mutation';
import { itemsOf, placeOfSecond, sendTransactions } from '../calls.ts';
import { DATA_HINT, hasOffset, probed } from './offset.ts';

/**
 * The difference between a transaction on a page and in the list without an offset; null where they cannot be compared.
 */
function differing(other: Exchange, page: Exchange): readonly Breach[] | null {
  const known = new Map(itemsOf(other)?.map((item) => [String(item['id']), item]));
  const both = (itemsOf(page) ?? []).flatMap((item, index) => {
    const same = known.get(String(item['id']));
    return same === undefined ? [] : [{ pointer: within('', index), reported: differences(same, item) }];
  });
  const breaches = both.flatMap(({ pointer: at, reported }) =>
    reported.map(({ pointer, listed, alone }): Breach => {
      const expected = `${excerpt(listed)}, as on another page`;
      const against = 'listTransactions';
      return { expected, actual: excerpt(alone), pointer: `${at}${pointer}`, against, about: pointer, exchange: page };
    }),
  );
  return both.length === 0 ? null : breaches;
}

export default {
  id: 'lending.listTransactions.reported-alike',
  watch(exchange) {
    const place = isAnswerOf(exchange, 'listTransactions') ? placeOfSecond(exchange) : -1;
    const expected = 'each transaction only once';
    return place < 0
      ? []
      : [broken({ expected, actual: 'one transaction twice', pointer: within('', place), exchange })];
  },
  async check(ctx, report) {
    const { exchange, pages } = await probed(ctx);
    const usual = { page: exchange, send: () => sendTransactions(ctx, 'once more') };
    // A transaction beyond the list without an offset occurs on two pages with one.
    const further = pages.filter(({ probe }) => probe.limit === undefined && !probe.isFar).slice(-2);
    const compared = [
      ...pages.map((one) => [usual, one] as const),
      ...further.slice(1).map((one) => [further[0] ?? one, one] as const),
    ];
    for (const [other, { page, send }] of compared) {
      const first = differing(other.page, page);
      if (first === null) continue;
      // A transaction may have changed in the meantime: then both answers agree on it now.
      const again = first.length === 0 ? [] : differing(await other.send(), await send());
      const reported = new Set(again?.map(({ expected, actual, about }) => JSON.stringify([expected, actual, about])));
      const lasting = first.filter(({ expected, actual, about }) =>
        reported.has(JSON.stringify([expected, actual, about])),
      );
      report(...passUnless(lasting.slice(0, 1).map(broken)));
    }
  },
  whenSilent: () => inconclusive('no transaction was seen on two pages', DATA_HINT),
  mutants: (at) => {
    const { items, value } = at('listTransactions');
    const isSmall = ({ query }: MatchedRequest) => Number(query.get('limit') ?? 500) < 5;
    return {
      'transactions with a snapshot are joined twice': items.all((all) =>
        all.flatMap((item) => (item['snapshot_trace_id'] ? [item, item] : [item])).slice(0, all.length),
      ),
      'amounts are rounded on small pages': value('/*/amount', (amount, request) =>
        isSmall(request) ? Number(amount).toFixed(1) : amount,
      ),
      'amounts are rounded on a last page': items.all((all, request) =>
        hasOffset(request) && all.length > 5 && all.length < 300 ? all.map((item) => ({ ...item, amount: '1' })) : all,
      ),
      'with an offset the user is the asset': items.each((item, _, request) =>
        hasOffset(request) ? { ...item, user_id: item['asset_id'] } : item,
      ),
    };
  },
} satisfies OwnRule;
