import type { ServerResponse } from 'node:http';
import type { Reply } from '../serve.ts';

/** Sends JSON. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers?: Readonly<Record<string, string>>,
): void {
  sendReply(response, { status, text: JSON.stringify(body), headers });
}

/** Sends an answer that is text already, unless somebody else has answered, such as who watches over time. */
export function sendReply(response: ServerResponse, { status, text, headers }: Reply): void {
  if (response.headersSent) return;
  response.statusCode = status;
  if (headers !== undefined) for (const name in headers) response.setHeader(name, headers[name] ?? '');
  if (text === undefined) {
    response.end();
    return;
  }
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}
