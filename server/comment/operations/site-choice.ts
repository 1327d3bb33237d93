/**
 * Chooses a site (document 2, Choosing a site): by header or by query, and the header has priority. The slug names a
 * page; if only one site has such a page, the slug alone chooses that site.
 */

import type { Comment } from '@wallet-services/contract/comment';
import { Refusal } from '@wallet-services/runtime/refusal';
import type { CommentStore } from '../store/tables.ts';

/** The members that choose a site in one part of a request. */
interface SiteInput {
  readonly id?: number | undefined;
  readonly slug?: string | undefined;
}

/** The choices in the header and in the query. */
export interface SiteChoice {
  readonly header: SiteInput;
  readonly query: SiteInput;
}

/** The chosen site, and its page if one is chosen. */
export interface ChosenSite {
  readonly siteId: number;
  readonly slug: string | undefined;
  /** Number of comments on the whole site. */
  readonly commentCount: number;
}

/** The parameters that choose a site, with the names of the document. */
interface SiteParameters {
  readonly headers: {
    readonly 'X-COMMENT-SITE-ID'?: number | undefined;
    readonly 'X-COMMENT-SITE-SLUG'?: string | undefined;
  };
  readonly query: { readonly site_id?: number | undefined; readonly slug?: string | undefined };
}

export function siteChoice({ headers, query }: SiteParameters): SiteChoice {
  return {
    header: { id: headers['X-COMMENT-SITE-ID'], slug: given(utf8(headers['X-COMMENT-SITE-SLUG'])) },
    query: { id: query.site_id, slug: given(query.slug) },
  };
}

/** An empty slug counts as absent. */
export function given(slug: string | undefined): string | undefined {
  return slug === '' ? undefined : slug;
}

/** Decodes a header. Headers arrive as Latin-1, but clients write UTF-8; text that is not UTF-8 is not changed. */
function utf8(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const text = Buffer.from(header, 'latin1').toString('utf8');
  return text.includes('\ufffd') ? header : text;
}

/**
 * The site that a request chooses. The query is only read when the headers choose none.
 *
 * @throws Refusal 400 when no site is chosen, 404 when it does not exist
 */
export async function chosenSite(store: CommentStore, choice: SiteChoice): Promise<ChosenSite> {
  const { header, query } = choice;
  const slug = header.slug ?? query.slug;
  const siteId =
    header.id ?? (await siteOfPage(store, header.slug)) ?? query.id ?? (await siteOfPage(store, query.slug));
  if (siteId === undefined) {
    const hint = 'by the header X-COMMENT-SITE-ID or X-COMMENT-SITE-SLUG, or by site_id or slug';
    if (slug === undefined) throw new Refusal(400, 'no site is chosen', { hint });
    throw new Refusal(404, `the slug ${shown(slug)} is not the page of one site`, {
      hint: 'choose the site by its id',
    });
  }
  const site = await store
    .selectFrom('comment_sites')
    .select('comment_count')
    .where('id', '=', siteId)
    .executeTakeFirst();
  if (site === undefined) throw new Refusal(404, `there is no site ${siteId}`);
  return { siteId, slug, commentCount: site.comment_count };
}

/**
 * Rejects a request that chooses a site other than the comment's. It need not choose any, because the number of the
 * comment identifies the site.
 *
 * @throws Refusal 404 when another site is chosen
 */
export async function refuseOtherSite(store: CommentStore, choice: SiteChoice, comment: Comment): Promise<void> {
  const { header, query } = choice;
  const { id, slug } = header.id === undefined && header.slug === undefined ? query : header;
  const isChosen =
    id === undefined
      ? slug === undefined || slug === comment.slug || (await hasPage(store, comment.site_id, slug))
      : id === comment.site_id;
  if (!isChosen) throw new Refusal(404, `comment ${comment.id} is not on the chosen site`);
}

/** The site with a page of this name, if only one has it. */
async function siteOfPage(store: CommentStore, slug: string | undefined): Promise<number | undefined> {
  if (slug === undefined) return undefined;
  const pages = await store.selectFrom('comment_pages').select('site_id').where('slug', '=', slug).limit(2).execute();
  return pages.length === 1 ? pages[0]?.site_id : undefined;
}

async function hasPage(store: CommentStore, siteId: number, slug: string): Promise<boolean> {
  const page = await store
    .selectFrom('comment_pages')
    .select('slug')
    .where('slug', '=', slug)
    .where('site_id', '=', siteId)
    .executeTakeFirst();
  return page !== undefined;
}

/** Shortens a slug for an error message. */
function shown(slug: string): string {
  return JSON.stringify(slug.length > 80 ? `${slug.slice(0, 80)}...` : slug);
}
