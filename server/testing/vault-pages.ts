/** Test helpers: the lists of the vault service that have pages. */
import type { FlipPage, FlipSummary, Pagination, Vault } from '@wallet-services/contract/vault';
import { expect } from 'vitest';
import { call } from './server.ts';
import type { Served } from './vault.ts';

interface Identified {
  readonly id: string;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly pagination: Pagination;
}

interface PagedList {
  /** Default number of entries on a page. */
  readonly standard: number;
  page(served: Served, query?: string): Promise<Page<Identified>>;
}

/** The three lists with pages; each read returns the entries and the pagination. */
export const lists = {
  '/flips': {
    standard: 50,
    async page({ api }: Served, query = ''): Promise<Page<FlipSummary>> {
      const { flips, pagination } = (await call(`${api}/flips${query}`)).body as FlipPage;
      return { items: flips ?? [], pagination };
    },
  },
  '/vats': {
    standard: 100,
    async page({ api }: Served, query = ''): Promise<Page<Vault>> {
      const { data } = (await call(`${api}/vats${query}`)).body as {
        data: { vaults: Vault[]; pagination: Pagination };
      };
      return { items: data.vaults, pagination: data.pagination };
    },
  },
  '/me/vats': {
    standard: 100,
    async page(served: Served, query = ''): Promise<Page<Vault>> {
      const init = { headers: { Authorization: `Bearer ${await served.tokenOf('Mira')}` } };
      const { body } = await call(`${served.api}/me/vats${query}`, init);
      const { data } = body as { data: { vaults: Vault[]; pagination: Pagination } };
      return { items: data.vaults, pagination: data.pagination };
    },
  },
} as const;

export const pagedLists: readonly (readonly [string, PagedList])[] = Object.entries(lists);

/** Reads all pages, or the first ones up to a number. */
export async function everything<Item>(
  page: (query: string) => Promise<Page<Item>>,
  limit: number,
  most = Number.POSITIVE_INFINITY,
): Promise<Item[]> {
  const all: Item[] = [];
  for (let query = `?limit=${limit}`; all.length < most; ) {
    const { items, pagination } = await page(query);
    expect(items.length).toBeLessThanOrEqual(limit);
    all.push(...items);
    if (!pagination.has_next) {
      expect(pagination.next_cursor).toBe('');
      return all;
    }
    query = `?limit=${limit}&cursor=${pagination.next_cursor}`;
  }
  return all;
}
