/** Lists of the comment service, page after page. */
import { pageReaders } from '@wallet-services/contract/comment/calls';
import type { paths } from '@wallet-services/contract/comment/client';
import {
  byRow,
  type ItemOf,
  type PagedArguments,
  type PageReaders,
  pagesOf,
  queryOf,
  type RowPage,
} from '../paging/index.ts';
import type { CommentClient } from './client.ts';

const readers: typeof pageReaders = pageReaders satisfies PageReaders<paths>;

/**
 * Reads a list page by page, as far as the loop goes; `limit` is the length of a page.
 *
 * @throws ServiceError when a page is refused
 * @example
 * for await (const { content } of paginate(comment, '/comments')) console.log(content);
 */
export function paginate<Path extends keyof typeof readers>(
  client: CommentClient,
  path: Path,
  ...[init]: PagedArguments<paths, Path>
): AsyncGenerator<ItemOf<typeof readers, Path>, void, undefined> {
  const page = readers[path] as (data: never) => RowPage<ItemOf<typeof readers, Path>>;
  const { offset } = queryOf(init);
  return byRow(
    pagesOf(client, path, init),
    page as (data: unknown) => RowPage<ItemOf<typeof readers, Path>>,
    Number(offset ?? 0),
  );
}
