/** The throwing form of a call. */
import { ServiceError } from './errors.ts';
import type { Answer } from './types.ts';

/**
 * Waits for a call and returns its data.
 *
 * @throws ServiceError when the service rejected the call; an answer without data is not a success (`CallError`)
 * @example
 * const { data } = await unwrap(swap.GET('/pairs'));
 */
export async function unwrap<Data, Failure>(call: Promise<Answer<Data, Failure>>): Promise<Data> {
  const answer = await call;
  if (answer.error !== undefined) throw new ServiceError(answer.error, answer.response);
  return answer.data as Data;
}
