/**
 * Pages of lists. Choices of this server: the cursor is the number of the last entry of the previous page, and must be
 * in the list; a limit below 1 is rejected, one above the maximum counts as the maximum.
 */

import type { Pagination } from '@wallet-services/contract/vault';
import { Refusal } from '@wallet-services/runtime/refusal';

/** The requested page. */
export interface PageInput {
  /** `next_cursor` of the previous page; undefined for the first page. */
  readonly cursor?: number | undefined;
  readonly limit?: number | undefined;
}

/** A list that is read by pages, in its own order. */
export interface Pages<Row extends { readonly number: number }> {
  /** Default number of entries on a page. */
  readonly standard: number;
  /** Whether the list has an entry with this number. */
  has(number: number): Promise<boolean>;
  /** Entries after the one with this number, or from the beginning; `count` at most. */
  after(number: number | undefined, count: number): Promise<readonly Row[]>;
}

/** Largest number of entries on a page. */
const MAXIMUM = 500;

/**
 * Reads a page.
 *
 * @throws Refusal 400 when the cursor is unknown or the limit is below 1
 */
export async function readPage<Row extends { readonly number: number }>(
  pages: Pages<Row>,
  { cursor, limit }: PageInput,
): Promise<{ readonly rows: readonly Row[]; readonly pagination: Pagination }> {
  const size = sizeOf(limit, pages.standard);
  if (cursor !== undefined && !(Number.isSafeInteger(cursor) && (await pages.has(cursor)))) {
    throw new Refusal(400, 'cursor is not from a page of this list', {
      hint: 'send the next_cursor of the previous page, or omit it for the first page',
    });
  }
  // One more row than the page has shows whether there is another page.
  const found = await pages.after(cursor, size + 1);
  const rows = found.slice(0, size);
  const last = found.length > size ? rows.at(-1) : undefined;
  return {
    rows,
    pagination: { next_cursor: last === undefined ? '' : String(last.number), has_next: last !== undefined },
  };
}

function sizeOf(limit: number | undefined, standard: number): number {
  if (limit === undefined) return standard;
  if (limit < 1)
    throw new Refusal(400, 'limit is below 1', {
      hint: `omit it for the default of ${standard}; the maximum is ${MAXIMUM}`,
    });
  return Math.min(limit, MAXIMUM);
}
