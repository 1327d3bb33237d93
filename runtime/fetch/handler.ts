/** Serves the handlers of a service as a function from a Request to a Response, validated against its document. */
import type { Credentials } from '../authenticate.ts';
import type { Service } from '../operation.ts';
import type { ServeOptions } from '../options.ts';
import { INTERNAL_ERROR, type Reply, report } from '../reply.ts';
import { serveService } from '../serve.ts';
import { FetchSent } from './request.ts';

export interface FetchOptions<Caller = unknown, Presented = Credentials>
  extends ServeOptions<Request, Caller, Presented> {
  /** Answers unknown paths, instead of a 404. When it throws, the answer is a 500. */
  fallthrough?: ((request: Request) => Response | Promise<Response>) | undefined;
}

/** Answers a request; it never rejects. */
export type FetchHandler = (request: Request) => Promise<Response>;

/** Serves a generated service. Users call the `createFetchHandler` of a facade, which knows the types. */
export function serviceFetchHandler<Caller, Presented>(
  service: Service,
  handlers: object,
  options: FetchOptions<Caller, Presented> = {},
): FetchHandler {
  const { fallthrough } = options;
  if (fallthrough !== undefined && typeof fallthrough !== 'function') {
    throw new TypeError('the option fallthrough must be a function from a Request to a Response');
  }
  const served = serveService<Request>(service, handlers, options);
  return async (request) => {
    try {
      const { method, url: target } = request;
      const replying = served.reply(method, target, request, (url) => new FetchSent(request, method, url));
      if (replying !== undefined) return responseOf(await replying, method);
      if (fallthrough !== undefined) return await fallthrough(request);
      return responseOf(served.nothingAt(target, request), method);
    } catch (error) {
      return safely(
        () => responseOf(served.refused(error, request), request.method),
        (failure) => report(failure, request, served.onFault),
      );
    }
  };
}

/** The answer of last resort, which depends on nothing that could fail. */
function safely(make: () => Response, complain: (failure: unknown) => void): Response {
  try {
    return make();
  } catch (failure) {
    complain(failure);
    return responseOf(INTERNAL_ERROR, 'GET');
  }
}

const JSON_TYPE = 'application/json; charset=utf-8';

function responseOf({ status, headers, type = JSON_TYPE, content }: Reply, method: string): Response {
  if (content === undefined) return new Response(null, { status, headers: asInit(headers ?? {}) });
  if (method === 'HEAD') {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    const length = String(bytes.byteLength);
    return new Response(null, {
      status,
      headers: asInit({ ...headers, 'Content-Type': type, 'Content-Length': length }),
    });
  }
  const body = content as string | Uint8Array<ArrayBuffer>;
  return new Response(body, { status, headers: asInit({ ...headers, 'Content-Type': type }) });
}

/** The headers as pairs: an array becomes several, so that each cookie has its own header. */
function asInit(headers: NonNullable<Reply['headers']>): Record<string, string> | [string, string][] {
  const entries = Object.entries(headers);
  if (entries.every((entry): entry is [string, string] => typeof entry[1] === 'string'))
    return Object.fromEntries(entries);
  return entries.flatMap(([name, value]) => [value].flat().map((each): [string, string] => [name, each]));
}
