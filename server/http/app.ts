/** The Express application: the middlewares that every request passes, then the services. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { expressConnectMiddleware } from '@connectrpc/connect-express';
import { Refusal } from '@wallet-services/runtime';
import type { MountOptions } from '@wallet-services/runtime/express';
import { errorHandler } from '@wallet-services/runtime/express';
import express, { type Express, type IRouter, type Request, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import { type Ear, type Gate, Overloaded, openGate } from '../admission/index.ts';
import { connectOptions, type RpcOptions } from '../rpc/connect.ts';
import { isHost, rpcRouteFault, sendUnimplemented } from '../rpc/refusals.ts';
import { twirpRouter } from '../rpc/twirp.ts';
import type { RunningService } from '../service.ts';
import type { RateLimiter } from '../values/index.ts';
import { oneAddress } from './addresses.ts';
import { allowOrigins } from './cors.ts';
import { sendRefusal } from './errors.ts';
import { setSecurityHeaders } from './headers.ts';
import { mountHealth } from './health.ts';
import { observer, requestId } from './observe.ts';
import { limitRate } from './rate-limit.ts';

/** A running service and where it is mounted. */
export interface Mounted {
  /** Base address, such as `/lending`. */
  readonly base: string;
  /** Whether its own paths begin with `/api`; if not, it is also served under `<base>/api`. */
  readonly hasApi?: boolean | undefined;
  readonly service: RunningService;
  /** Validates each answer a second time. */
  readonly judgeAnswer?: MountOptions['judgeAnswer'];
  /** Answers requests instead of the service's handlers. */
  readonly answerInstead?: MountOptions['answerInstead'];
}

/** A handler that takes precedence for some requests. */
export interface Diversion {
  /** Called for each request as it arrives, before its body. */
  see(request: IncomingMessage, response: ServerResponse): void;
  /** The listener for the answer to a request. */
  earOf(request: IncomingMessage): Ear | undefined;
  /** The path of a request within its world, beginning with a service's base; undefined when it belongs to none. */
  urlOf(request: IncomingMessage): string | undefined;
  /** Whether a request is admitted under any load: its purpose may be to reduce the load. */
  isFree(request: IncomingMessage): boolean;
  /** Whether only pages of its own origin may read it. */
  isOwn(request: IncomingMessage): boolean;
  /** Handles an admitted request, or passes it on. */
  handle: RequestHandler;
}

export interface AppOptions {
  readonly services: readonly Mounted[];
  readonly log: Logger;
  readonly validator?: MountOptions['validator'];
  /** Whether it is part of another application, which has observed and admitted its requests. */
  readonly isInner?: boolean;
  /** Handles some requests before anything else does. */
  readonly divert?: Diversion | undefined;
  /** Admits requests. Default: all of them, in order. */
  readonly gate?: Gate | undefined;
  /** Rate limit. Default: none. */
  readonly limiter?: RateLimiter | undefined;
  /** Rejects, with the reason, when the server should get no new requests. */
  readonly ready?: () => Promise<void>;
  /**
   * Mounts parts that are not services, such as the wallet network. They have no limits, because the services send
   * requests to them too.
   */
  readonly mountBeside?: (app: IRouter) => void;
}

