/** Sites (document 2, Site). */

import type { Site } from '@wallet-services/contract/comment';
import { Refusal } from '@wallet-services/runtime/refusal';
import type { SiteRow } from '../store/tables.ts';
import type { CommentContext } from './context.ts';

/** @throws Refusal 404 when there is no such site */
export async function readSite({ store }: CommentContext, id: number): Promise<Site> {
  const row = await store.selectFrom('comment_sites').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw new Refusal(404, `there is no site ${id}`);
  const { comment_count: _count, origins, use_permanent_storage, ...site } = row;
  return { ...site, origins: JSON.parse(origins), use_permanent_storage: use_permanent_storage === 1 };
}

/** The row of a site that has no comments. */
export function siteRow({ origins, use_permanent_storage, ...site }: Site): SiteRow {
  return {
    ...site,
    origins: JSON.stringify(origins),
    use_permanent_storage: use_permanent_storage ? 1 : 0,
    comment_count: 0,
  };
}
