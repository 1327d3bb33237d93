/** Which operations ask for a token. */
import { callOf } from '../../../model/call.ts';
import { type Exchange, isSuccess, outcomeText, type Trace } from '../../../model/exchange.ts';
import { observed } from '../../judgement.ts';
import type { Rule, Script } from '../../rule.ts';
import { freshInput } from '../pay-requests.ts';
import { asksForCredentials } from '../token.ts';

function need(exchange: Exchange): string {
  if (asksForCredentials(exchange)) return 'asks for a token';
  return isSuccess(exchange) ? 'public' : `unclear, ${outcomeText(exchange)}`;
}

export const whichOperations: Rule = {
  id: 'lending.auth.which-operations',
  plan: (scene) => [
    {
      id: 'operations',
      operation: null,
      script: function* (): Script {
        for (const operation of scene.api.operations) {
          const input = yield* freshInput(operation, 'access', scene);
          yield callOf(operation, input, { label: operation.id, credentials: 'none', intent: 'open' });
        }
      },
    },
  ],
  judge: (trace: Trace) => [
    observed(
      trace.exchanges
        .filter(({ call }) => call.intent === 'open')
        .map((exchange) => `${exchange.call.label}: ${need(exchange)}`)
        .join('; '),
    ),
  ],
};
