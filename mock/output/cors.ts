/** Lets pages of any origin call the mock (Fetch, section 3.2), with credentials or without. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** How long a browser may remember the answer to a preflight, in seconds; as the sandbox has it. */
const MAX_AGE = 600;

/** To a request with credentials a star is no star, so these are named. */
const EXPOSED = [
  'Allow',
  'Deprecation',
  'ETag',
  'Link',
  'Location',
  'Preference-Applied',
  'Retry-After',
  'WWW-Authenticate',
];

/** Allows the page that a request comes from to read the answer. */
export function allowOrigin({ headers }: IncomingMessage, response: ServerResponse): void {
  const { origin } = headers;
  response.setHeader('Access-Control-Allow-Origin', origin ?? '*');
  if (origin === undefined) return;
  response.setHeader('Access-Control-Allow-Credentials', 'true');
  response.setHeader('Access-Control-Expose-Headers', exposed([]));
  response.setHeader('Vary', 'Origin');
}

/** The headers that a page may read. @param names of further ones */
export function exposed(names: readonly string[]): string {
  return [...new Set(['*', ...EXPOSED, 'sl-violations', 'X-Request-Id', ...names])].join(', ');
}

/** Whether a browser asks for leave to send a request. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
}

/** Answers a preflight: every method and header is allowed, by its name. */
export function sendPreflight({ headers }: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Methods', headers['access-control-request-method'] ?? '');
  response.setHeader('Access-Control-Allow-Headers', headers['access-control-request-headers'] ?? '');
  response.setHeader('Access-Control-Max-Age', MAX_AGE);
  response.setHeader('Vary', 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers');
  response.writeHead(204).end();
}
