/** The prefix of the operations of a service. */

/** Characters that some routers treat as a pattern. */
const PATTERN = /[:*(){}[\]?#\\\s]/;

/**
 * A prefix without its last slash; empty for the root.
 *
 * @throws TypeError when it is not a literal path that begins with a slash
 *
 * @example
 * checkedPrefix('/lending/') // '/lending'
 */
export function checkedPrefix(prefix: unknown): string {
  if (prefix === undefined || prefix === '') return '';
  if (typeof prefix !== 'string') throw new TypeError(`the option prefix must be a string, not ${typeof prefix}`);
  if (!prefix.startsWith('/')) throw new TypeError(`the option prefix must begin with a slash: '/${prefix}'`);
  if (PATTERN.test(prefix)) {
    throw new TypeError(`the option prefix is a literal path, and '${prefix}' has a character of patterns`);
  }
  return prefix.replace(/\/+$/, '');
}

/**
 * The rest of a URL without its origin after a prefix, beginning with a slash; undefined when it is not below the prefix.
 *
 * @param prefix without a last slash
 *
 * @example
 * below('/lending', '/lending/api?x=1') // '/api?x=1'
 */
export function below(prefix: string, url: string): string | undefined {
  if (!url.startsWith(prefix)) return undefined;
  const rest = url.slice(prefix.length);
  if (rest.startsWith('/')) return rest;
  return rest === '' || rest.startsWith('?') ? `/${rest}` : undefined;
}

/**
 * Path and query of a request target: unchanged, or from the absolute form that a server must accept (RFC 9112, section 3.2.2).
 *
 * @example
 * pathAndQuery('http://host/time?x=1') // '/time?x=1'
 */
export function pathAndQuery(target: string): string {
  const mark = target.indexOf('#');
  const url = mark < 0 ? target : target.slice(0, mark);
  if (url.startsWith('/')) return url;
  const origin = /^[A-Za-z][A-Za-z\d+.-]*:\/\/[^/?]*/.exec(url)?.[0];
  if (origin === undefined) return `/${url}`;
  const rest = url.slice(origin.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}
