/** Oracle price requests are listed over RPC, and over HTTP nowhere. */
import { strayCall } from '../../../model/call.ts';
import { callText, type Exchange, successJson, type Trace } from '../../../model/exchange.ts';
import { isObject, type JsonObject, objectsOf } from '../../../model/json.ts';
import { broken, exchangeOf, pass } from '../../judgement.ts';
import type { Judgement, Rule, Scene, Script } from '../../rule.ts';
import { rpcCall } from '../calls.ts';
import { messagesOf, noRpc, refusedRpc } from './messages.ts';

/** Where a server would list them if it did. */
const likelyPaths = ['/api/v1/prices', '/api/v1/prices/all', '/api/v1/price-requests', '/api/v1/price-requests/all'];

function isPriceRequest(item: JsonObject): boolean {
  return Array.isArray(item['signers']) && isObject(item['receiver']);
}

function listsPrices(exchange: Exchange): boolean {
  const json = successJson(exchange);
  return objectsOf(isObject(json) ? json['data'] : json).some(isPriceRequest);
}

function judge(trace: Trace, scene: Scene): readonly Judgement[] {
  const rpc = exchangeOf(trace, 'rpc');
  if (messagesOf(rpc, scene) === null) return [refusedRpc(rpc)];
  const listed = trace.exchanges.find((exchange) => exchange.call.kind === 'http' && listsPrices(exchange));
  if (listed === undefined) return [pass];
  const actual = `${callText(listed.call)} lists them`;
  return [broken({ expected: 'price requests over RPC only', actual, pointer: '', exchange: listed })];
}

export const prices: Rule = {
  id: 'lending.rpc.prices-rpc-only',
  plan: (scene) =>
    scene.rpcProtocols.map((protocol) => ({
      id: protocol,
      operation: null,
      script: function* (): Script {
        yield rpcCall(protocol, 'PriceRequest', {}, 'rpc');
        for (const path of likelyPaths) yield strayCall(path, path);
      },
    })),
  judge,
  whenSilent: noRpc,
};
