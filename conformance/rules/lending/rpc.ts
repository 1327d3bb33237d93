/** What the RPC methods say beside what HTTP says (document 1, Endpoints). */
import { strayCall } from '../../model/call.ts';
import { callText, type Exchange, isSuccess, outcomeText, successJson } from '../../model/exchange.ts';
import { excerpt, isObject, type JsonObject, objectsOf } from '../../model/json.ts';
import { within } from '../../model/pointer.ts';
import { seededUuid } from '../../model/uuid.ts';
import { blockedBy, broken, hintFor, inconclusive, pass } from '../judgement.ts';
import type { OwnRule } from '../own.ts';
import type { Judgement } from '../rule.ts';
import { askRpc, itemsOf, overRpc } from './calls.ts';
import { askForPayment, judgeDeepLink } from './pay-requests.ts';

/** What to say of an RPC that did not succeed: it is documented, so it must be served; but it may ask for credentials. */
function refused(exchange: Exchange): Judgement {
  if (exchange.outcome.kind === 'failure' || isSuccess(exchange) || hintFor(exchange) !== undefined) {
    return blockedBy(exchange);
  }
  return broken({ expected: `an answer to ${callText(exchange.call)}`, actual: outcomeText(exchange), exchange });
}

/** Members that the JSON of a message must not have, with what is expected in their place. */
function strangers(
  exchange: Exchange,
  items: readonly JsonObject[],
  names: Readonly<Record<string, string>>,
): readonly Judgement[] {
  return items.flatMap((item, index) =>
    Object.entries(names)
      .filter(([name]) => Object.hasOwn(item, name))
      .map(([name, expected]) => {
        const pointer = within(within('/data', index), name);
        return broken({ expected, actual: excerpt(item[name]), pointer, exchange });
      }),
  );
}

const PRICE_TIME = 'price_update_at, the name of this member in RPC';

const withoutVersion: OwnRule = {
  id: 'lending.AllMarkets.market-without-version',
  check: (talk, say) =>
    overRpc(talk, say, async (protocol) => {
      const exchange = await askRpc(talk, protocol, 'AllMarkets');
      const items = itemsOf(exchange);
      if (items === null) return say(blockedBy(exchange));
      const names = {
        version: 'no version, which is in HTTP only',
        priceUpdatedAt: PRICE_TIME,
        price_updated_at: PRICE_TIME,
      };
      const wrong = strangers(exchange, items, names);
      const isTold = items.some((item) => item['priceUpdateAt'] !== undefined || item['price_update_at'] !== undefined);
      say(...wrong);
      if (wrong.length > 0) return;
      say(isTold ? pass : inconclusive('no market has a price_update_at', 'put markets with a price into the data'));
    }),
  faults: (at) => [
    { id: 'the Market message has a version', fault: at.rpc('AllMarkets').value('/data/*/version', () => 1) },
    {
      id: 'the Market message has price_updated_at',
      fault: at.rpc('AllMarkets').value('/data/*', (market) => {
        const { priceUpdateAt, ...rest } = market as JsonObject;
        return { ...rest, priceUpdatedAt: priceUpdateAt };
      }),
    },
  ],
};

function decoded(data: unknown): unknown {
  if (typeof data !== 'string') return undefined;
  try {
    return JSON.parse(Buffer.from(data, 'base64').toString());
  } catch {
    return undefined;
  }
}

const base64 = (text: string) => Buffer.from(text).toString('base64');

