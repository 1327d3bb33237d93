/** Which operations ask for a token. */
import { callOf } from '../../../model/call.ts';
import { type Exchange, isSuccess, outcomeText } from '../../../model/exchange.ts';
import { observer } from '../../shared/observe.ts';
import { freshInput } from '../pay-requests.ts';
import { asksForCredentials } from '../token.ts';

function need(exchange: Exchange): string {
  if (asksForCredentials(exchange)) return 'asks for a token';
  return isSuccess(exchange) ? 'public' : `unclear, ${outcomeText(exchange)}`;
}

export const whichOperations = observer('lending.auth.which-operations', null, function* (scene) {
  const told: string[] = [];
  for (const operation of scene.api.operations) {
    const input = yield* freshInput(operation, 'access', scene);
    const exchange = yield callOf(operation, input, { label: operation.id, credentials: 'none', intent: 'open' });
    told.push(`${operation.id}: ${need(exchange)}`);
  }
  return told.join('; ');
});
