/**
 * The status of an answer is a success, or a rejection that the document lists; the documents leave open which 2xx it
 * is.
 */

import type { SuiteContext } from '../../core/context.ts';
import { broken, type Judgement, pass, warn } from '../../core/judgement.ts';
import type { GeneralRule } from '../../core/rule.ts';
import { rejectsGuess } from '../../discovery/guess.ts';
import { type ApiModel, listedFor, type Operation, operationOf } from '../../model/document/api.ts';
import { type Exchange, type HttpCall, isSuccess } from '../../model/exchange.ts';
import { isMadeUp } from '../inputs/standalone.ts';

/**
 * Whether a rejection shows nothing about the server: it requires credentials or patience, or the named item is
 * unknown.
 */
function isFair(status: number, call: HttpCall, api: ApiModel, operation: Operation): boolean {
  if (status === 429) return true;
  if (call.intent !== 'valid') return !(call.isSound === true && status >= 500);
  if (status === 401 || status === 403) return operation.security.flat().length > 0;
  return status >= 400 && status < 500 && isMadeUp(call, api);
}

function judge(exchange: Exchange, suite: SuiteContext): readonly Judgement[] {
  const { api, profile } = suite;
  const { call, outcome } = exchange;
  if (call.kind !== 'http' || call.operation === null || outcome.kind !== 'answer') return [];
  const { status: given } = outcome;
  const operation = operationOf(api, call.operation);
  if (listedFor(operation, given) !== undefined) return [pass];
  // The status 200 in the contract is the contract's choice; a standalone document means the statuses that it lists.
  if (isSuccess(exchange) && profile.isStrict !== true) return [pass];
  const listed = operation.responses.map(({ status: one }) => one).join(', ');
  const breach = { expected: `a status that the document lists: ${listed}`, actual: `status ${given}`, exchange };
  const isGuess = call.intent === 'valid' && rejectsGuess(suite, operation, exchange);
  if (given < 300 || !(isGuess || isFair(given, call, api, operation))) return [broken(breach)];
  // The form of a rejection is open; a server error in its place is unusual enough to be reported.
  return given >= 500 ? [warn({ ...breach, expected: 'a refusal rather than a server error' })] : [pass];
}

export const status: GeneralRule = {
  id: 'wire.status',
  text: 'The status is one that the document lists for the operation, or another 2xx where that is left open.',
  watch: judge,
};