const dataBytes: OwnRule = {
  id: 'lending.Transactions.data-bytes',
  check: (talk, say) =>
    overRpc(talk, say, async (protocol) => {
      const exchange = await askRpc(talk, protocol, 'Transactions', { limit: 50 });
      const items = itemsOf(exchange);
      if (items === null) return say(blockedBy(exchange));
      const late = 'no updated_at, which is in HTTP only';
      const wrong = [
        ...strangers(exchange, items, { updatedAt: late, updated_at: late }),
        // Empty bytes are absent in the JSON form: nothing to judge.
        ...items.flatMap(({ data }, index) => {
          const pointer = within(within('/data', index), 'data');
          const isRight = data === undefined || data === '' || isObject(decoded(data));
          return isRight
            ? []
            : [broken({ expected: 'a JSON object as bytes', actual: excerpt(data), pointer, exchange })];
        }),
      ];
      say(...wrong);
      if (wrong.length > 0) return;
      const isTold = items.some(({ data }) => isObject(decoded(data)));
      say(isTold ? pass : inconclusive('there are no transactions with data', 'put transactions into the data'));
    }),
  faults: (at) => [
    {
      id: 'the bytes of data are no JSON',
      fault: at.rpc('Transactions').value('/data/*/data', () => base64('supply')),
    },
    {
      id: 'the Transaction message has updated_at',
      fault: at.rpc('Transactions').value('/data/*/updatedAt', () => '2021-08-17T11:14:49Z'),
    },
    { id: 'data is an object in RPC', fault: at.rpc('Transactions').value('/data/*/data', () => ({ amount: '1' })) },
  ],
};

/** Where a server would list price requests if it did so over HTTP. */
const likelyPaths = ['/api/v1/prices', '/api/v1/prices/all', '/api/v1/price-requests', '/api/v1/price-requests/all'];

function listsPrices(exchange: Exchange): boolean {
  const json = successJson(exchange);
  return objectsOf(isObject(json) ? json['data'] : json).some(
    (item) => Array.isArray(item['signers']) && isObject(item['receiver']),
  );
}

const rpcOnly: OwnRule = {
  id: 'lending.PriceRequest.rpc-only',
  check: (talk, say) =>
    overRpc(talk, say, async (protocol) => {
      const rpc = await askRpc(talk, protocol, 'PriceRequest');
      if (itemsOf(rpc) === null) return say(refused(rpc));
      for (const path of likelyPaths) {
        const exchange = await talk.ask(strayCall(path, path));
        if (!listsPrices(exchange)) continue;
        const actual = `${callText(exchange.call)} lists them`;
        return say(broken({ expected: 'price requests over RPC only', actual, pointer: '', exchange }));
      }
      say(pass);
    }),
  faults: (at) => [
    { id: 'RPC has no PriceRequest', fault: at.rpc('PriceRequest').refused(undefined, 404) },
    {
      id: 'price requests are listed over HTTP',
      fault: () => (request, next) => {
        if (!request.path.endsWith('/api/v1/price-requests')) return next(request);
        const headers = { ...request.headers, 'content-type': 'application/json' };
        return next({ ...request, method: 'POST', path: '/lending.v1.Lending/PriceRequest', headers, body: '{}' });
      },
    },
  ],
};

/** A request that HTTP accepts is asked again over RPC, under ids of its own, without gas and with. */
const withGas: OwnRule = {
  id: 'lending.PayRequest.with-gas',
  check: (talk, say) =>
    overRpc(talk, say, async (protocol) => {
      const { exchange: overHttp, body } = await askForPayment(talk, `over ${protocol}`);
      if (!isSuccess(overHttp)) return say(blockedBy(overHttp));
      for (const gas of [false, true]) {
        const fresh = (what: string) => seededUuid(talk.scene.seed, what, protocol, `${gas}`, JSON.stringify(body));
        const { asset_id: assetId, amount, memo_base64: memoBase64 } = body;
        const ids = { traceId: fresh('trace'), followId: fresh('follow') };
        const exchange = await askRpc(talk, protocol, 'PayRequest', {
          assetId,
          amount,
          memoBase64,
          ...ids,
          withGas: gas,
        });
        say(isSuccess(exchange) ? judgeDeepLink(exchange) : refused(exchange));
      }
    }),
  faults: (at) => [
    {
      id: 'RPC refuses payments with gas',
      fault: at.rpc('PayRequest').refused((message) => message['withGas'] === true),
    },
    { id: 'RPC pays by another link', fault: at.rpc('PayRequest').value('/url', () => 'https://example.org/pay') },
  ],
};

export default [withoutVersion, dataBytes, rpcOnly, withGas];
