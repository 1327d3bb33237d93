import type { ServerResponse } from 'node:http';

/** Sends JSON; without a body nothing but status and headers. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers?: Readonly<Record<string, string>>,
): void {
  response.statusCode = status;
  if (headers !== undefined) for (const name in headers) response.setHeader(name, headers[name] ?? '');
  if (body === undefined) {
    response.end();
    return;
  }
  const text = JSON.stringify(body);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}
