/** Under which route the RPC methods are served. */
import { type Exchange, isSuccess, outcomeText } from '../../../model/exchange.ts';
import { notSeen, observer } from '../../shared/observe.ts';
import { rpcCall } from '../calls.ts';

function route(exchange: Exchange): string {
  return isSuccess(exchange) ? new URL(exchange.url).pathname : outcomeText(exchange);
}

export const rpcRoute = observer('lending.rpc.route', null, function* (scene) {
  const told: string[] = [];
  for (const protocol of scene.rpcProtocols) {
    told.push(`${protocol}: ${route(yield rpcCall(protocol, 'AllMarkets', {}, protocol))}`);
  }
  return told.length === 0 ? notSeen('the target names no RPC address') : told.join('; ');
});
