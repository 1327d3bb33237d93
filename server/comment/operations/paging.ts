/** The range of a list. The documents do not define `offset`; here it counts rows. */

import { Refusal } from '@wallet-services/runtime/refusal';

/** The range as the client sends it. */
export interface PageInput {
  /** Largest number of entries. */
  readonly limit?: number | undefined;
  /** Number of entries to skip. */
  readonly offset?: number | undefined;
}

/** The validated range. */
export interface PageRange {
  readonly limit: number;
  readonly offset: number;
}

const STANDARD = 20;
const MAXIMUM = 100;

/** @throws Refusal 400 when the limit is below 1 or the offset below 0 */
export function rangeOf({ limit = STANDARD, offset = 0 }: PageInput): PageRange {
  if (!(limit >= 1)) {
    throw new Refusal(400, 'limit is below 1', {
      hint: `omit it for the default of ${STANDARD}; the maximum is ${MAXIMUM}`,
    });
  }
  if (!(offset >= 0)) throw new Refusal(400, 'offset is below 0', { hint: 'omit it to begin at the first entry' });
  return { limit: Math.min(limit, MAXIMUM), offset: Math.min(offset, Number.MAX_SAFE_INTEGER) };
}
