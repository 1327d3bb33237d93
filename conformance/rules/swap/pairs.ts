/** The pairs of the default broker and of an alternate one (document 2, Brokers). */
import type { Exchange } from '../../model/exchange.ts';
import { isSuccess, outcomeText, successJson } from '../../model/exchange.ts';
import { excerpt, isObject, type JsonObject, objectsOf, typeName } from '../../model/json.ts';
import { within } from '../../model/pointer.ts';
import { blockedBy, broken, inconclusive, pass, passUnless, unsupported } from '../judgement.ts';
import type { Judgement, Rule, Scene, Script } from '../rule.ts';
import { conversationRule, type Say } from '../shared/conversation.ts';
import { listOf, objectOf } from '../shared/data.ts';
import { ask, isUuid, type Pair } from './calls.ts';
import { pairOf, type Search, tickerPairs } from './discover.ts';
import { BROKER_HINT, swapKnown } from './known.ts';

/** The pairs of a broker. */
interface Summary {
  readonly exchange: Exchange;
  readonly data: JsonObject;
  readonly pairs: readonly JsonObject[];
  /** As they came, in data or beside it, and where. */
  readonly whitelists: { readonly value: unknown; readonly pointer: string } | null;
}

/** The pairs of an answer; null when it has none. */
export function summaryOf(exchange: Exchange): Summary | null {
  const [json, data] = [successJson(exchange), objectOf(exchange)];
  if (!isObject(json) || data === null) return null;
  const { pairs = null } = data;
  if (pairs !== null && !Array.isArray(pairs)) return null;
  const inside = Object.hasOwn(data, 'whitelists') ? { value: data['whitelists'], pointer: '/data/whitelists' } : null;
  // Whether they stand in data or beside it is left open.
  const beside = Object.hasOwn(json, 'whitelists') ? { value: json['whitelists'], pointer: '/whitelists' } : null;
  return { exchange, data, pairs: objectsOf(pairs), whitelists: inside ?? beside };
}

/** Tells one pair from another, whatever its members are called; null when it has no ids. */
function keyOf(pair: JsonObject): string | null {
  const { base_asset_id: base, quote_asset_id: quote } = pair;
  const ids = isUuid(base) && isUuid(quote) ? [base, quote] : Object.values(pair).filter(isUuid).sort();
  return ids.length === 0 ? null : ids.join('/').toLowerCase();
}

function keysOf({ pairs }: Summary): ReadonlySet<string> {
  return new Set(pairs.flatMap((pair) => keyOf(pair) ?? []));
}

/** The assets of whitelists; empty when they are none. */
function assetsOf({ whitelists }: Summary): ReadonlySet<string> {
  const value = Array.isArray(whitelists?.value) ? whitelists.value : [];
  return new Set(value.map((id) => String(id).toLowerCase()));
}

function askDefault(scene: Scene, label = 'default broker') {
  return ask(scene, 'listPairs', label);
}

interface Brokers {
  readonly standard: Summary;
  readonly alternate: Summary;
}

/** The pairs of both brokers; null, with a word on why, where one is unknown or does not answer. */
function* readBrokers(scene: Scene, say: Say): Search<Brokers | null> {
  const broker = swapKnown(scene).alternate_broker;
  if (broker === undefined) {
    say(inconclusive('no alternate broker is known', BROKER_HINT));
    return null;
  }
  const answers = [
    yield askDefault(scene),
    yield ask(scene, 'listPairs', 'alternate broker', { query: { broker_id: broker.id } }),
  ];
  const [standard, alternate] = answers.map(summaryOf);
  if (standard && alternate) return { standard, alternate };
  const [refused] = answers.filter((exchange) => summaryOf(exchange) === null);
  say(blockedBy(refused));
  return null;
}

/** A rule on the pairs of both brokers. */
function brokersRule(id: string, judge: (brokers: Brokers) => readonly Judgement[]): Rule {
  return conversationRule(id, () => [
    {
      id: 'brokers',
      operation: 'listPairs',
      *talk(scene, say) {
        const brokers = yield* readBrokers(scene, say);
        if (brokers !== null) say(...judge(brokers));
      },
    },
  ]);
}

function sameKeys(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  return left.size === right.size && left.isSubsetOf(right);
}

