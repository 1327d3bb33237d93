/** Twirp, version 7 of its wire protocol: POST, JSON or protobuf, for any service descriptor. */

import { fromBinary, fromJsonString, type Message, toBinary, toJsonString } from '@bufbuild/protobuf';
import { Refusal } from '@wallet-services/runtime/refusal';
import express, { type NextFunction, type Request, type RequestHandler, type Response, type Router } from 'express';
import { isMadeOfTooMuch } from './amount.ts';
import { rpcCode } from './codes.ts';
import { type RpcOptions, refusalText, TOO_MUCH } from './connect.ts';
import type { RpcMethod } from './service.ts';
import { sendTwirpError, TwirpError } from './twirp-error.ts';

const MEBIBYTE = 1_048_576;

type Encoding = 'application/json' | 'application/protobuf';

/**
 * Serves the routes `/<package>.<Service>/<Method>` and `/<Service>/<Method>`. Mount it at `/twirp`.
 * It answers all requests below its mount point; for an unknown route with Twirp's own `bad_route`.
 */
export function twirpRouter(options: RpcOptions): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  const readBody = express.raw({ type: () => true, limit: options.readMaxBytes ?? MEBIBYTE });
  for (const { descriptor, methods } of options.services) {
    for (const method of methods) {
      for (const name of new Set([descriptor.typeName, descriptor.name])) {
        const path = `/${name}/${method.descriptor.name}`;
        router.post(path, limit(options), admit(method), readBody, serve(method.descriptor, options));
      }
    }
  }
  router.use((request) => {
    const routes = options.services.flatMap(({ descriptor, methods }) =>
      methods.map((method) => `${descriptor.typeName}/${method.descriptor.name}`),
    );
    throw badRoute(request, `nothing takes ${request.method} here: POST to one of ${routes.join(', ')}`);
  });
  router.use((error: unknown, request: Request, response: Response, _next: NextFunction) => {
    sendTwirpError(
      response,
      twirpError(error, (fault) => options.onFault(fault, request.path)),
    );
  });
  return router;
}

/** Rejects clients that send too many requests. */
function limit({ limiter }: RpcOptions): RequestHandler {
  return async (request, response, next) => {
    const wait = await limiter?.take(request.socket.remoteAddress ?? '');
    if (wait === undefined) return next();
    response.setHeader('Retry-After', String(wait));
    next(new TwirpError('resource_exhausted', `too many requests: try again in ${wait} seconds`));
  };
}

/** The functions that answer admitted calls. */
const answers = new WeakMap<Request, (message: Message) => Promise<Message>>();

/** Checks the credential before the body is read. */
function admit(method: RpcMethod): RequestHandler {
  return async (request, response, next) => {
    // Rejects unsupported content types early, so that no handler reads such a message.
    encodingOf(request);
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    answers.set(request, await method.admit({ headers: headersOf(request), signal: gone.signal }));
    next();
  };
}

function serve(descriptor: RpcMethod['descriptor'], { turn }: RpcOptions): RequestHandler {
  return async (request, response) => {
    await turn?.(request);
    const encoding = encodingOf(request);
    // Without a body, the parser leaves it undefined.
    const bytes: Uint8Array = request.body instanceof Uint8Array ? request.body : new Uint8Array();
    const message = decode(descriptor, encoding, bytes);
    const answer = await answers.get(request)?.(message);
    if (answer === undefined) throw new TypeError('a call passed its gate without an answer');
    const body = encode(descriptor, encoding, answer);
    response.statusCode = 200;
    response.setHeader('Content-Type', encoding);
    response.setHeader('Content-Length', body.byteLength);
    response.end(body);
  };
}

function encodingOf(request: Request): Encoding {
  const [type] = (request.headers['content-type'] ?? '').split(';', 1);
  const encoding = type?.trim().toLowerCase();
  if (encoding === 'application/json' || encoding === 'application/protobuf') return encoding;
  throw badRoute(
    request,
    `the content type is ${encoding || 'missing'}: it must be application/json or application/protobuf`,
  );
}

function decode({ input }: RpcMethod['descriptor'], encoding: Encoding, bytes: Uint8Array): Message {
  if (isMadeOfTooMuch(input, bytes, encoding === 'application/json')) {
    throw new TwirpError('resource_exhausted', TOO_MUCH);
  }
  try {
    if (encoding === 'application/protobuf') return fromBinary(input, bytes);
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return fromJsonString(input, text, { ignoreUnknownFields: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new TwirpError('malformed', `the body is not a ${input.typeName}: ${reason}`);
  }
}

/** JSON in the format of Twirp: field names of the .proto file, and members with default values. */
function encode({ output }: RpcMethod['descriptor'], encoding: Encoding, message: Message): Uint8Array {
  if (encoding === 'application/protobuf') return toBinary(output, message);
  return Buffer.from(toJsonString(output, message, { useProtoFieldName: true, alwaysEmitImplicit: true }));
}

function headersOf(request: Request): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(request.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  return headers;
}

function badRoute(request: Request, message: string): TwirpError {
  return new TwirpError('bad_route', message, { twirp_invalid_route: `${request.method} ${request.originalUrl}` });
}

function twirpError(error: unknown, onFault: (error: Error) => void): TwirpError {
  if (error instanceof TwirpError) return error;
  if (error instanceof Refusal) {
    if (error.status >= 500) onFault(error);
    return new TwirpError(rpcCode(error.status), refusalText(error));
  }
  const fault = error instanceof Error ? error : new Error(String(error));
  // The body parser's errors carry the status of the client's fault.
  const status = 'status' in fault && typeof fault.status === 'number' ? fault.status : 500;
  if (status === 413) return new TwirpError('resource_exhausted', 'the body is too large');
  if (status >= 400 && status < 500) return new TwirpError('malformed', `the body cannot be read: ${fault.message}`);
  onFault(fault);
  return new TwirpError('internal', 'internal error');
}
