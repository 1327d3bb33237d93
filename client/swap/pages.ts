/** Lists of the swap service, page after page. */
import { pageReaders } from '@wallet-services/contract/swap/calls';
import type { paths } from '@wallet-services/contract/swap/client';
import {
  byCursor,
  type CursorPage,
  type ItemOf,
  type PagedArguments,
  type PageReaders,
  pagesOf,
} from '../paging/index.ts';
import type { SwapClient } from './client.ts';

const readers: typeof pageReaders = pageReaders satisfies PageReaders<paths>;

/**
 * Reads a list page by page, as far as the loop goes; `limit` is the length of a page.
 *
 * @throws ServiceError when a page is refused, PagingError when a cursor comes back
 * @example
 * for await (const item of paginate(swap, '/transactions')) console.log(item.id);
 */
export function paginate<Path extends keyof typeof readers>(
  client: SwapClient,
  path: Path,
  ...[init]: PagedArguments<paths, Path>
): AsyncGenerator<ItemOf<typeof readers, Path>, void, undefined> {
  const page = readers[path] as (data: never) => CursorPage<ItemOf<typeof readers, Path>>;
  return byCursor(pagesOf(client, path, init), page as (data: unknown) => CursorPage<ItemOf<typeof readers, Path>>);
}
