/** Choosing a site (document 2, Choosing a site): once for a client, by headers. */
import type { paths } from '@wallet-services/contract/comment/client';

/** The site, by number; and the page, by slug. A slug alone selects the site that has such a page. */
export type SiteChoice =
  | { readonly id: number; readonly slug?: string | undefined }
  | { readonly id?: undefined; readonly slug: string };

/** `GET /comments` and the like: the calls with these headers in the document. */
type SiteCall = {
  [Path in keyof paths & string]: {
    [Verb in 'get' | 'post' | 'put' | 'delete']: paths[Path][Verb] extends {
      parameters: { header?: { 'X-COMMENT-SITE-ID'?: number } };
    }
      ? paths[Path][Verb] extends { parameters: { header?: never } }
        ? never
        : `${Uppercase<Verb>} ${Path}`
      : never;
  }['get' | 'post' | 'put' | 'delete'];
}[keyof paths & string];

const siteCalls: Readonly<Record<SiteCall, true>> = {
  'GET /comments': true,
  'POST /comments': true,
  'PUT /comments/{comment_id}/fav': true,
  'PUT /comments/{comment_id}/unfav': true,
};

/** The site that a call chooses itself. */
interface SiteParams {
  readonly params?: { readonly header?: object; readonly query?: object };
}

const OWN_CHOICE = ['site_id', 'slug', 'X-COMMENT-SITE-ID', 'X-COMMENT-SITE-SLUG'];

/**
 * The headers that choose the site, for calls that take one and choose none themselves: only one of the two ways is
 * used.
 */
export function siteHeaders(site: SiteChoice | undefined) {
  return (call: string, { params }: SiteParams): Readonly<Record<string, string>> => {
    if (site === undefined || !(call in siteCalls)) return {};
    const chosen = { ...params?.query, ...params?.header };
    if (Object.keys(chosen).some((name) => OWN_CHOICE.includes(name))) return {};
    return {
      ...(site.id === undefined ? {} : { 'X-COMMENT-SITE-ID': String(site.id) }),
      ...(site.slug === undefined ? {} : { 'X-COMMENT-SITE-SLUG': headerText(site.slug) }),
    };
  };
}

/** Headers carry bytes: `fetch` takes each byte as a character (Fetch, byte sequences). */
function headerText(slug: string): string {
  return String.fromCharCode(...new TextEncoder().encode(slug));
}
