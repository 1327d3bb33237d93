/** Serves the handlers of a service as a function from a Request to a Response, validated against its document. */
import type { Service } from '../operation.ts';
import { below } from '../prefix.ts';
import { nothingAt, type Reply } from '../reply.ts';
import { type ServeOptions, serveService } from '../serve.ts';
import { FetchSent } from './request.ts';

export interface FetchOptions<Caller = unknown> extends ServeOptions<Request, Caller> {
  /** Answers unknown paths, instead of a 404. */
  fallthrough?: ((request: Request) => Response | Promise<Response>) | undefined;
}

/** Answers a request; it never rejects, unless `fallthrough` does. */
export type FetchHandler = (request: Request) => Promise<Response>;

/** Serves a generated service. Users call the `createFetchHandler` of a facade, which knows the types. */
export function serviceFetchHandler(service: Service, handlers: object, options: FetchOptions = {}): FetchHandler {
  const { prefix = '', fallthrough } = options;
  const served = serveService<Request>(service, handlers, options);
  return async (request) => {
    const { method } = request;
    const url = withoutOrigin(request.url);
    const place = below(prefix, url);
    const reply =
      place === undefined
        ? undefined
        : await served.reply(new FetchSent(request, method, place), fallthrough !== undefined);
    if (reply !== undefined) return responseOf(reply, method);
    return fallthrough === undefined ? responseOf(nothingAt(url), method) : fallthrough(request);
  };
}

/** Path and query. */
function withoutOrigin(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  return start < 0 ? '/' : url.slice(start);
}

const JSON_TYPE = 'application/json; charset=utf-8';

function responseOf({ status, headers, text }: Reply, method: string): Response {
  if (text === undefined) return new Response(null, headers === undefined ? { status } : { status, headers });
  if (method === 'HEAD') {
    const length = String(new TextEncoder().encode(text).byteLength);
    return new Response(null, {
      status,
      headers: { ...headers, 'Content-Type': JSON_TYPE, 'Content-Length': length },
    });
  }
  return new Response(text, { status, headers: { ...headers, 'Content-Type': JSON_TYPE } });
}
