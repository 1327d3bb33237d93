/** Reads method and target of a request into the form that Prism takes. */
import { MIMEType } from 'node:util';
import type { IHttpRequest } from '@stoplight/prism-http';
import type { HttpMethod } from '@stoplight/types';

/** As Prism does, a method that no document has is looked for all the same: it is a 405 then. */
export function toMethod(method = 'GET'): HttpMethod {
  return method.toLowerCase() as HttpMethod;
}

/** Path and query of a request's target; undefined when it is no URL. */
export function readTarget(target = '/'): IHttpRequest['url'] | undefined {
  const base = 'http://mock';
  if (!URL.canParse(target, base)) return undefined;
  const { pathname, search } = new URL(target, base);
  return { path: pathname, query: readQuery(search) };
}

/** A `+` is itself, so that the offset of a time may come unencoded: `?offset=2021-08-17T11:14:49+08:00`. */
function readQuery(search: string): Record<string, string | string[]> {
  const query = new URLSearchParams(search.replaceAll('+', '%2B'));
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const [first = '', ...others] = query.getAll(name);
      return [name, others.length === 0 ? first : [first, ...others]];
    }),
  );
}

/** Whether a media type says that what it is about is JSON. */
export function isJson(mediaType = ''): boolean {
  return /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(mediaType);
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
