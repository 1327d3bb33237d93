/**
 * One address for the ways in which clients write it: with `/api` in front, which clients of such services add to the
 * base address; with a slash at the end; with a cursor or an offset that is empty, as on the last page of a list.
 */
import type { RequestHandler } from 'express';

/**
 * Rewrites the address of a request, relative to a service's base.
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

/** A query without `cursor=` and `offset=`: sent empty, they are as if they were not sent. */
function withoutEmpty(query: string): string {
  if (!/(?:^|&)(?:cursor|offset)=?(?:&|$)/.test(query)) return query;
  return query
    .split('&')
    .filter((part) => !/^(?:cursor|offset)=?$/.test(part))
    .join('&');
}