/** The same for a pair and the other way round. */
function turnedKey({ base, quote }: Pair): string {
  return [base, quote].sort().join('/').toLowerCase();
}

/** The pairs of things that name a base and a quote asset. */
function pairKeys(items: readonly JsonObject[]): ReadonlySet<string> {
  return new Set(
    items
      .map(pairOf)
      .filter((pair) => pair !== null)
      .map(turnedKey),
  );
}

function* askWithoutBroker(scene: Scene, say: Say): Script {
  const exchange = yield askDefault(scene);
  const standard = summaryOf(exchange);
  if (!isSuccess(exchange) && exchange.outcome.kind === 'answer') {
    const actual = outcomeText(exchange);
    return say(broken({ expected: 'the pairs of the default broker', actual, about: 'broker', exchange }));
  }
  if (standard === null) return say(blockedBy(exchange));
  const broker = swapKnown(scene).alternate_broker;
  if (broker === undefined) return say(pass);
  const alternate = summaryOf(
    yield ask(scene, 'listPairs', 'alternate broker', { query: { broker_id: broker.id }, intent: 'open' }),
  );
  const tickers = tickerPairs(yield ask(scene, 'listTickers', 'tickers')).map(turnedKey);
  const recent = listOf(
    yield ask(scene, 'listTransactions', 'recent', { query: { limit: '50' }, intent: 'open' }),
    'transactions',
  );
  const hasKeys = standard.pairs.length > 0 && standard.pairs.every((pair) => pairOf(pair) !== null);
  if (alternate === null || !hasKeys || !sameKeys(keysOf(standard), keysOf(alternate))) return say(pass);
  // The brokers may show the same. That it is the alternate one that answers shows in what it leaves out.
  const assets = assetsOf(standard);
  const isFiltered = assets.size > 0 && sameKeys(assets, assetsOf(alternate));
  const shown = pairKeys(standard.pairs);
  const lost = [...pairKeys(recent ?? [])].find((key) => tickers.includes(key) && !shown.has(key));
  if (!isFiltered && lost === undefined) return say(pass);
  const expected = 'the pairs of the default broker';
  const actual = isFiltered
    ? 'those of the alternate broker, with its whitelists'
    : `those of the alternate broker; ${lost}, which is traded, is missing`;
  say(broken({ expected, actual, pointer: '/data/pairs', exchange }));
}

export const defaultBroker: Rule = conversationRule('swap.pairs.default-broker', () => [
  { id: 'without', operation: 'listPairs', talk: askWithoutBroker },
]);

export const brokerFilter: Rule = brokersRule('swap.pairs.broker-filter', ({ standard, alternate }) => {
  const [all, assets] = [keysOf(standard), assetsOf(alternate)];
  const { exchange } = alternate;
  if (alternate.pairs.length > standard.pairs.length) {
    const expected = `some of the ${standard.pairs.length} pairs of the default broker`;
    return [broken({ expected, actual: `${alternate.pairs.length} pairs`, pointer: '/data/pairs', exchange })];
  }
  return passUnless(
    alternate.pairs.flatMap((pair, index): readonly Judgement[] => {
      const pointer = within('/data/pairs', index);
      const key = keyOf(pair);
      if (key !== null && !all.has(key)) {
        const expected = 'a pair that the default broker shows too';
        return [broken({ expected, actual: key, pointer, exchange })];
      }
      const { base_asset_id: base, quote_asset_id: quote } = pair;
      const stray = [base, quote].filter(isUuid).find((id) => assets.size > 0 && !assets.has(id.toLowerCase()));
      if (stray === undefined) return [];
      return [broken({ expected: 'a pair of assets in whitelists', actual: `one of ${stray}`, pointer, exchange })];
    }),
  );
});

