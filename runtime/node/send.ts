import type { ServerResponse } from 'node:http';
import type { Reply } from '../reply.ts';

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
  if (text === undefined) {
    response.writeHead(status, headers).end();
    return;
  }
  const own = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(text) };
  response.writeHead(status, headers === undefined ? own : { ...headers, ...own }).end(text);
}
