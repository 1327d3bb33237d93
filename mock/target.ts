/** Parses method and target of a request into the form that Prism takes. */
import { MIMEType } from 'node:util';
import type { IHttpRequest } from '@stoplight/prism-http';
import type { HttpMethod } from '@stoplight/types';
import { queryIn } from './input/pairs.ts';

/** The method; unknown methods are passed on as well and become a 405, as in Prism. */
export function toMethod(method = 'GET'): HttpMethod {
  return method.toLowerCase() as HttpMethod;
}

/** Path and query of a request. */
export type Target = IHttpRequest['url'] & {
  /** The query as sent, without its question mark. */
  readonly search: string;
};

/** Path and query of a request's target; undefined when it is not a URL. */
export function readTarget(target = '/'): Target | undefined {
  // A target in absolute form (RFC 9112, Request Target) is sent to a proxy. A path may begin with two slashes.
  const origin = /^https?:\/\/[^/?#]*/i.exec(target)?.[0] ?? '';
  const [whole = ''] = target.slice(origin.length).split('#');
  const mark = whole.indexOf('?');
  const path = mark < 0 ? whole : whole.slice(0, mark);
  if (!path.startsWith('/') && !(path === '' && origin !== '')) return undefined;
  const search = mark < 0 ? '' : whole.slice(mark + 1);
  return { path: path === '' ? '/' : path, query: queryIn(search), search };
}

/** Whether text is a valid media type; Prism throws at others. */
export function isMediaType(text: string): boolean {
  try {
    new MIMEType(text);
    return true;
  } catch {
    return false;
  }
}
