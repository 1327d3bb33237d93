/** Values that the documents leave open, as they were seen. */
import { operationOf } from '../../../model/api.ts';
import { callOf } from '../../../model/call.ts';
import { isSuccess, successJson } from '../../../model/exchange.ts';
import { isObject, type JsonObject } from '../../../model/json.ts';
import { distinct, notSeen, observeCall, observer } from '../../shared/observe.ts';
import { itemsOf, marketsCall, transactionsCall } from '../calls.ts';
import { freshInput } from '../pay-requests.ts';

export const linkScheme = observer('lending.pay-requests.scheme', 'createPayRequest', function* (scene) {
  const operation = operationOf(scene.api, 'createPayRequest');
  const payment = yield callOf(operation, yield* freshInput(operation, 'scheme', scene), { label: 'pay' });
  const json = isSuccess(payment) ? successJson(payment) : undefined;
  const url = isObject(json) ? json['url'] : undefined;
  const scheme = typeof url === 'string' ? /^([^:]+):\/\//.exec(url)?.[1] : undefined;
  return scheme ?? notSeen('no deep link');
});

export const marketStatus = observeCall(
  'lending.market.status-values',
  'listMarkets',
  (scene) => marketsCall(scene, 'markets'),
  (exchange) => {
    const values = distinct((itemsOf(exchange) ?? []).map(({ status }) => status));
    return values.length === 0 ? notSeen('no market') : values.join(', ');
  },
);

function shapeOf({ action, data }: JsonObject): string {
  const members = isObject(data) ? Object.keys(data).sort().join(', ') : 'no object';
  return `${String(action)} {${members}}`;
}

export const dataShapes = observeCall(
  'lending.transaction.data-shapes',
  'listTransactions',
  (scene) => transactionsCall(scene, 'list'),
  (exchange) => {
    const shown = new Set([1, 5]);
    const items = (itemsOf(exchange) ?? []).filter(({ action }) => !shown.has(Number(action)));
    const shapes = distinct(items.map(shapeOf));
    return shapes.length === 0 ? notSeen('no transaction of another action') : `by action: ${shapes.join('; ')}`;
  },
);
