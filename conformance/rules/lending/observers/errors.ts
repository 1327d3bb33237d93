/** How the server refuses: status, content type and members of the body. */
import { operationOf } from '../../../model/api.ts';
import { callOf, noInput, strayCall } from '../../../model/call.ts';
import { answerForm, observer } from '../../shared/observe.ts';
import { transactionsCall } from '../calls.ts';

export const errorForm = observer('lending.errors.responses', null, function* (scene) {
  const pay = operationOf(scene.api, 'createPayRequest');
  const malformed = yield transactionsCall(scene, 'malformed query', { offset: 'yesterday' }, 'invalid');
  const incomplete = yield callOf(pay, { ...noInput, body: {} }, { label: 'incomplete body', intent: 'invalid' });
  const unknown = yield strayCall('/api/v1/no-such-path', 'unknown path');
  return [malformed, incomplete, unknown].map((one) => `${one.call.label}: ${answerForm(one)}`).join('; ');
});
