/** The pairs of the default broker, and the selection of an alternate one (document 2, Brokers). */
import {
  blockedBy,
  broken,
  type CheckContext,
  inconclusive,
  type Judgement,
  type OwnRule,
  objectOf,
  pass,
  passUnless,
  sendTo,
  stop,
  unsupported,
} from '@wallet-services/conformance/core';
import { itemsOf, once } from '@wallet-services/conformance/discovery';
import {
  type Exchange,
  excerpt,
  formOf,
  type Intent,
  isBlank,
  isObject,
  isSuccess,
  type JsonObject,
  objectsOf,
  outcomeText,
  sameValue,
  successJson,
  valueAt,
} from '@wallet-services/conformance/model';
import {
  type At,
  jsonReply,
  type MatchedRequest,
  successOf,
  together,
  unknownIds,
  withQuery,
} from '@wallet-services/conformance/mutation';
import { BROKER_HINT, swapKnown } from '../known.ts';

const PAIRS = '/data/pairs';

export const isUuid = (value: unknown): value is string => formOf(value) === 'uuid';

/** The pairs of a broker. */
export interface Summary {
  readonly exchange: Exchange;
  readonly pairs: readonly JsonObject[];
  /** In the order of the answer; whether they are in data or beside it is open. */
  readonly whitelists: unknown;
  readonly pointer: string;
}

/** The pairs of an answer; null when it has none. */
export function summaryOf(exchange: Exchange): Summary | null {
  const [json, data] = [successJson(exchange), objectOf(exchange)];
  const pairs = data?.['pairs'] ?? null;
  if (data === null || (pairs !== null && !Array.isArray(pairs))) return null;
  const pointer = valueAt(json, '/whitelists') === undefined ? '/data/whitelists' : '/whitelists';
  return { exchange, pairs: objectsOf(pairs), whitelists: valueAt(json, pointer), pointer };
}

/** Identifies a pair, whatever the names and the order of its members; null when it has no ids. */
function keyOf(pair: JsonObject): string | null {
  const { base_asset_id: base, quote_asset_id: quote } = pair;
  const ids = isUuid(base) && isUuid(quote) ? [base, quote] : Object.values(pair).filter(isUuid);
  return ids.length === 0 ? null : ids.sort().join('/').toLowerCase();
}

function keysOf(pairs: readonly JsonObject[]): ReadonlySet<string> {
  return new Set(pairs.flatMap((pair) => keyOf(pair) ?? []));
}

/** Requests the pairs of a broker; of the default one when none is named. */
export function sendPairs(ctx: CheckContext, label: string, broker?: string, intent: Intent = 'valid') {
  const query: Readonly<Record<string, string>> = broker === undefined ? {} : { broker_id: broker };
  return sendTo(ctx, 'listPairs', { query }, { label, intent });
}

/** The answers of both brokers, requested once for all rules; the alternate one is null where none is known. */
export const brokers = once(
  async (ctx: CheckContext): Promise<{ readonly alternate: Exchange | null; readonly standard: Exchange }> => {
    const broker = swapKnown(ctx.suite).alternate_broker?.id;
    const alternate = broker === undefined ? null : await sendPairs(ctx, 'pairs of the alternate broker', broker);
    return { alternate, standard: await sendPairs(ctx, 'pairs') };
  },
);

/** The pairs of both brokers. @throws Stopped where the alternate one is not known, or either has none. */
export async function bothShown(ctx: CheckContext): Promise<Readonly<Record<'standard' | 'alternate', Summary>>> {
  const { standard, alternate } = await brokers(ctx);
  const unknown = inconclusive('the suite does not know the alternate broker', BROKER_HINT);
  const shown = (exchange: Exchange) => summaryOf(exchange) ?? stop(blockedBy(exchange));
  return { alternate: shown(alternate ?? stop(unknown)), standard: shown(standard) };
}

/** A rule on the pairs of the alternate broker. */
function ofBoth(
  id: string,
  judge: (standard: Summary, alternate: Summary) => readonly Judgement[],
  mutants: Required<OwnRule>['mutants'],
): OwnRule {
  return {
    id,
    mutants,
    async check(ctx, report) {
      const { standard, alternate } = await bothShown(ctx);
      report(...judge(standard, alternate));
    },
  };
}

