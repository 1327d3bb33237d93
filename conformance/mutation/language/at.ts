/**
 * The dialect in which faulty servers are written: what goes wrong at an operation, by its operationId, for any API.
 *
 * @example
 * at('listVaults').items.last((vault) => ({ ...vault, collateral_id: NOBODY }))
 * at('listVaults').query({ limit: undefined })
 * at('readVault').value('/data/ink', (ink) => `-${ink}`)
 */

import { type ApiModel, type Operation, operationOf } from '../../model/document/api.ts';
import { listOf } from '../../model/document/lists.ts';
import { operationFor, pathInputs } from '../../model/document/requests.ts';
import { isObject, type JsonObject, objectsOf } from '../../model/values/json.ts';
import {
  bodyOf,
  type Handler,
  isSuccessful,
  jsonReply,
  type Reply,
  type Request,
  sentIn,
  successOf,
} from '../proxy/reply.ts';
import { edited, editedReply } from './edit.ts';
import type { FaultMaker } from './fault.ts';

/** A request that is meant, with what its path holds. */
export interface Asked extends Request {
  /** Path parameters. */
  readonly inputs: Readonly<Record<string, string>>;
}

/** Whose credentials a request carries, wherever they travel; empty where it carries none. */
export function callerIn({ document }: ApiModel, { headers, query }: Request): string {
  const schemes = Object.values(document.components.securitySchemes ?? {});
  const keys = schemes.flatMap(({ in: place, name = '' }) =>
    place === 'header' ? headers[name.toLowerCase()] : place === 'query' ? query.get(name) : headers['cookie'],
  );
  return [headers['authorization'], ...keys].filter((key) => key !== undefined && key !== null && key !== '').join(' ');
}

type Next = (request: Request) => Promise<Reply>;

/** Query parameters, or headers, by name. */
type Members = Readonly<Record<string, string | undefined>>;

/** What a faulty server remembers; nothing at first. */
export interface Memory<Kept> {
  value: Kept | undefined;
}

/** The items of the list that an operation answers with. */
export interface Items {
  /** Another list in its place. */
  all(change: (items: readonly JsonObject[], asked: Asked) => unknown): FaultMaker;
  each(change: (item: JsonObject, index: number, asked: Asked) => unknown): FaultMaker;
  first(change: (item: JsonObject, asked: Asked) => unknown): FaultMaker;
  last(change: (item: JsonObject, asked: Asked) => unknown): FaultMaker;
}

/** Where a server goes wrong. */
export interface Place {
  readonly operation: Operation;
  readonly items: Items;
  /** The same, for some requests alone. */
  when(isMeant: (asked: Asked) => boolean): Place;
  /** Changes the JSON of successful answers. */
  answer(change: (json: unknown, asked: Asked) => unknown): FaultMaker;
  /** Changes the values at a pointer into successful answers; `*` is each item. */
  value(pointer: string, change: (value: unknown, asked: Asked, place: number) => unknown): FaultMaker;
  /** Tells something else at a pointer into successful answers. */
  set(pointer: string, value: unknown): FaultMaker;
  /** Tells for ever what it told first at a pointer into successful answers. */
  always(pointer: string): FaultMaker;
  /** Changes the reply, whatever it is. */
  reply(change: (reply: Extract<Reply, { kind: 'reply' }>, asked: Asked) => Reply): FaultMaker;
  /** Changes the request before the server sees it. */
  request(change: (asked: Asked) => Request): FaultMaker;
  /** Sets query parameters before the server sees them; undefined takes one away. */
  query(members: Members | ((asked: Asked) => Members)): FaultMaker;
  /** Looks at the request, and leaves it as it is. */
  noting(note: (asked: Asked) => void): FaultMaker;
  /** Changes the JSON body of the request before the server sees it. */
  body(change: (body: JsonObject, asked: Asked) => unknown): FaultMaker;
  /** Sets headers before the server sees them; undefined takes one away. */
  headers(members: Members): FaultMaker;
  /** Refuses, always or when. */
  refused(when?: (asked: Asked) => boolean, status?: number): FaultMaker;
  /** Answers what is meant as it answered before: the first request that it took, or the last one. */
  asBefore(which: 'first' | 'last', isMeant?: (asked: Asked, reply: Reply) => boolean): FaultMaker;
  /** Handles the request in a way of its own. */
  instead(handle: (asked: Asked, next: Next) => Reply | Promise<Reply>): FaultMaker;
  /** Handles the request in a way of its own, and may remember something from one to the next. */
  remembering<Kept>(handle: (kept: Memory<Kept>, asked: Asked, next: Next) => Reply | Promise<Reply>): FaultMaker;
}

/** Where an RPC goes wrong. */
export interface RpcPlace {
  /** Changes the values at a pointer into successful answers; `*` is each item. */
  value(pointer: string, change: (value: unknown, place: number) => unknown): FaultMaker;
  /** Changes the request message. */
  message(change: (message: JsonObject) => JsonObject): FaultMaker;
  /** Refuses, always or when. */
  refused(when?: (message: JsonObject) => boolean, status?: number): FaultMaker;
}

/** Where servers of an API go wrong. */
export interface At {
  readonly api: ApiModel;
  /** @throws when the API has no such operation. */
  (operation: string): Place;
  /** An RPC method by its name, over the protocols that write JSON. */
  rpc(method: string): RpcPlace;
}

