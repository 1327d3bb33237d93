/** How the server refuses: status, content type and members of the body. */
import { operationOf } from '../../../model/api.ts';
import { callOf, noInput, strayCall } from '../../../model/call.ts';
import type { Exchange, Trace } from '../../../model/exchange.ts';
import { isObject } from '../../../model/json.ts';
import { observed } from '../../judgement.ts';
import type { Rule, Script } from '../../rule.ts';
import { transactionsCall } from '../calls.ts';

function form({ outcome }: Exchange): string {
  if (outcome.kind === 'failure') return outcome.message;
  const { json } = outcome.body;
  const type = outcome.contentType?.split(';')[0] ?? 'no content type';
  if (!json.ok) return `${outcome.status} ${type}`;
  const members = isObject(json.value) ? `{${Object.keys(json.value).sort().join(', ')}}` : typeof json.value;
  return `${outcome.status} ${type} ${members}`;
}

export const errorForm: Rule = {
  id: 'lending.errors.responses',
  plan: (scene) => [
    {
      id: 'refusals',
      operation: null,
      script: function* (): Script {
        yield transactionsCall(scene, 'malformed query', { offset: 'yesterday' }, 'invalid');
        const pay = operationOf(scene.api, 'createPayRequest');
        yield callOf(pay, { ...noInput, body: {} }, { label: 'incomplete body', intent: 'invalid' });
        yield strayCall('/api/v1/no-such-path', 'unknown path');
      },
    },
  ],
  judge: (trace: Trace) => {
    const told = trace.exchanges.map((exchange) => `${exchange.call.label}: ${form(exchange)}`);
    return [observed(told.length === 0 ? 'not seen' : told.join('; '))];
  },
};