const namesBroker = ({ query }: MatchedRequest) => (query.get('broker_id') ?? '') !== '';

/** Changes a member of the pairs where a broker is named. */
function ofAlternate(at: At, member: string, change: (value: unknown) => unknown) {
  return at('listPairs').value(`/data/${member}`, (value, request) => (namesBroker(request) ? change(value) : value));
}

const withPair = (change: JsonObject) => (pairs: unknown) => objectsOf(pairs).map((pair) => ({ ...pair, ...change }));

const filter = ofBoth(
  'swap.listPairs.broker-filter',
  ({ pairs: all }, { exchange, pairs }) => {
    const known = keysOf(all);
    const expected = `only pairs of the default broker, which has ${all.length}`;
    const reported = (actual: string, pointer: string) => broken({ expected, actual, pointer, exchange });
    if (pairs.length > all.length) return [reported(`${pairs.length} pairs`, PAIRS)];
    const strange = (key: string | null): key is string => key !== null && !known.has(key);
    const keys = pairs.map(keyOf);
    return passUnless(keys.flatMap((key, index) => (strange(key) ? [reported(key, `${PAIRS}/${index}`)] : [])));
  },
  (at) => ({
    'the alternate broker shows every pair': at('listPairs').instead(async (request, next) => {
      const reply = await next(request);
      const [own, everything] = [successOf(reply), successOf(await next(withQuery(request, { broker_id: undefined })))];
      if (!namesBroker(request) || !isObject(own) || !isObject(everything)) return reply;
      const pairs = [...objectsOf(valueAt(everything, PAIRS)), ...objectsOf(valueAt(own, PAIRS))];
      return jsonReply(200, { ...own, data: { ...(own['data'] as JsonObject), pairs } });
    }),
    'the alternate broker shows a pair of its own': ofAlternate(
      at,
      'pairs',
      withPair({ quote_asset_id: unknownIds.uuid }),
    ),
  }),
);

const whitelists = ofBoth(
  'swap.listPairs.whitelists',
  (_, { exchange, whitelists: list, pointer, pairs }) => {
    const expected = 'whitelists, the ids of the assets that the broker supports';
    const actual = list === undefined ? 'it is missing' : excerpt(list);
    if (list === null && pairs.length === 0) return [pass];
    if (!Array.isArray(list) || !list.every(isUuid)) return [broken({ expected, actual, pointer, exchange })];
    return [pass];
  },
  (at) => ({
    'the broker is read from the body only': at('listPairs').query({ broker_id: undefined }),
    'whitelists are symbols': ofAlternate(at, 'whitelists', () => ['BTC', 'USDC']),
    'whitelists are null': ofAlternate(at, 'whitelists', () => null),
  }),
);

const whitelisted = ofBoth(
  'swap.listPairs.whitelisted',
  (_, { exchange, whitelists: list, pointer, pairs }) => {
    if (!Array.isArray(list)) return [unsupported('there are no whitelists')];
    const assets = new Set(list.map((id) => String(id).toLowerCase()));
    const shown = pairs.flatMap(({ base_asset_id: base, quote_asset_id: quote }) => [base, quote]).filter(isUuid);
    const lost = shown.find((id) => !assets.has(id.toLowerCase()));
    if (lost === undefined) return [pass];
    const expected = `whitelists with ${lost}, an asset of one of its pairs`;
    return [broken({ expected, actual: excerpt(list), pointer, exchange })];
  },
  (at) => ({
    'whitelists lack the last asset': ofAlternate(at, 'whitelists', (list) =>
      Array.isArray(list) ? list.slice(0, -1) : list,
    ),
  }),
);

/** Members of a pair that may name its liquidity-provider token: ids other than those of its two assets. */
function tokenMembers(pair: JsonObject): readonly string[] {
  const ids = Object.keys(pair).filter((name) => isUuid(pair[name]));
  const named = ids.filter((name) => /liquidity|lp/i.test(name));
  return named.length > 0 ? named : ids.filter((name) => name !== 'base_asset_id' && name !== 'quote_asset_id');
}

