/** Lists of the lending service, page after page. */
import type { paths } from '@wallet-services/contract/lending/client';
import type { Transaction } from '@wallet-services/contract/lending/models';
import { byTime, type PagedArguments, pagesOf, type TimePage } from '../paging/index.ts';
import type { LendingClient } from './client.ts';

const LIST = '/api/v1/transactions';

/**
 * Reads the transactions page by page, as far as the loop goes; `limit` is the length of a page, `offset` the moment
 * that the first one begins at.
 *
 * @throws ServiceError when a page is refused, PagingError when more happened at one moment than a page can hold
 * @example
 * for await (const { id, amount } of paginate(lending, '/api/v1/transactions')) console.log(id, amount);
 */
export function paginate(
  client: LendingClient,
  path: typeof LIST,
  ...[init]: PagedArguments<paths, typeof LIST>
): AsyncGenerator<Transaction, void, undefined> {
  const limit = init?.params?.query?.limit;
  const page = (items: unknown) => ({ items }) as TimePage<Transaction>;
  return byTime(pagesOf(client, path, init), page, limit === undefined ? undefined : Number(limit));
}