/** Builds the application. It does not listen yet. */
export function createApp(options: AppOptions): Express {
  const { services, log, validator, limiter, ready, mountBeside, gate = openGate } = options;
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  // The generated mounts parse the query themselves.
  app.set('query parser', false);
  const onFault = (error: Error, request: Request) => {
    if (error instanceof Overloaded) return;
    const status = error instanceof Refusal ? error.status : 500;
    log.error({ err: error, request_id: requestId(request.res), path: request.path }, `responded with ${status}`);
  };

  const bases = services.map(({ base }) => `${base}/`);
  const isOfService = (url: string) => bases.some((base) => url.startsWith(base));
  const observe = observer(log);
  app.use((request, response, next) => {
    if (options.isInner !== true) observe(request, response);
    setSecurityHeaders(response);
    if (!hasSoundHost(request)) {
      return sendRefusal(response, new Refusal(400, 'the header Host is missing, malformed or sent twice'));
    }
    options.divert?.see(request, response);
    next();
  });
  app.use((request, response, next) => {
    if (options.divert?.isOwn(request) === true) next();
    else allowOrigins(request, response, next);
  });
  mountHealth(app, ready ?? (async () => undefined));
  app.use((request, response, next) => {
    const { divert } = options;
    if (divert?.isFree(request) === true) return next();
    const enter = () => (divert === undefined ? next() : divert.handle(request, response, next));
    const entering = { ear: divert?.earOf(request), hasTurnLater: isOfService(divert?.urlOf(request) ?? request.url) };
    gate.enter(request, response, entering).then(enter, (error) => {
      if (error instanceof Refusal) sendRefusal(response, error);
      else next(error);
    });
  });

  // Before any body parser and before the limiter of HTTP, because RPC rejects requests in its own form.
  const { turn } = gate;
  const rpcOptions = { onFault: rpcFaultLogger(log), limiter, turn };
  for (const { base, service } of services) app.use(base, connectHandler({ ...rpcOptions, services: service.rpc }));
  const everyRpc = services.flatMap(({ service }) => service.rpc);
  app.use(connectHandler({ ...rpcOptions, services: everyRpc }));
  app.use('/twirp', twirpRouter({ ...rpcOptions, services: everyRpc }));

  mountBeside?.(app);
  if (limiter !== undefined) app.use(limitRate(limiter));
  const mountOptions = validator === undefined ? { onFault, turn } : { onFault, turn, validator };
  for (const { base, hasApi = false } of services) app.use(base, oneAddress(hasApi));
  for (const { base, service, judgeAnswer, answerInstead } of services) {
    service.mount(app, { ...mountOptions, judgeAnswer, answerInstead, prefix: base });
  }

  app.use((request) => {
    const bases = services.map(({ base }) => base).join(', ');
    throw new Refusal(404, `there is nothing at ${request.path}`, { hint: `the services are at ${bases}` });
  });
  app.use(errorHandler(onFault));
  return app;
}

/** Whether a request has exactly one valid Host header (RFC 9112, section 3.2); HTTP/1.0 needs none. */
function hasSoundHost({ headers: { host }, rawHeaders, httpVersion }: IncomingMessage): boolean {
  if (host === undefined) return httpVersion === '1.0';
  return isHost(host) && rawHeaders.filter((name, at) => at % 2 === 0 && /^host$/i.test(name)).length === 1;
}

/** Logs errors of RPC methods. */
export function rpcFaultLogger(log: Logger): RpcOptions['onFault'] {
  return (error, method) => {
    if (!(error instanceof Overloaded)) log.error({ err: error, method }, 'responded with an internal error');
  };
}

/**
 * Serves Connect and gRPC-Web, with an error for requests to missing methods. It is not an Express router, because
 * routers pass on unhandled requests in a later round of the event loop, after the request's turn.
 */
function connectHandler(options: RpcOptions): RequestHandler {
  const { services } = options;
  const places = services.map(({ descriptor }) => `/${descriptor.typeName}/`);
  /** Created at the first call, because it takes memory and each world would have its own. */
  let made: RequestHandler | undefined;
  return (request, response, next) => {
    const fault = rpcRouteFault(services, {
      method: request.method,
      path: request.path,
      contentType: request.headers['content-type'],
      authority: request.headers.host,
    });
    if (fault === undefined) {
      if (!places.some((place) => request.path.startsWith(place))) return next();
      made ??= expressConnectMiddleware(connectOptions(options));
      made(request, response, next);
    } else if (fault.kind === 'refused') sendRefusal(response, fault.refusal);
    else sendUnimplemented(request, response, fault.message);
  };
}
