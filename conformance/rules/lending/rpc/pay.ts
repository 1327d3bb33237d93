/** PayRequest takes the fields of the HTTP body and with_gas, and answers with a payment URL. */
import { isSuccess, type Trace } from '../../../model/exchange.ts';
import { isObject } from '../../../model/json.ts';
import { seededUuid } from '../../../model/uuid.ts';
import { blockedBy, exchangeOf } from '../../judgement.ts';
import type { Judgement, Rule, Scene, Script } from '../../rule.ts';
import { rpcCall } from '../calls.ts';
import { askForPayment, judgeDeepLink } from '../pay-requests.ts';
import { noRpc, refusedRpc } from './messages.ts';

const labels = ['without gas', 'with gas'] as const;

/** A request that HTTP accepts is asked again over RPC, under ids of its own, without gas and with. */
function* script(scene: Scene, protocol: Scene['rpcProtocols'][number]): Script {
  const { body } = yield* askForPayment(scene, `pay-${protocol}`);
  if (!isObject(body)) return;
  for (const label of labels) {
    const message = {
      assetId: body['asset_id'],
      amount: body['amount'],
      traceId: seededUuid(scene.seed, 'trace', protocol, label, JSON.stringify(body)),
      followId: seededUuid(scene.seed, 'follow', protocol, label, JSON.stringify(body)),
      memoBase64: body['memo_base64'],
      withGas: label === 'with gas',
    };
    yield rpcCall(protocol, 'PayRequest', message, label);
  }
}

function judge(trace: Trace): readonly Judgement[] {
  const overHttp = exchangeOf(trace, 'pay');
  if (overHttp === undefined || !isSuccess(overHttp)) return [blockedBy(overHttp)];
  return labels.map((label) => {
    const exchange = exchangeOf(trace, label);
    return exchange !== undefined && isSuccess(exchange) ? judgeDeepLink(exchange) : refusedRpc(exchange);
  });
}

export const payRequest: Rule = {
  id: 'lending.rpc.pay-request-with-gas',
  plan: (scene) =>
    scene.rpcProtocols.map((protocol) => ({ id: protocol, operation: null, script: () => script(scene, protocol) })),
  judge,
  whenSilent: noRpc,
};
