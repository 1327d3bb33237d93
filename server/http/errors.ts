/** Sends errors outside of the mounted services, in the same form: `{code, msg, hint?}`. */
import { type ServerResponse, STATUS_CODES } from 'node:http';
import { sendJson } from '@wallet-services/runtime/express';
import type { Refusal } from '@wallet-services/runtime/refusal';

/** Sends a refusal. */
export function sendRefusal(response: ServerResponse, { status, body, headers }: Refusal): void {
  sendJson(response, status, body, headers);
}

/** A complete HTTP/1.1 answer as text, for connections with a request that could not be parsed. */
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
