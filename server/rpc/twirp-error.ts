/** Twirp's error form, and the HTTP status of each of its codes. */
import type { ServerResponse } from 'node:http';
import type { RpcCode } from './codes.ts';

/** `malformed` and `bad_route` only exist in Twirp. */
export type TwirpCode = RpcCode | 'malformed' | 'bad_route';

const STATUS: Readonly<Record<TwirpCode, number>> = {
  invalid_argument: 400,
  malformed: 400,
  unauthenticated: 401,
  permission_denied: 403,
  not_found: 404,
  bad_route: 404,
  deadline_exceeded: 408,
  already_exists: 409,
  failed_precondition: 412,
  resource_exhausted: 429,
  internal: 500,
  unimplemented: 501,
  unavailable: 503,
};

/** An error in Twirp's form: `{code, msg, meta?}`. */
export class TwirpError extends Error {
  override readonly name = 'TwirpError';
  readonly code: TwirpCode;
  readonly meta: Readonly<Record<string, string>> | undefined;

  constructor(code: TwirpCode, message: string, meta?: Readonly<Record<string, string>>) {
    super(message);
    this.code = code;
    this.meta = meta;
  }
}

/** Sends an error as JSON, whatever the encoding of the request. */
export function sendTwirpError(response: ServerResponse, { code, message, meta }: TwirpError): void {
  const body = Buffer.from(JSON.stringify({ code, msg: message, ...(meta === undefined ? {} : { meta }) }));
  response.statusCode = STATUS[code];
  response.setHeader('Content-Type', 'application/json');
  response.setHeader('Content-Length', body.byteLength);
  response.end(body);
}
