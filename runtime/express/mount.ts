/** Mounts the handlers of a service on an Express application, validated against its document. */
import type { IRouter, Request } from 'express';
import type { Credentials } from '../authenticate.ts';
import { replyTo, send } from '../node/handler.ts';
import type { Service } from '../operation.ts';
import type { ServeOptions } from '../options.ts';
import { below } from '../prefix.ts';
import { serveService } from '../serve.ts';

export interface MountOptions<Caller = unknown, Presented = Credentials>
  extends ServeOptions<Request, Caller, Presented> {
  /** Passes unknown paths on, instead of answering 404. Default: false. */
  fallthrough?: boolean;
}

/**
 * The prefixes below which services answer every path, by application or router: a service that is mounted below them
 * later is never reached.
 */
const taken = new WeakMap<object, { readonly prefix: string; readonly service: string }[]>();

/**
 * Mounts a generated service. Users call the `mount` of a facade, which knows the types.
 * @throws TypeError when a service that was mounted before answers every path below the prefix
 */
export function mountService<Caller, Presented>(
  app: IRouter,
  service: Service,
  handlers: object,
  options: MountOptions<Caller, Presented> = {},
): void {
  const { fallthrough = false } = options;
  if (typeof fallthrough !== 'boolean') throw new TypeError('the option fallthrough of mount must be true or false');
  const served = serveService<Request>(service, handlers, { ...options, fallthrough });
  const before = taken.get(app) ?? [];
  const first = before.find(({ prefix }) => below(prefix, served.prefix || '/') !== undefined);
  if (first !== undefined) {
    throw new TypeError(
      `${service.name} at '${served.prefix || '/'}' would never be reached: ${first.service} answers everything below '${first.prefix || '/'}'. Give ${first.service} the option fallthrough, or mount it later`,
    );
  }
  if (!fallthrough) taken.set(app, [...before, { prefix: served.prefix, service: service.name }]);
  app.use((request, response, next) => {
    const replying = replyTo(served, request, response, request.url);
    if (replying === undefined) next();
    else send(replying, request, response, served);
  });
}