/** The request with other query parameters; undefined takes one away. */
export function withQuery(request: Request, members: Members): Request {
  const query = new URLSearchParams(request.query);
  for (const [name, value] of Object.entries(members)) {
    if (value === undefined) query.delete(name);
    else query.set(name, value);
  }
  return { ...request, query };
}

/** The request with other headers; undefined takes one away. */
export function withHeaders(request: Request, members: Members): Request {
  const named = Object.entries(members).map(([name, value]) => [name.toLowerCase(), value] as const);
  const headers = Object.entries({ ...request.headers, ...Object.fromEntries(named) });
  return { ...request, headers: Object.fromEntries(headers.filter(([, value]) => value !== undefined)) };
}

function placeOf(api: ApiModel, operation: Operation, isMeant: (asked: Asked) => boolean = () => true): Place {
  const instead: Place['instead'] = (handle) => () => (request, next) => {
    if (operationFor(api, request.method, request.path)?.id !== operation.id) return next(request);
    const asked = { ...request, inputs: pathInputs(operation, request.path) };
    return isMeant(asked) ? handle(asked, next) : next(request);
  };
  const reply: Place['reply'] = (change) =>
    instead(async (asked, next) => {
      const given = await next(asked);
      return given.kind === 'reply' ? change(given, asked) : given;
    });
  const answer: Place['answer'] = (change) =>
    reply((given, asked) => {
      const json = successOf(given);
      return json === undefined ? given : { ...given, body: JSON.stringify(change(json, asked)) };
    });
  const value: Place['value'] = (pointer, change) =>
    answer((json, asked) => edited(json, pointer, (inner, place) => change(inner, asked, place)));
  const request: Place['request'] = (change) => instead((asked, next) => next(change(asked)));
  const list = listOf(api, operation);
  const all: Items['all'] = (change) => {
    if (list === null) throw new Error(`${operation.id} answers with no list`);
    return answer((json, asked) => edited(json, list.items, (items) => change(objectsOf(items), asked)));
  };
  return {
    operation,
    when: (isSo) => placeOf(api, operation, (asked) => isMeant(asked) && isSo(asked)),
    instead,
    remembering: (handle) =>
      anew(() => {
        const kept = { value: undefined };
        return instead((asked, next) => handle(kept, asked, next));
      }),
    reply,
    answer,
    value,
    set: (pointer, other) => value(pointer, () => other),
    always: (pointer) =>
      anew(() => {
        let first: unknown;
        return value(pointer, (told) => (first ??= told));
      }),
    request,
    noting: (note) =>
      request((asked) => {
        note(asked);
        return asked;
      }),
    query: (members) => request((asked) => withQuery(asked, typeof members === 'function' ? members(asked) : members)),
    headers: (members) => request((asked) => withHeaders(asked, members)),
    body: (change) =>
      request((asked) => {
        const body = bodyOf(asked);
        return isObject(body) ? { ...asked, body: JSON.stringify(change(body, asked)) } : asked;
      }),
    refused: (when = () => true, status = 400) =>
      instead((asked, next) => (when(asked) ? jsonReply(status, { code: status, msg: 'no' }) : next(asked))),
    asBefore: (which, isSo = () => true) =>
      anew(() => {
        let kept: Reply | undefined;
        return instead(async (asked, next) => {
          const given = await next(asked);
          if (isSuccessful(given) && (which === 'last' || kept === undefined)) kept = given;
          return kept !== undefined && isSo(asked, given) ? kept : given;
        });
      }),
    items: {
      all,
      each: (change) => all((items, asked) => items.map((item, index) => change(item, index, asked))),
      first: (change) => all(([item, ...rest], asked) => (item === undefined ? [] : [change(item, asked), ...rest])),
      last: (change) =>
        all((items, asked) => items.map((item, index) => (index === items.length - 1 ? change(item, asked) : item))),
    },
  };
}

function rpcPlaceOf(method: string): RpcPlace {
  const isMeant = ({ path }: Request) => path.endsWith(`/${method}`);
  return {
    value: (pointer, change) => () => async (request, next) => {
      const reply = await next(request);
      return isMeant(request) ? editedReply(reply, pointer, change) : reply;
    },
    message: (change) => () => (request, next) =>
      next(isMeant(request) ? { ...request, body: JSON.stringify(change(sentIn(request))) } : request),
    refused:
      (when = () => true, status = 400) =>
      () =>
      (request, next) =>
        isMeant(request) && when(sentIn(request))
          ? jsonReply(status, { code: status === 404 ? 'unimplemented' : 'invalid_argument', message: 'no' })
          : next(request),
  };
}

/** The dialect for an API. */
export function faultsAt(api: ApiModel): At {
  return Object.assign((id: string) => placeOf(api, operationOf(api, id)), { api, rpc: rpcPlaceOf });
}

/** A fault that remembers things of its own in each run. */
export function anew(make: () => FaultMaker): FaultMaker {
  return () => make()();
}

/** Several faults at once, the first one nearest to the caller. */
export function together(...faults: readonly FaultMaker[]): FaultMaker {
  return () => {
    const made = faults.map((fault) => fault());
    return (request, next) =>
      made.reduceRight<Next>((inner, fault) => async (passed) => fault(passed, inner), next)(request);
  };
}

export type { FaultMaker, Handler, Next };
