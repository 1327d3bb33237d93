/** The pairs of an alternate broker: a selection, with the assets that it supports, and with shared tokens (document 2). */
import { nobody } from '../../fault/alter.ts';
import { withQuery } from '../../fault/at.ts';
import { jsonReply, successOf } from '../../fault/proxy/reply.ts';
import { excerpt, isObject, type JsonObject, objectsOf, typeName } from '../../model/json.ts';
import { valueAt, within } from '../../model/pointer.ts';
import { sameValue } from '../../model/same.ts';
import { broken, pass, passUnless, unsupported } from '../judgement.ts';
import type { Judgement } from '../rule.ts';
import { assetsOf, brokersRule, isUuid, keyOf, keysOf, namesBroker, ofAlternate } from './brokers.ts';

const PAIRS = '/data/pairs';

function assetsIn({ base_asset_id: base, quote_asset_id: quote }: JsonObject): readonly string[] {
  return [base, quote].filter(isUuid).map((id) => id.toLowerCase());
}

const filter = brokersRule(
  'swap.listPairs.broker-filter',
  (standard, alternate) => {
    const [all, assets] = [keysOf(standard.pairs), assetsOf(alternate)];
    const { exchange, pairs } = alternate;
    if (pairs.length > standard.pairs.length) {
      const expected = `some of the ${standard.pairs.length} pairs of the default broker`;
      return [broken({ expected, actual: `${pairs.length} pairs`, pointer: PAIRS, exchange })];
    }
    return passUnless(
      pairs.flatMap((pair, index): readonly Judgement[] => {
        const at = { pointer: within(PAIRS, index), exchange };
        const key = keyOf(pair);
        if (key !== null && !all.has(key)) {
          return [broken({ expected: 'a pair that the default broker shows too', actual: key, ...at })];
        }
        const stray = assetsIn(pair).find((id) => assets.size > 0 && !assets.has(id));
        if (stray === undefined) return [];
        return [broken({ expected: 'a pair of assets in whitelists', actual: `one of ${stray}`, ...at })];
      }),
    );
  },
  (at) => [
    {
      id: 'the alternate broker shows every pair',
      fault: at('listPairs').instead(async (asked, next) => {
        const reply = await next(asked);
        const [own, everything] = [successOf(reply), successOf(await next(withQuery(asked, { broker_id: undefined })))];
        if (!namesBroker(asked) || !isObject(own) || !isObject(everything)) return reply;
        const whitelists = valueAt(own, '/data/whitelists');
        return jsonReply(200, { ...everything, data: { ...(everything['data'] as JsonObject), whitelists } });
      }),
    },
    {
      id: 'the alternate broker shows a pair of its own',
      fault: ofAlternate(at, 'pairs', (pairs) =>
        objectsOf(pairs).map((pair) => ({ ...pair, quote_asset_id: nobody.uuid })),
      ),
    },
  ],
);

const whitelists = brokersRule(
  'swap.listPairs.whitelists',
  (_, alternate) => {
    const { exchange, whitelists: list, pairs } = alternate;
    const pointer = list?.pointer ?? '/data/whitelists';
    const problem = (actual: string, place = pointer): Judgement => {
      const expected = 'whitelists, the ids of the assets that the broker supports';
      return broken({ expected, actual, pointer: place, exchange });
    };
    if (list === null) return [problem('they are missing')];
    const { value } = list;
    if (!Array.isArray(value)) return [problem(typeName(value))];
    const wrong = value.flatMap((id, index) => (isUuid(id) ? [] : [problem(excerpt(id), within(pointer, index))]));
    if (wrong.length > 0) return wrong;
    const assets = assetsOf(alternate);
    const lost = pairs.flatMap(assetsIn).find((id) => !assets.has(id));
    if (lost === undefined) return assets.size > 0 || pairs.length === 0 ? [pass] : [problem('an empty list')];
    return [problem(`${lost}, the asset of a pair that it shows, is missing`)];
  },
  (at) => [
    { id: 'the broker is read from the body only', fault: at('listPairs').query({ broker_id: undefined }) },
    { id: 'whitelists are symbols', fault: ofAlternate(at, 'whitelists', () => ['BTC', 'USDC']) },
    {
      id: 'whitelists lack the last asset',
      fault: ofAlternate(at, 'whitelists', (list) => (Array.isArray(list) ? list.slice(0, -1) : list)),
    },
    { id: 'whitelists are null', fault: ofAlternate(at, 'whitelists', () => null) },
  ],
);

/** Members of a pair that may name its liquidity-provider token: ids other than those of its two assets. */
function tokenMembers(pair: JsonObject): readonly string[] {
  const ids = Object.keys(pair).filter((name) => isUuid(pair[name]));
  const named = ids.filter((name) => /liquidity|lp/i.test(name));
  return named.length > 0 ? named : ids.filter((name) => name !== 'base_asset_id' && name !== 'quote_asset_id');
}

const sharedLiquidity = brokersRule(
  'swap.listPairs.shared-liquidity',
  (standard, { pairs, exchange }) => {
    const judgements = pairs.flatMap((pair, index): readonly Judgement[] => {
      const key = keyOf(pair);
      const same = standard.pairs.find((other) => key !== null && keyOf(other) === key);
      return tokenMembers(same ?? {}).map((name) => {
        if (sameValue(pair[name], same?.[name])) return pass;
        const expected = `${excerpt(same?.[name])}, as at the default broker`;
        return broken({ expected, actual: excerpt(pair[name]), pointer: `${PAIRS}/${index}/${name}`, exchange });
      });
    });
    if (judgements.length > 0) return judgements;
    return [unsupported('no pair that both brokers show names its liquidity-provider token')];
  },
  (at) => [
    {
      id: 'the alternate broker has liquidity tokens of its own',
      fault: ofAlternate(at, 'pairs', (pairs) =>
        objectsOf(pairs).map((pair) => ({ ...pair, liquidity_asset_id: nobody.uuid })),
      ),
    },
  ],
);

export default [filter, whitelists, sharedLiquidity];
