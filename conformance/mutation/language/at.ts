/**
 * The dialect in which faulty servers are written: what goes wrong at an operation, by its operationId, for any API.
 *
 * @example
 * at('listVaults').items.last((vault) => ({ ...vault, collateral_id: NOBODY }))
 * at('listVaults').query({ limit: undefined })
 * at('readVault').value('/data/ink', (ink) => `-${ink}`)
 */

import type { Asked, At, FaultMaker, Items, Members, Next, Place, RpcPlace } from '../../core/place.ts';
import { type ApiModel, type Operation, operationOf } from '../../model/document/api.ts';
import { listOf } from '../../model/document/lists.ts';
import { operationFor, pathInputs } from '../../model/document/requests.ts';
import { isObject, objectsOf } from '../../model/values/json.ts';
import { bodyOf, isSuccessful, jsonReply, type Reply, type Request, sentIn, successOf } from '../proxy/reply.ts';
import { edited, editedReply } from './edit.ts';

/** Whose credentials a request carries, wherever they travel; empty where it carries none. */
export function callerIn({ document }: ApiModel, { headers, query }: Request): string {
  const schemes = Object.values(document.components.securitySchemes ?? {});
  const keys = schemes.flatMap(({ in: place, name = '' }) =>
    place === 'header' ? headers[name.toLowerCase()] : place === 'query' ? query.get(name) : headers['cookie'],
  );
  return [headers['authorization'], ...keys].filter((key) => key !== undefined && key !== null && key !== '').join(' ');
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
