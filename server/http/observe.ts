/** Gives each request an id and logs it as one structured line, without query, bodies and credentials. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type { Logger } from 'pino';

const REQUEST_ID = 'X-Request-Id';

/** Accepted request ids: other text must not be echoed into a header and the log. */
const SANE = /^[\w.:@/+=-]{1,128}$/;

/** Observes one request. Works for HTTP/1 and HTTP/2. */
export type Observe = (
  request: IncomingMessage | Http2ServerRequest,
  response: ServerResponse | Http2ServerResponse,
) => void;

/** The request id that belongs to a response; undefined before the request was observed. */
export function requestId(response: Pick<ServerResponse, 'getHeader'> | undefined): string | undefined {
  return response?.getHeader(REQUEST_ID)?.toString();
}

/** @param log receives the lines: a warning for a status of 500 or above, otherwise information */
export function observer(log: Logger): Observe {
  const silent = !log.isLevelEnabled('warn');
  return (request, response) => {
    const sent = request.headers['x-request-id'];
    const id = typeof sent === 'string' && SANE.test(sent) ? sent : randomUUID();
    response.setHeader(REQUEST_ID, id);
    if (silent) return;
    const started = performance.now();
    const { method } = request;
    const path = request.url?.split('?', 1)[0];
    const address = request.socket.remoteAddress;
    response.once('close', () => {
      const { statusCode: status } = response;
      const milliseconds = Math.round((performance.now() - started) * 100) / 100;
      const line = { request_id: id, method, path, status, milliseconds, address };
      if (!response.writableFinished) log.info(line, 'the client closed the connection');
      else if (status >= 500) log.warn(line, 'request');
      else log.info(line, 'request');
    });
  };
}
