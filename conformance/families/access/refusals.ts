/** What a refusal says of a credential. */
import type { Exchange } from '../../model/exchange.ts';

/** Whether an answer asks for (other) credentials. */
export function asksForCredentials({ outcome }: Exchange): boolean {
  return outcome.kind === 'answer' && (outcome.status === 401 || outcome.status === 403);
}

/** Whether it was not answered, or not now: that says nothing of a credential. */
export function isSick({ outcome }: Exchange): boolean {
  return outcome.kind === 'failure' || outcome.status === 429 || outcome.status >= 500;
}
