/** Reads method and target of a request into the form that Prism takes. */
import { MIMEType } from 'node:util';
import type { IHttpRequest } from '@stoplight/prism-http';
import type { HttpMethod } from '@stoplight/types';
import { queryIn } from './input/pairs.ts';

/** As Prism does, a method that no document has is looked for all the same: it is a 405 then. */
export function toMethod(method = 'GET'): HttpMethod {
  return method.toLowerCase() as HttpMethod;
}

/** Path and query of a request. */
export type Target = IHttpRequest['url'] & {
  /** The query as it was sent, without its question mark. */
  readonly search: string;
};

/** Path and query of a request's target; undefined when it is no URL. */
export function readTarget(target = '/'): Target | undefined {
  // RFC 9112, Request Target: a proxy is sent the whole address. A path may begin with two slashes.
  const origin = /^https?:\/\/[^/?#]*/i.exec(target)?.[0] ?? '';
  const [whole = ''] = target.slice(origin.length).split('#');
  const mark = whole.indexOf('?');
  const path = mark < 0 ? whole : whole.slice(0, mark);
  if (!path.startsWith('/') && !(path === '' && origin !== '')) return undefined;
  const search = mark < 0 ? '' : whole.slice(mark + 1);
  return { path: path === '' ? '/' : path, query: queryIn(search), search };
}

/** Whether a media type declares JSON. */
export function isJson(mediaType = ''): boolean {
  return /^\w+\/([\w.-]+\+)?json\s*(;|$)/i.test(mediaType);
}

/** Whether text can be read as a media type; Prism throws at others. */
export function isMediaType(text: string): boolean {
  try {
    new MIMEType(text);
    return true;
  } catch {
    return false;
  }
}
