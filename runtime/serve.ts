/**
 * A service that answers requests, independently of the server: it finds the operation and calls its endpoint. The
 * folders next to this file receive requests and send replies.
 */
import { endpointsOf } from './endpoint.ts';
import { notImplementedYet } from './not-implemented.ts';
import type { Service } from './operation.ts';
import { checkOptions, type ServeOptions } from './options.ts';
import { below, checkedPrefix, pathAndQuery } from './prefix.ts';
import { Refusal } from './refusal.ts';
import { formed, nothingAt, type OnFault, pathOf, type Reply, refusal, refused, report, writeFault } from './reply.ts';
import type { Sent } from './request.ts';
import { finder, methodsAt } from './routes.ts';

/** A service with its handlers. */
export interface Served<Request> {
  /** The prefix of its paths, without a last slash. */
  readonly prefix: string;
  /**
   * Answers a request: any error becomes a reply.
   * @param target path and query as they were sent
   * @param open makes the request object, for its address relative to the prefix
   * @returns undefined when it is not below the prefix, or no operation matches and unknown paths are passed on
   */
  reply(
    method: string,
    target: string,
    request: Request,
    open: (url: string) => Sent<Request>,
  ): Promise<Reply> | undefined;
  /** The reply when no operation matches. */
  nothingAt(target: string, request: Request): Reply;
  /** The thrown value as a reply. It never throws. */
  refused(error: unknown, request: Request): Reply;
  /** The handler of faults. */
  readonly onFault: OnFault<Request>;
}

const MEBIBYTE = 1_048_576;
const MINUTE = 60_000;

/** The methods that earlier services have at the path of a request that they passed on. */
const passed = new WeakMap<object, Set<string>>();

/** @throws TypeError when a handler is missing, `authenticate` where an operation needs it, or an option is wrong */
export function serveService<Request extends object>(
  service: Service,
  handlers: object,
  options: ServeOptions<Request, unknown, never> & { fallthrough?: unknown },
): Served<Request> {
  checkOptions(options);
  const prefix = checkedPrefix(options.prefix);
  const passesOn = options.fallthrough !== undefined && options.fallthrough !== false;
  const onFault: OnFault<Request> = options.onFault?.bind(options) ?? writeFault;
  const limits = { size: options.bodyLimit ?? MEBIBYTE, time: options.bodyTimeout ?? MINUTE };
  const authenticate = options.authenticate?.bind(options) as Parameters<
    typeof endpointsOf<Request>
  >[2]['authenticate'];
  const find = finder(endpointsOf<Request>(service, handlers, { ...options, onFault, authenticate, limits }));
  const methods = methodsAt(Object.values(service.operations));
  announceMissing(service, handlers);

  const { errorBody } = options;
  const inForm = (reply: Reply, request: Request) =>
    formed(reply, errorBody, (failure) => report(failure, request, onFault));
  const refusedReply = (error: unknown, request: Request) => inForm(refused(error, request, onFault), request);

  return {
    prefix,
    onFault,
    nothingAt: (target, request) => inForm(nothingAt(pathAndQuery(target)), request),
    refused: refusedReply,
    reply(method, target, request, open) {
      try {
        const url = below(prefix, pathAndQuery(target));
        if (url === undefined) return undefined;
        const path = pathOf(url);
        const found = find(method, path);
        if (found !== undefined) {
          const replying = found.at.reply(open(url), found.path);
          return errorBody === undefined ? replying : replying.then((reply) => inForm(reply, request));
        }
        const taken = [...new Set([...(passed.get(request) ?? []), ...methods(path)])];
        if (!passesOn || (method === 'OPTIONS' && taken.length > 0))
          return Promise.resolve(inForm(unknownPath(method, path, taken), request));
        if (taken.length > 0) passed.set(request, new Set(taken));
        return undefined;
      } catch (error) {
        return Promise.resolve(refusedReply(error, request));
      }
    },
  };
}

/**
 * The reply without an operation: an answer to OPTIONS, 405 with `Allow` if the path accepts other methods, otherwise
 * 404.
 */
function unknownPath(method: string, path: string, taken: readonly string[]): Reply {
  if (taken.length === 0) return nothingAt(path);
  const Allow = taken.join(', ');
  if (method === 'OPTIONS') return { status: 204, headers: { Allow }, content: undefined };
  return refusal(new Refusal(405, `${path} does not support ${method}`, { hint: `use ${Allow}`, headers: { Allow } }));
}

/** Reports the operations that answer 501, so that none is overlooked. */
function announceMissing({ name, operations }: Service, handlers: object): void {
  const missing = Object.keys(operations).filter((id) => Reflect.get(handlers, id) === notImplementedYet);
  if (missing.length > 0) console.warn(`${name}: not implemented yet: ${missing.join(', ')}`);
}
