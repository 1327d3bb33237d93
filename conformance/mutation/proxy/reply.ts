/** Requests and replies of the servers that the suite is tried on. */
import { type Fault, type Handler, jsonOf, type Reply, type Request } from '@wallet-services/kit/exchange';
import { isObject, type JsonObject } from '../../model/values/json.ts';

export {
  type Fault,
  type Handler,
  jsonReply,
  type Reply,
  type Request,
} from '@wallet-services/kit/exchange';

/** Puts a fault in front of a handler. */
export function behind(mutation: Fault, handler: Handler): Handler {
  return (request) => mutation(request, async (passed) => handler(passed));
}

/** Whether a reply reports success, with or without a body. */
export function isSuccessful(reply: Reply): reply is Extract<Reply, { kind: 'reply' }> {
  return reply.kind === 'reply' && reply.status >= 200 && reply.status <= 299;
}

/** The JSON of a successful reply; undefined for anything else, and for a success that has no JSON. */
export function successOf(reply: Reply): unknown {
  return isSuccessful(reply) ? jsonOf(reply.body) : undefined;
}

/** The JSON of a request's body; undefined where it has none. */
export function bodyOf({ body }: Request): unknown {
  return jsonOf(body);
}

/** The members of a request's body; none if it is no JSON object. */
export function sentIn(request: Request): JsonObject {
  const body = bodyOf(request);
  return isObject(body) ? body : {};
}

/** Selects requests: by the end of the path, or a method and an expression for the path, `GET /vault/vats/[^/]+$`. */
export type Matcher = string | RegExp;

/** Whether a request is selected. Expressions are matched with `GET /path`, without the query. */
export function isMeant({ method, path }: Request, matcher: Matcher): boolean {
  return typeof matcher === 'string' ? path.endsWith(matcher) : matcher.test(`${method} ${path}`);
}

/** A fault that changes the JSON of successful replies to the selected requests. */
export function changed(matcher: Matcher, change: (json: unknown, request: Request) => unknown): Fault {
  return async (request, next) => {
    const reply = await next(request);
    const json = successOf(reply);
    if (!isMeant(request, matcher) || reply.kind !== 'reply' || json === undefined) return reply;
    return { ...reply, body: JSON.stringify(change(json, request)) };
  };
}
