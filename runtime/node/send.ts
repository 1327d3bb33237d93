/** Sends replies on a response of Node.js. */
import type { ServerResponse } from 'node:http';
import { merged } from '../headers.ts';
import { INTERNAL_ERROR, type OnFault, type Reply, report } from '../reply.ts';

/** Sends JSON. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers?: Readonly<Record<string, string>>,
): void {
  sendReply(response, { status, content: JSON.stringify(body), headers });
}

/** Sends a reply, unless other code has answered already, such as a middleware that enforces a time limit. */
function sendReply(response: ServerResponse, { status, type, content, headers }: Reply): void {
  if (response.headersSent || response.writableEnded) return;
  const added = headers === undefined ? undefined : withEarlier(response, headers);
  if (content === undefined) {
    response.writeHead(status, added).end();
    return;
  }
  const own = {
    'Content-Type': type ?? 'application/json; charset=utf-8',
    'Content-Length': typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength,
  };
  response.writeHead(status, added === undefined ? own : { ...added, ...own }).end(content);
}

/** Cookies and lists that a middleware has set are kept, in addition to those of the reply. */
function withEarlier(
  response: ServerResponse,
  headers: NonNullable<Reply['headers']>,
): Record<string, string | string[]> {
  const pairs = Object.entries(headers).map(([name, value]): [string, string | string[]] => {
    const sent = merged(name, response.getHeader(name), value);
    return [name, typeof sent === 'string' ? sent : [...sent]];
  });
  return Object.fromEntries(pairs);
}

/** Sends a reply, or otherwise a 500, or otherwise ends the connection: no error leaves this function. */
export function sendSafely<Request>(
  response: ServerResponse,
  reply: Reply,
  request: Request,
  onFault: OnFault<Request>,
): void {
  try {
    sendReply(response, reply);
  } catch (error) {
    report(error, request, onFault);
    try {
      if (response.headersSent) throw error;
      for (const name of response.getHeaderNames()) response.removeHeader(name);
      sendReply(response, INTERNAL_ERROR);
    } catch {
      response.destroy();
    }
  }
}
