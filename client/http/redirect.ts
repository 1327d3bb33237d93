/** Redirects that are not followed, so that no credential is carried to another place. */

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * What `redirect: 'error'` does, of an answer that was asked for with `redirect: 'manual'`: not every platform has both.
 *
 * @throws TypeError when the answer redirects
 */
export function notRedirected(response: Response): Response {
  if (response.type !== 'opaqueredirect' && !REDIRECTS.has(response.status)) return response;
  throw new TypeError('redirects to another URL are not followed');
}
