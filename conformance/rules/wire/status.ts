/** The status of an answer is one that the document lists for the operation. */
import { type ApiModel, operationOf, responseFor } from '../../model/api.ts';
import type { Exchange } from '../../model/exchange.ts';
import { broken, pass, warn } from '../judgement.ts';
import type { Judgement, Rule } from '../rule.ts';

function judge(exchange: Exchange, api: ApiModel): readonly Judgement[] {
  const { call, outcome } = exchange;
  if (call.kind !== 'http' || call.operation === null || outcome.kind !== 'answer') return [];
  if (responseFor(operationOf(api, call.operation), outcome.status) !== undefined) return [pass];
  const breach = { expected: 'a status that the document lists', actual: `status ${outcome.status}`, exchange };
  const isRefusal = outcome.status >= 300;
  if (!isRefusal || call.intent === 'valid') return [broken(breach)];
  // How a refusal looks is left open; a server error in place of one is odd enough to be told.
  return outcome.status >= 500 ? [warn({ ...breach, expected: 'a refusal rather than a server error' })] : [pass];
}

export const status: Rule = {
  id: 'wire.status',
  watch: (exchange, { api }) => judge(exchange, api),
};
