/** What is thought of a request that must be refused. */
import { type Exchange, isSuccess, outcomeText } from '../../../model/exchange.ts';
import { blockedBy, broken, inconclusive, pass } from '../../judgement.ts';
import type { Judgement } from '../../rule.ts';
import { hitsOf } from '../records.ts';

export const HINT = 'name an application as credentials (AppId and AppSecret) in the target file';

export const UNKNOWN = 'the id of no application';

/** Whether a search shows what only an application may see; any other success does. */
function showsSomething(exchange: Exchange): boolean {
  const { call } = exchange;
  if (call.kind === 'http' && call.operation === 'searchIndexes') return (hitsOf(exchange) ?? []).length > 0;
  return true;
}

export function mustRefuse(exchange: Exchange, name: string, isKnownToWork: boolean): Judgement {
  const { outcome } = exchange;
  if (isSuccess(exchange)) {
    if (!showsSomething(exchange) && exchange.call.label === UNKNOWN) return pass;
    return broken({
      expected: `a refusal, since the request has ${name}`,
      actual: outcomeText(exchange),
      about: name,
      exchange,
    });
  }
  if (outcome.kind === 'failure' || outcome.status === 429) return blockedBy(exchange);
  if (isKnownToWork || outcome.status === 401 || outcome.status === 403) return pass;
  return inconclusive(`with ${name} the request was answered with ${outcomeText(exchange)}`, HINT);
}
