/** Compares the RPC methods with HTTP (document 1, Endpoints). */
import {
  type Breach,
  blockedBy,
  broken,
  type CheckContext,
  hintFor,
  inconclusive,
  type Judgement,
  type OwnRule,
  pass,
  unsupported,
} from '@wallet-services/conformance/core';
import { once } from '@wallet-services/conformance/discovery';
import { comparedOver, differences } from '@wallet-services/conformance/families';
import {
  callText,
  type Exchange,
  excerpt,
  isObject,
  isSuccess,
  type JsonObject,
  objectsOf,
  outcomeText,
  type RpcProtocol,
  seededUuid,
  strayCall,
  successJson,
} from '@wallet-services/conformance/model';
import { judgeOwnIds } from '../../shared/own-ids.ts';
import { itemsOf, overRpc, rpcTransactions, sendRpc } from '../calls.ts';
import { judgeDeepLink, sendPayment } from '../pay-requests.ts';

/** The judgement on a failed RPC: it is documented, so it must be served; but it may require credentials. */
function refused(exchange: Exchange): Judgement {
  if (exchange.outcome.kind === 'failure' || isSuccess(exchange) || hintFor(exchange) !== undefined) {
    return blockedBy(exchange);
  }
  return broken({ expected: `success of ${callText(exchange.call)}`, actual: outcomeText(exchange), exchange });
}

/** A rule on the messages of a list. @param wrongIn the expected values of the wrong members of a message. */
function onItems(
  id: string,
  send: (ctx: CheckContext, protocol: RpcProtocol) => Promise<Exchange>,
  wrongIn: (item: JsonObject) => Readonly<Record<string, string | undefined>>,
  isReported: (item: JsonObject) => boolean,
  mutants: Required<OwnRule>['mutants'],
): OwnRule {
  return {
    id,
    mutants,
    check: (ctx, report) =>
      overRpc(ctx, report, async (protocol) => {
        const exchange = await send(ctx, protocol);
        const items = itemsOf(exchange);
        if (items === null) return report(blockedBy(exchange));
        const wrong = items.flatMap((item, index) =>
          Object.entries(wrongIn(item)).map(([name, expected = '']) =>
            broken({ expected, actual: excerpt(item[name]), pointer: `/data/${index}/${name}`, exchange }),
          ),
        );
        const [none, hint] = [
          'no message has the members that the rule is about',
          'put markets and transactions into the data',
        ];
        report(...(wrong.length > 0 ? wrong : [items.some(isReported) ? pass : inconclusive(none, hint)]));
      }),
  };
}

function undocumentedIn(
  item: JsonObject,
  names: readonly string[],
  expected: string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(names.filter((name) => Object.hasOwn(item, name)).map((name) => [name, expected]));
}

const withoutVersion = onItems(
  'lending.AllMarkets.market-without-version',
  (ctx, protocol) => sendRpc(ctx, protocol, 'AllMarkets'),
  (item) => ({
    ...undocumentedIn(item, ['version'], 'no version, which only HTTP has'),
    ...undocumentedIn(item, ['priceUpdatedAt', 'price_updated_at'], 'price_update_at, the name that RPC uses'),
  }),
  (item) => item['priceUpdateAt'] !== undefined || item['price_update_at'] !== undefined,
  (at) => ({
    'the Market message has a version': at.rpc('AllMarkets').value('/data/*/version', () => 1),
    'the Market message has price_updated_at': at.rpc('AllMarkets').value('/data/*', (market) => {
      const { priceUpdateAt, ...rest } = market as JsonObject;
      return { ...rest, priceUpdatedAt: priceUpdateAt };
    }),
  }),
);

const BYTES = /^[A-Za-z0-9+/_-]*={0,2}$/;

function decoded(data: unknown): unknown {
  try {
    return JSON.parse(Buffer.from(String(data), 'base64').toString());
  } catch {
    return undefined;
  }
}

// Empty bytes are absent in the JSON form: nothing to judge.
const hasData = ({ data }: JsonObject) => data !== undefined && data !== '';

const dataBytes = onItems(
  'lending.Transactions.data-bytes',
  rpcTransactions,
  (item) => ({
    ...undocumentedIn(item, ['updatedAt', 'updated_at'], 'no updated_at, which only HTTP has'),
    ...(!hasData(item) || (typeof item['data'] === 'string' && BYTES.test(item['data'])) ? {} : { data: 'bytes' }),
  }),
  hasData,
  (at) => ({
    'the Transaction message has updated_at': at
      .rpc('Transactions')
      .value('/data/*/updatedAt', () => '2021-08-17T11:14:49Z'),
    'data is an object in RPC': at.rpc('Transactions').value('/data/*/data', () => ({ amount: '1' })),
  }),
);

const dataJson = onItems(
  'lending.Transactions.data-json',
  rpcTransactions,
  (item) => (!hasData(item) || isObject(decoded(item['data'])) ? {} : { data: 'a JSON object as bytes' }),
  hasData,
  (at) => ({
    'the bytes of data are no JSON': at
      .rpc('Transactions')
      .value('/data/*/data', () => Buffer.from('supply').toString('base64')),
  }),
);

const sendPrices = (ctx: CheckContext, protocol: RpcProtocol) => sendRpc(ctx, protocol, 'PriceRequest');

