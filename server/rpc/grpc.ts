/** The handler of the RPC port: gRPC over HTTP/2 without TLS, and the other protocols over HTTP/2 as well. */

import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { connectNodeAdapter } from '@connectrpc/connect-node';
import { Refusal } from '@wallet-services/runtime/refusal';
import type { Gate } from '../admission/index.ts';
import { connectOptions, type RpcOptions } from './connect.ts';
import { holdToDeadline } from './deadline.ts';
import { addHealth, healthService } from './health.ts';
import { addReflection, reflectionServices } from './reflection.ts';
import { rpcRouteFault, sendUnimplemented } from './refusals.ts';

/** A handler of requests over HTTP/2. */
export type Http2Handler = (request: Http2ServerRequest, response: Http2ServerResponse) => void;

/** Answers RPC over HTTP/2 when the gate admits a request. */
export function rpcHandler(given: Omit<RpcOptions, 'turn'>, gate: Gate): Http2Handler {
  const options: RpcOptions = { ...given, turn: gate.turn };
  const known = options.services.map(({ descriptor }) => descriptor.typeName).join(', ');
  const connect = connectOptions(options);
  const adapter = connectNodeAdapter({
    ...connect,
    routes(router) {
      connect.routes(router);
      const served = options.services.map(({ descriptor }) => descriptor);
      const standard = [healthService(), ...reflectionServices()];
      addHealth(router, served);
      addReflection(router, [...served, ...standard]);
    },
    fallback: (request, response) =>
      sendUnimplemented(request, response, `there is no service at ${request.url}: use ${known}`),
  });
  return (request, response) => {
    const fault = rpcRouteFault(options.services, {
      method: request.method,
      path: request.url.split('?', 1)[0] ?? '',
      contentType: request.headers['content-type'],
      authority: request.authority,
    });
    if (fault === undefined) {
      holdToDeadline(request, response);
      reportHangUps(response);
      gate.enter(request, response, { hasTurnLater: true }).then(
        () => adapter(request, response),
        (error) => {
          if (error instanceof Refusal) sendRefusal(response, error);
          else response.stream.destroy();
        },
      );
    } else if (fault.kind === 'refused') sendRefusal(response, fault.refusal);
    else sendUnimplemented(request, response, fault.message);
  };
}

/**
 * Reports a client that disconnects during its answer as an aborted connection, whatever Node.js calls the error:
 * Connect logs errors that it does not recognize as internal errors.
 */
function reportHangUps(response: Http2ServerResponse): void {
  const { write } = response;
  Object.assign(response, {
    write: (chunk: string | Uint8Array, encoding: BufferEncoding, done?: (error?: Error | null) => void) =>
      write.call(response, chunk, encoding, (error?: NodeJS.ErrnoException | null) => {
        if (error?.code === 'ECANCELED') error.code = 'ECONNRESET';
        done?.(error);
      }),
  });
}

function sendRefusal(response: Http2ServerResponse, { status, body, headers }: Refusal): void {
  response.writeHead(status, { ...headers, 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}
