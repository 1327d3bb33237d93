/** Lists of the lending service, page after page. */
import type { paths } from '@wallet-services/contract/lending/client';
import type { Transaction } from '@wallet-services/contract/lending/models';
import { byTime, itemsOf, type PagedArguments, readingOf } from '../paging/index.ts';
import type { LendingClient } from './client.ts';

const LIST = '/api/v1/transactions';

/**
 * Reads the transactions one by one, until the loop ends; `limit` is the length of a page, `offset` the time at which
 * the first one begins, `maxPages` limits their number.
 *
 * @throws ServiceError when a page is rejected, PagingError when the list cannot be read to its end
 * @example
 * for await (const { id, amount } of paginate(lending, '/api/v1/transactions')) console.log(id, amount);
 */
export function paginate(
  client: LendingClient,
  path: typeof LIST,
  ...init: PagedArguments<paths, typeof LIST>
): AsyncGenerator<Transaction, void, undefined> {
  return itemsOf(paginatePages(client, path, ...init));
}

/**
 * Reads the same list page by page.
 *
 * @example
 * for await (const page of paginatePages(lending, '/api/v1/transactions')) console.log(page.length);
 */
export function paginatePages(
  client: LendingClient,
  path: typeof LIST,
  ...[init]: PagedArguments<paths, typeof LIST>
): AsyncGenerator<readonly Transaction[], void, undefined> {
  return byTime<Transaction>(readingOf(client, path, init));
}
