/**
 * What follows a prefix in a URL without its origin, beginning with a slash; undefined when it is not below the prefix.
 *
 * @example
 * below('/lending', '/lending/api?x=1') // '/api?x=1'
 */
export function below(prefix: string, url: string): string | undefined {
  if (prefix === '' || prefix === '/') return url;
  if (!url.startsWith(prefix)) return undefined;
  if (prefix.endsWith('/')) return url.slice(prefix.length - 1);
  const rest = url.slice(prefix.length);
  if (rest.startsWith('/')) return rest;
  return rest === '' || rest.startsWith('?') ? `/${rest}` : undefined;
}
