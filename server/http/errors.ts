/** Refusals outside of the mounted services, in the same form: `{code, msg, hint?}`. */
import { type ServerResponse, STATUS_CODES } from 'node:http';
import { Refusal } from '@wallet-services/contract/lending';
import type { NextFunction, Request, Response } from 'express';

/** Sends a refusal. */
export function sendRefusal(response: ServerResponse, { status, body, headers }: Refusal): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  sendJson(response, status, body);
}

/** Sends any JSON. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', bytes.byteLength);
  response.end(bytes);
}

/** Express's error handler; four parameters are how Express knows it. */
export function errorHandler(onFault: (error: Error, request: Request) => void) {
  return (error: unknown, request: Request, response: Response, next: NextFunction): void => {
    const refusal = refusalOf(error);
    if (refusal === undefined) onFault(error instanceof Error ? error : new Error(String(error)), request);
    if (response.headersSent) next(error);
    else if (refusal === undefined) sendJson(response, 500, { code: 500, msg: 'internal error' });
    else sendRefusal(response, refusal);
  };
}

/** Express marks what the client did wrong, such as a malformed escape in a path, with a 4xx status. */
function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (!(error instanceof Error) || !('status' in error) || typeof error.status !== 'number') return undefined;
  return error.status >= 400 && error.status < 500 ? new Refusal(error.status, error.message) : undefined;
}

/** A whole HTTP/1.1 answer as text, for connections whose request could not be parsed. */
export function rawRefusal({ status, body }: Refusal): string {
  const text = JSON.stringify(body);
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    '',
    text,
  ].join('\r\n');
}
