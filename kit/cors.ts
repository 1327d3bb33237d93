/**
 * Lets pages of any origin call a server (Fetch, section 3.2), also with `credentials: 'include'`. A star does not
 * count as a wildcard then, so the origin and the headers are named.
 */
import type { IncomingHttpHeaders } from 'node:http';

/** The time for which a browser may cache the response to a preflight, in seconds. */
const MAX_AGE = 600;

/**
 * The headers that a page may read besides those that every page may read. The star is for requests without
 * credentials.
 */
const EXPOSED = [
  '*',
  'Allow',
  'Deprecation',
  'ETag',
  'Link',
  'Location',
  'Preference-Applied',
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
];

/** The parts of a page's request that decide whether it is allowed. */
export interface FromPage {
  readonly method?: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

/** Whether a browser requests permission to send a request. */
export function isPreflight({ method, headers }: FromPage): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
}

/** The headers that let a page read a response; none when the request is not from a page. */
export function originHeaders({ headers: { origin } }: FromPage): Readonly<Record<string, string>> {
  if (origin === undefined) return {};
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Expose-Headers': exposedHeaders([]),
    Vary: 'Origin',
  };
}

/** The value of `Access-Control-Expose-Headers`. @param more names of further headers */
export function exposedHeaders(more: readonly string[]): string {
  const known = new Set(EXPOSED.map((name) => name.toLowerCase()));
  return [...EXPOSED, ...more.filter((name) => !known.has(name.toLowerCase()))].join(', ');
}

/**
 * The headers of the response to a preflight, besides those of `originHeaders`. They allow the requested method and
 * headers by name.
 */
export function preflightHeaders({ headers }: FromPage): Readonly<Record<string, string>> {
  return {
    'Access-Control-Allow-Methods': headers['access-control-request-method'] ?? '',
    'Access-Control-Allow-Headers': headers['access-control-request-headers'] ?? '',
    'Access-Control-Max-Age': String(MAX_AGE),
    Vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
  };
}
