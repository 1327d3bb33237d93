/** Headers of every answer over HTTP/1: it is data, not a page, and no one keeps a copy of it. */
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
