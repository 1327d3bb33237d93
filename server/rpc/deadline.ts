/**
 * Enforces the deadline of a gRPC call, and closes calls that never end. Connect aborts a method at its deadline but
 * keeps waiting for a request that never ends, and it leaves the stream of a rejected request open.
 */
import { constants, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { Code, ConnectError } from '@connectrpc/connect';

/** Milliseconds of each unit (gRPC over HTTP/2, Timeout). */
const UNITS: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1_000, m: 1, u: 1e-3, n: 1e-6 };

/** Longest delay of a timer, in milliseconds. */
const LONGEST = 2_147_483_647;

/** Time from the answer until a call with an unfinished request is closed, in milliseconds. */
const LET_GO = 50;

/** Watches a call until it is answered. */
export function holdToDeadline(request: Http2ServerRequest, response: Http2ServerResponse): void {
  const timeout = timeoutOf(request.headers['grpc-timeout']);
  const timer =
    timeout === undefined
      ? undefined
      : setTimeout(
          () => {
            // The reader treats this as the end of the request.
            if (!request.complete)
              request.emit('error', new ConnectError('the operation timed out', Code.DeadlineExceeded));
          },
          Math.min(timeout, LONGEST),
        );
  response.once('close', () => clearTimeout(timer));
  const { stream } = request;
  stream.once('wantTrailers', () => {
    // The trailers must leave first, because a reset would overtake them.
    setTimeout(() => {
      if (!request.complete) stream.close(constants.NGHTTP2_NO_ERROR);
    }, LET_GO).unref();
  });
}

/** @returns milliseconds; undefined when the header is absent or invalid: Connect then rejects the call */
function timeoutOf(header: string | string[] | undefined): number | undefined {
  const [, value, unit = ''] = /^(\d{1,8})([HMSmun])$/.exec(String(header)) ?? [];
  return value === undefined ? undefined : Number(value) * (UNITS[unit] ?? 0);
}
