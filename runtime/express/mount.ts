/** Mounts the handlers of a service on an Express application, validated against its document. */
import type { IRouter, Request } from 'express';
import { NodeSent } from '../node/request.ts';
import { sendReply } from '../node/send.ts';
import type { Service } from '../operation.ts';
import { type ServeOptions, serveService } from '../serve.ts';

export interface MountOptions<Caller = unknown> extends ServeOptions<Request, Caller> {
  /** Passes unknown paths on, instead of answering 404. Default: false. */
  fallthrough?: boolean;
}

/** Mounts a generated service. Users call the `mount` of a facade, which knows the types. */
export function mountService(app: IRouter, service: Service, handlers: object, options: MountOptions = {}): void {
  const { prefix = '/', fallthrough = false } = options;
  const served = serveService<Request>(service, handlers, options);
  app.use(prefix, (request, response, next) => {
    const replying = served.reply(new NodeSent(request, response, request.url), fallthrough);
    if (replying === undefined) {
      next();
      return;
    }
    replying.then((reply) => sendReply(response, reply)).catch(next);
  });
}