const sharedLiquidity = ofBoth(
  'swap.listPairs.shared-liquidity',
  (standard, { pairs, exchange }) => {
    const judgements = pairs.flatMap((pair, index): readonly Judgement[] => {
      const key = keyOf(pair);
      const same = standard.pairs.find((other) => key !== null && keyOf(other) === key) ?? {};
      return tokenMembers(same).map((name) => {
        const expected = `${excerpt(same[name])}, as for the default broker`;
        const place = { pointer: `${PAIRS}/${index}/${name}`, against: 'listPairs' };
        const breach = { expected, actual: excerpt(pair[name]), ...place, exchange };
        return sameValue(pair[name], same[name]) ? pass : broken(breach);
      });
    });
    const nothing = unsupported('no pair of both brokers has a liquidity-provider token');
    return judgements.length > 0 ? judgements : [nothing];
  },
  (at) => ({
    'the alternate broker has liquidity tokens of its own': ofAlternate(
      at,
      'pairs',
      withPair({ liquidity_asset_id: unknownIds.uuid }),
    ),
  }),
);

/** A pair that is traded, and that the tickers show, but not these pairs; undefined where there is none. */
async function missing(ctx: CheckContext, shown: ReadonlySet<string>): Promise<string | undefined> {
  const exchange = await sendTo(ctx, 'listTickers', {}, { label: 'tickers' });
  const tickers = objectsOf(Object.values(objectOf(exchange) ?? {}));
  const reported = keysOf(
    tickers.map(({ base_id: base_asset_id, quote_id: quote_asset_id }) => ({ base_asset_id, quote_asset_id })),
  );
  const recent = keysOf(await itemsOf(ctx, 'listTransactions'));
  return [...recent].find((key) => reported.has(key) && !shown.has(key));
}

const defaultBroker: OwnRule = {
  id: 'swap.listPairs.default-broker',
  async check(ctx, report) {
    const { standard: exchange, alternate: other } = await brokers(ctx);
    const expected = 'the pairs of the default broker';
    if (!isSuccess(exchange) && exchange.outcome.kind === 'answer') {
      return report(broken({ expected, actual: outcomeText(exchange), about: 'broker', exchange }));
    }
    const [standard, alternate] = [summaryOf(exchange), other === null ? null : summaryOf(other)];
    if (standard === null) return report(blockedBy(exchange));
    // The brokers may have the same pairs. The pairs that are missing show that the alternate one answers.
    const shown = keysOf(standard.pairs);
    const hasIds = standard.pairs.every((pair) => isUuid(pair['base_asset_id']) && isUuid(pair['quote_asset_id']));
    const isSame =
      alternate !== null && shown.size > 0 && shown.symmetricDifference(keysOf(alternate.pairs)).size === 0;
    const lost = hasIds && isSame ? await missing(ctx, shown) : undefined;
    const actual = `the pairs of the alternate broker; ${lost}, which is traded, is missing`;
    report(lost === undefined ? pass : broken({ expected, actual, pointer: PAIRS, exchange }));
  },
  mutants: (at) => {
    const pairs = at('listPairs');
    /** A request without a broker gets the pairs of the previous request's broker. */
    const sticky = pairs.remembering<string>((kept, request, next) => {
      if (namesBroker(request)) kept.value = request.query.get('broker_id') ?? undefined;
      return next(withQuery(request, { broker_id: kept.value }));
    });
    const bare = pairs.value('/data/whitelists', (value, request) => (namesBroker(request) ? value : undefined));
    return {
      'the pairs want a broker_id': pairs.refused((request) => !namesBroker(request)),
      'the alternate broker answers where none is named': sticky,
      'the default broker shows the selection of the alternate one': together(bare, sticky),
    };
  },
};

const noWhitelists: OwnRule = {
  id: 'swap.listPairs.whitelists-absent',
  async check(ctx, report) {
    const { standard: exchange } = await brokers(ctx);
    const { whitelists: list, pointer } = summaryOf(exchange) ?? {};
    const expected = 'no whitelists without a broker_id';
    if (pointer === undefined) report(blockedBy(exchange));
    else report(isBlank(list) ? pass : broken({ expected, actual: excerpt(list), pointer, exchange }));
  },
  mutants: (at) => ({
    'whitelists come without a broker, too': at('listPairs').value('/data/whitelists', (list, request) =>
      namesBroker(request) ? list : [unknownIds.uuid],
    ),
  }),
};

export default [filter, whitelists, whitelisted, sharedLiquidity, defaultBroker, noWhitelists];