export const whitelists: Rule = brokersRule('swap.pairs.whitelists', ({ alternate }) => {
  const { exchange, whitelists: list, pairs } = alternate;
  const expected = 'whitelists, the ids of the assets that the broker supports';
  const pointer = list?.pointer ?? '/data/whitelists';
  if (list === null) return [broken({ expected, actual: 'they are missing', pointer, exchange })];
  const { value } = list;
  if (!Array.isArray(value)) return [broken({ expected, actual: typeName(value), pointer, exchange })];
  const wrong = value.flatMap((id, index) =>
    isUuid(id)
      ? []
      : [broken({ expected: 'the id of an asset', actual: excerpt(id), pointer: within(pointer, index), exchange })],
  );
  if (wrong.length > 0) return wrong;
  const assets = assetsOf(alternate);
  const lost = pairs
    .flatMap(({ base_asset_id: base, quote_asset_id: quote }) => [base, quote])
    .filter(isUuid)
    .find((id) => !assets.has(id.toLowerCase()));
  if (lost === undefined && (assets.size > 0 || pairs.length === 0)) return [pass];
  const actual = lost === undefined ? 'an empty list' : `${lost}, the asset of a pair that it shows, is missing`;
  return [broken({ expected, actual, pointer, exchange })];
});

export const noWhitelists: Rule = conversationRule('swap.pairs.whitelists-absent', () => [
  {
    id: 'without',
    operation: 'listPairs',
    *talk(scene, say) {
      const exchange = yield askDefault(scene);
      const standard = summaryOf(exchange);
      if (standard === null) return say(blockedBy(exchange));
      const { whitelists: list } = standard;
      const isEmpty = list === null || list.value === null || (Array.isArray(list.value) && list.value.length === 0);
      if (isEmpty) return say(pass);
      const expected = 'no whitelists without a broker_id';
      say(broken({ expected, actual: excerpt(list.value), pointer: list.pointer, exchange }));
    },
  },
]);

/** A rule on each broker's pairs by themselves; the alternate broker is asked where it is known. */
function eachBroker(id: string, judge: (summary: Summary) => readonly Judgement[]): Rule {
  return conversationRule(id, () => [
    {
      id: 'brokers',
      operation: 'listPairs',
      *talk(scene, say) {
        const broker = swapKnown(scene).alternate_broker;
        const exchanges = [yield askDefault(scene)];
        if (broker !== undefined) {
          exchanges.push(yield ask(scene, 'listPairs', 'alternate broker', { query: { broker_id: broker.id } }));
        }
        for (const exchange of exchanges) {
          const summary = summaryOf(exchange);
          say(...(summary === null ? [blockedBy(exchange)] : judge(summary)));
        }
      },
    },
  ]);
}

/** 2001 to 2286: a time in seconds lies below, one in microseconds above. */
const [FIRST, LAST] = [1e12, 1e13];

export const summaryMilliseconds: Rule = eachBroker('swap.pairs.ts-milliseconds', ({ data, exchange }) => {
  const { ts } = data;
  if (typeof ts === 'number' && ts >= FIRST && ts < LAST) return [pass];
  const expected = 'a time in milliseconds since 1970';
  return [broken({ expected, actual: excerpt(ts), pointer: '/data/ts', exchange })];
});

export const pairCount: Rule = eachBroker('swap.pairs.pair-count', ({ data, pairs, exchange }) => {
  if (data['pair_count'] === pairs.length) return [pass];
  const expected = `${pairs.length}, the number of the pairs`;
  return [broken({ expected, actual: excerpt(data['pair_count']), pointer: '/data/pair_count', exchange })];
});

/** Members of a pair that may name its liquidity-provider token: ids other than those of its two assets. */
function tokenMembers(pair: JsonObject): readonly string[] {
  const ids = Object.keys(pair).filter((name) => isUuid(pair[name]));
  const named = ids.filter((name) => /liquidity|lp/i.test(name));
  return named.length > 0 ? named : ids.filter((name) => name !== 'base_asset_id' && name !== 'quote_asset_id');
}

export const sharedLiquidity: Rule = brokersRule('swap.pairs.shared-liquidity', ({ standard, alternate }) => {
  const judgements = alternate.pairs.flatMap((pair, index): readonly Judgement[] => {
    const key = keyOf(pair);
    const same = standard.pairs.find((other) => key !== null && keyOf(other) === key);
    if (same === undefined) return [];
    return tokenMembers(same).map((name) => {
      if (String(pair[name]).toLowerCase() === String(same[name]).toLowerCase()) return pass;
      const expected = `${excerpt(same[name])}, as at the default broker`;
      const pointer = within(within('/data/pairs', index), name);
      return broken({ expected, actual: excerpt(pair[name]), pointer, exchange: alternate.exchange });
    });
  });
  if (judgements.length > 0) return judgements;
  return [unsupported('no pair that both brokers show names its liquidity-provider token')];
});