/** The price requests, requested once for all rules. */
const rpcPrices = once(sendPrices);

/** The path of price requests on a server that lists them over HTTP. */
const likelyPaths = ['/api/v1/prices', '/api/v1/prices/all', '/api/v1/price-requests', '/api/v1/price-requests/all'];

function listsPrices(exchange: Exchange): boolean {
  const json = successJson(exchange);
  return objectsOf(isObject(json) ? json['data'] : json).some(
    (item) => Array.isArray(item['signers']) && isObject(item['receiver']),
  );
}

const rpcOnly: OwnRule = {
  id: 'lending.PriceRequest.rpc-only',
  check: (ctx, report) =>
    overRpc(ctx, report, async (protocol) => {
      const rpc = await rpcPrices(ctx, protocol);
      if (itemsOf(rpc) === null) return report(refused(rpc));
      for (const path of likelyPaths) {
        const exchange = await ctx.send(strayCall(path, path));
        if (!listsPrices(exchange)) continue;
        const actual = `${callText(exchange.call)} lists them`;
        return report(broken({ expected: 'price requests only over RPC', actual, pointer: '', exchange }));
      }
      report(pass);
    }),
  mutants: (at) => ({
    'RPC has no PriceRequest': at.rpc('PriceRequest').refused(undefined, 404),
    'price requests are listed over HTTP': () => (request, next) => {
      if (!request.path.endsWith('/api/v1/price-requests')) return next(request);
      const headers = { ...request.headers, 'content-type': 'application/json' };
      return next({ ...request, method: 'POST', path: '/lending.v1.Lending/PriceRequest', headers, body: '{}' });
    },
  }),
};

/** The first member of a price request that differs between two protocols. */
function differing({ suite }: CheckContext, one: Exchange, other: Exchange): Breach | undefined {
  const [here, there] = [one, other].map((exchange) =>
    suite.rpc === null ? null : comparedOver(suite.rpc, 'PriceRequest', exchange, 'trace_id'),
  );
  const known = new Map(here?.things.map(({ key, value }) => [key, value]));
  return there?.things.flatMap(({ key, value, pointer: at }): readonly Breach[] => {
    const [reported] = key === '' ? [] : differences(known.get(key) ?? {}, value);
    if (reported === undefined) return [];
    const expected = `${excerpt(reported.listed)}, as ${callText(one.call)} returned`;
    return [{ expected, actual: excerpt(reported.alone), pointer: `${at}${reported.pointer}`, exchange: other }];
  })[0];
}

const reportedAlike: OwnRule = {
  id: 'lending.PriceRequest.reported-alike',
  async check(ctx, report) {
    const [first, ...others] = ctx.suite.rpcProtocols;
    const hint = 'set several addresses under rpc in the target file';
    if (first === undefined || others.length === 0)
      return report(unsupported('the target names only one protocol', hint));
    for (const other of others) {
      // The oracle may have made other requests in the meantime: then both protocols agree on them now.
      const isAlike = differing(ctx, await rpcPrices(ctx, first), await rpcPrices(ctx, other)) === undefined;
      const again = isAlike ? undefined : differing(ctx, await sendPrices(ctx, first), await sendPrices(ctx, other));
      report(again === undefined ? pass : broken(again));
    }
  },
  mutants: (at) => ({
    'Twirp returns other thresholds of prices': () => {
      const reported = at.rpc('PriceRequest').value('/data/*/threshold', (count) => Number(count) + 1)();
      return (request, next) => (request.path.startsWith('/twirp/') ? reported(request, next) : next(request));
    },
  }),
};

/** A request that HTTP accepts is sent again over RPC, under ids of its own, with and without gas. */
const withGas: OwnRule = {
  id: 'lending.PayRequest.with-gas',
  check: (ctx, report) =>
    overRpc(ctx, report, async (protocol) => {
      const { exchange: overHttp, body } = await sendPayment(ctx, `over ${protocol}`);
      if (!isSuccess(overHttp)) return report(blockedBy(overHttp));
      const { asset_id: assetId, amount, memo_base64: memoBase64 } = body;
      const paid: Exchange[] = [];
      for (const withGas of [false, true]) {
        const fresh = (what: string) => seededUuid(ctx.suite.seed, what, protocol, `${withGas}`, JSON.stringify(body));
        const ids = { traceId: fresh('trace'), followId: fresh('follow') };
        const message = { assetId, amount, memoBase64, ...ids, withGas };
        const exchange = await sendRpc(ctx, protocol, 'PayRequest', message);
        report(isSuccess(exchange) ? judgeDeepLink(exchange) : refused(exchange));
        paid.push(exchange);
      }
      const [one, other] = paid;
      if (one !== undefined && other !== undefined && paid.every(isSuccess))
        report(...judgeOwnIds([one, other], ['/url']));
    }),
  mutants: (at) => ({
    'RPC refuses payments with gas': at.rpc('PayRequest').refused(({ withGas: gas }) => gas === true),
    'every payment over RPC has the same code': () => {
      let url: unknown;
      return at.rpc('PayRequest').value('/url', (reported) => {
        url ??= reported;
        return url;
      })();
    },
    'RPC pays by another link': at.rpc('PayRequest').value('/url', () => 'https://example.org/pay'),
  }),
};

export default [withoutVersion, dataBytes, dataJson, rpcOnly, reportedAlike, withGas];
