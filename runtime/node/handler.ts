/** Serves the handlers of a service on a server of Node.js, validated against its document. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Credentials } from '../authenticate.ts';
import type { Service } from '../operation.ts';
import type { ServeOptions } from '../options.ts';
import { pathAndQuery } from '../prefix.ts';
import { type Reply, whenRejected } from '../reply.ts';
import { type Served, serveService } from '../serve.ts';
import { NodeSent } from './request.ts';
import { sendSafely } from './send.ts';

export interface NodeOptions<Caller = unknown, Presented = Credentials>
  extends ServeOptions<IncomingMessage, Caller, Presented> {
  /** Answers unknown paths, instead of a 404. When it throws, the answer is a 500. */
  fallthrough?: ((request: IncomingMessage, response: ServerResponse) => unknown) | undefined;
}

/** The listener that `http.createServer` takes. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** Serves a generated service. Users call the `createNodeHandler` of a facade, which knows the types. */
export function serviceNodeHandler<Caller, Presented>(
  service: Service,
  handlers: object,
  options: NodeOptions<Caller, Presented> = {},
): NodeHandler {
  const { fallthrough } = options;
  if (fallthrough !== undefined && typeof fallthrough !== 'function') {
    throw new TypeError('the option fallthrough must be a listener of http.createServer');
  }
  const served = serveService<IncomingMessage>(service, handlers, options);
  return (request, response) => {
    const target = pathAndQuery(request.url ?? '/');
    const replying = replyTo(served, request, response, target);
    if (replying !== undefined) send(replying, request, response, served);
    else if (fallthrough === undefined)
      sendSafely(response, served.nothingAt(target, request), request, served.onFault);
    else runSafely(() => fallthrough(request, response), request, response, served);
  };
}

/** @param target path and query as the client sent them */
export function replyTo<Request extends IncomingMessage>(
  served: Served<Request>,
  request: Request,
  response: ServerResponse,
  target: string,
): Promise<Reply> | undefined {
  return served.reply(request.method ?? '', target, request, (url) => new NodeSent(request, response, url));
}

/** Sends a reply when it is ready. No error leaves this function. */
export function send<Request extends IncomingMessage>(
  replying: Promise<Reply>,
  request: Request,
  response: ServerResponse,
  { onFault, refused }: Pick<Served<Request>, 'onFault' | 'refused'>,
): void {
  replying.then(
    (reply) => sendSafely(response, reply, request, onFault),
    (error: unknown) => sendSafely(response, refused(error, request), request, onFault),
  );
}

function runSafely(
  run: () => unknown,
  request: IncomingMessage,
  response: ServerResponse,
  { onFault, refused }: Pick<Served<IncomingMessage>, 'onFault' | 'refused'>,
): void {
  const fail = (error: unknown) => sendSafely(response, refused(error, request), request, onFault);
  try {
    whenRejected(run(), fail);
  } catch (error) {
    fail(error);
  }
}
