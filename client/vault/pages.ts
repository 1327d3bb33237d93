/** Lists of the vault service, page after page. */
import { pages } from '@wallet-services/contract/vault/calls';
import type { paths } from '@wallet-services/contract/vault/client';
import {
  byCursor,
  type ItemOf,
  itemsOf,
  type PagedArguments,
  type PagePlaces,
  type Row,
  readingOf,
} from '../paging/index.ts';
import type { VaultClient } from './client.ts';

const places = pages satisfies PagePlaces<paths>;

type Paged = keyof typeof places;

type Item<Path extends Paged> = ItemOf<paths, typeof places, Path>;

/**
 * Reads a list item by item, until the loop ends; `limit` is the length of a page, `maxPages` limits their number.
 *
 * @throws ServiceError when a page is rejected, PagingError when the list has no end
 * @example
 * for await (const { id } of paginate(vault, '/vats')) console.log(id);
 */
export function paginate<Path extends Paged>(
  client: VaultClient,
  path: Path,
  ...init: PagedArguments<paths, Path>
): AsyncGenerator<Item<Path>, void, undefined> {
  return itemsOf(paginatePages(client, path, ...init));
}

/**
 * Reads the same list page by page.
 *
 * @example
 * for await (const page of paginatePages(vault, '/vats')) console.log(page.length);
 */
export function paginatePages<Path extends Paged>(
  client: VaultClient,
  path: Path,
  ...[init]: PagedArguments<paths, Path>
): AsyncGenerator<readonly Item<Path>[], void, undefined> {
  return byCursor<Item<Path> & Row>(readingOf(client, path, init), places[path]);
}
