/** Finds the other response of a breach that compares two. Pure. */

import { decoded } from '@wallet-services/kit/decoded';
import type { Judgement } from '../../core/judgement.ts';
import { type Exchange, isSuccess } from '../../model/exchange.ts';

function isOf({ call }: Exchange, operation: string): boolean {
  return call.kind === 'http' ? call.operation === operation : operation.endsWith(call.method);
}

/** The last segment of a path, which identifies the item: `/comments/7` and `7`. */
function nameIn({ url }: Exchange): string {
  return decoded(new URL(url).pathname.split('/').at(-1) ?? '');
}

function holds({ outcome }: Exchange, name: string): boolean {
  return outcome.kind === 'answer' && outcome.body.text.includes(name);
}

/**
 * Adds the exchange that a breach compares its own with, where it names only the operation: the last success before it,
 * preferably one with a response that contains the item.
 *
 * @param exchanges those of the case, in order.
 */
export function withOther(judgement: Judgement, exchanges: readonly Exchange[]): Judgement {
  if (!('breach' in judgement)) return judgement;
  const { breach } = judgement;
  const { against, exchange, other } = breach;
  if (against === undefined || exchange === undefined || other !== undefined) return judgement;
  const place = exchanges.indexOf(exchange);
  const all = exchanges.filter((one) => one !== exchange && isOf(one, against) && isSuccess(one));
  const named = all.filter((one) => holds(one, nameIn(exchange)));
  const candidates = named.length > 0 ? named : all;
  const before = candidates.findLast((one) => exchanges.indexOf(one) < place);
  const found = before ?? candidates[0];
  return found === undefined ? judgement : { ...judgement, breach: { ...breach, other: found } };
}
