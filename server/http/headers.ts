/** Sets the security headers of answers over HTTP/1: they are data, not pages, and must not be cached. */
import type { ServerResponse } from 'node:http';

const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
} as const;

export function setSecurityHeaders(response: ServerResponse): void {
  for (const name in HEADERS) response.setHeader(name, HEADERS[name as keyof typeof HEADERS]);
}
