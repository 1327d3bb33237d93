/**
 * Normalizes the variants of an address: with `/api` in front, which clients of such services add to the base address;
 * with a slash at the end; with an empty cursor or offset, as on the last page of a list.
 */
import type { RequestHandler } from 'express';

/**
 * Creates a handler that rewrites the address of a request, relative to a service's base.
 *
 * @param hasApi whether the service's own paths begin with `/api`
 */
export function oneAddress(hasApi: boolean): RequestHandler {
  return (request, _response, next) => {
    const [path = '', query] = request.url.split(/\?(.*)/s, 2);
    const relative = !hasApi && path.startsWith('/api/') ? path.slice('/api'.length) : path;
    const trimmed = relative.length > 1 && relative.endsWith('/') ? relative.slice(0, -1) : relative;
    const url = query === undefined ? trimmed : `${trimmed}?${withoutEmpty(query)}`;
    if (url !== request.url) request.url = url;
    next();
  };
}

/** A query without `cursor=` and `offset=`: when they are empty, they count as absent. */
function withoutEmpty(query: string): string {
  if (!/(?:^|&)(?:cursor|offset)=?(?:&|$)/.test(query)) return query;
  return query
    .split('&')
    .filter((part) => !/^(?:cursor|offset)=?$/.test(part))
    .join('&');
}
