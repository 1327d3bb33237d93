/** Values that the documents leave open, as they were seen. */
import { isSuccess, successJson, type Trace } from '../../../model/exchange.ts';
import { isObject, type JsonObject } from '../../../model/json.ts';
import { observed } from '../../judgement.ts';
import type { Rule, Script } from '../../rule.ts';
import { itemsOf, marketsCall, transactionsCall } from '../calls.ts';
import { askForPayment } from '../pay-requests.ts';

function distinct(values: readonly unknown[]): readonly string[] {
  const collator = new Intl.Collator('en', { numeric: true });
  return [...new Set(values.map(String))].sort(collator.compare);
}

export const linkScheme: Rule = {
  id: 'lending.pay-requests.scheme',
  plan: (scene) => [
    {
      id: 'pay',
      operation: 'createPayRequest',
      script: function* (): Script {
        yield* askForPayment(scene, 'scheme');
      },
    },
  ],
  judge: (trace: Trace) => {
    const payment = trace.exchanges.find(({ call }) => call.label === 'pay');
    const json = payment !== undefined && isSuccess(payment) ? successJson(payment) : undefined;
    const url = isObject(json) ? json['url'] : undefined;
    const scheme = typeof url === 'string' ? /^([^:]+):\/\//.exec(url)?.[1] : undefined;
    return [observed(scheme ?? 'not seen')];
  },
};

export const marketStatus: Rule = {
  id: 'lending.market.status-values',
  plan: (scene) => [
    {
      id: 'markets',
      operation: 'listMarkets',
      script: function* (): Script {
        yield marketsCall(scene, 'markets');
      },
    },
  ],
  judge: (trace: Trace) => {
    const values = distinct((itemsOf(trace.exchanges[0]) ?? []).map(({ status }) => status));
    return [observed(values.length === 0 ? 'not seen' : values.join(', '))];
  },
};

function shapeOf({ action, data }: JsonObject): string {
  const members = isObject(data) ? Object.keys(data).sort().join(', ') : 'no object';
  return `${String(action)} {${members}}`;
}

export const dataShapes: Rule = {
  id: 'lending.transaction.data-shapes',
  plan: (scene) => [
    {
      id: 'list',
      operation: 'listTransactions',
      script: function* (): Script {
        yield transactionsCall(scene, 'list');
      },
    },
  ],
  judge: (trace: Trace) => {
    const shown = new Set([1, 5]);
    const items = (itemsOf(trace.exchanges[0]) ?? []).filter(({ action }) => !shown.has(Number(action)));
    const shapes = distinct(items.map(shapeOf));
    return [observed(shapes.length === 0 ? 'not seen' : `by action: ${shapes.join('; ')}`)];
  },
};
