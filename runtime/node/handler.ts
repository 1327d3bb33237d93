/** Serves the handlers of a service on a server of Node.js, validated against its document. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Service } from '../operation.ts';
import { below } from '../prefix.ts';
import { nothingAt } from '../reply.ts';
import { type ServeOptions, serveService } from '../serve.ts';
import { NodeSent } from './request.ts';
import { sendReply } from './send.ts';

export interface NodeOptions<Caller = unknown> extends ServeOptions<IncomingMessage, Caller> {
  /** Answers unknown paths, instead of a 404. */
  fallthrough?: NodeHandler | undefined;
}

/** What `http.createServer` takes. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** Serves a generated service. Users call the `createNodeHandler` of a facade, which knows the types. */
export function serviceNodeHandler(service: Service, handlers: object, options: NodeOptions = {}): NodeHandler {
  const { prefix = '', fallthrough } = options;
  const served = serveService<IncomingMessage>(service, handlers, options);
  return (request, response) => {
    const { url = '/' } = request;
    const place = below(prefix, url);
    const replying =
      place === undefined ? undefined : served.reply(new NodeSent(request, response, place), fallthrough !== undefined);
    if (replying !== undefined) replying.then((reply) => sendReply(response, reply));
    else if (fallthrough === undefined) sendReply(response, nothingAt(url));
    else fallthrough(request, response);
  };
}
