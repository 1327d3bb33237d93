/** Under which route the RPC methods are served. */
import { type Exchange, isSuccess, outcomeText, type Trace } from '../../../model/exchange.ts';
import { observed } from '../../judgement.ts';
import type { Rule, Script } from '../../rule.ts';
import { rpcCall } from '../calls.ts';

function route(exchange: Exchange): string {
  return isSuccess(exchange) ? new URL(exchange.url).pathname : outcomeText(exchange);
}

export const rpcRoute: Rule = {
  id: 'lending.rpc.route',
  plan: (scene) => [
    {
      id: 'routes',
      operation: null,
      script: function* (): Script {
        for (const protocol of scene.rpcProtocols) yield rpcCall(protocol, 'AllMarkets', {}, protocol);
      },
    },
  ],
  judge: (trace: Trace) => {
    const told = trace.exchanges.map((exchange) => `${exchange.call.label}: ${route(exchange)}`);
    return [observed(told.length === 0 ? 'not seen: the target names no RPC address' : told.join('; '))];
  },
};
