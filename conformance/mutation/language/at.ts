/**
 * The DSL of faulty servers: the fault of an operation, given by its operationId, for any API.
 *
 * @example
 * at('listVaults').items.last((vault) => ({ ...vault, collateral_id: unknownIds.uuid }))
 * at('listVaults').query({ limit: undefined })
 * at('readVault').value('/data/ink', (ink) => `-${ink}`)
 */

import type { At, Items, MatchedRequest, Members, Mutation, Next, Place, RpcPlace } from '../../core/place.ts';
import { type ApiModel, type Operation, operationOf } from '../../model/document/api.ts';
import { listOf } from '../../model/document/lists.ts';
import { operationFor, pathInputs } from '../../model/document/requests.ts';
import { isObject, objectsOf } from '../../model/values/json.ts';
import { bodyOf, isSuccessful, jsonReply, type Reply, type Request, sentIn, successOf } from '../proxy/reply.ts';
import { edited, editedReply } from './edit.ts';

/** The credentials of a request, wherever they are; empty if it has none. */
export function callerIn({ document }: ApiModel, { headers, query }: Request): string {
  const schemes = Object.values(document.components.securitySchemes ?? {});
  const keys = schemes.flatMap(({ in: place, name = '' }) =>
    place === 'header' ? headers[name.toLowerCase()] : place === 'query' ? query.get(name) : headers['cookie'],
  );
  return [headers['authorization'], ...keys].filter((key) => key !== undefined && key !== null && key !== '').join(' ');
}

/** The request with other query parameters; undefined removes one. */
export function withQuery(request: Request, members: Members): Request {
  const query = new URLSearchParams(request.query);
  for (const [name, value] of Object.entries(members)) {
    if (value === undefined) query.delete(name);
    else query.set(name, value);
  }
  return { ...request, query };
}

/** The request with other headers; undefined removes one. */
export function withHeaders(request: Request, members: Members): Request {
  const named = Object.entries(members).map(([name, value]) => [name.toLowerCase(), value] as const);
  const headers = Object.entries({ ...request.headers, ...Object.fromEntries(named) });
  return { ...request, headers: Object.fromEntries(headers.filter(([, value]) => value !== undefined)) };
}

function placeOf(
  api: ApiModel,
  operation: Operation,
  isMeant: (request: MatchedRequest) => boolean = () => true,
): Place {
  const instead: Place['instead'] = (handle) => () => (request, next) => {
    if (operationFor(api, request.method, request.path)?.id !== operation.id) return next(request);
    const matched = { ...request, inputs: pathInputs(operation, request.path) };
    return isMeant(matched) ? handle(matched, next) : next(request);
  };
  const reply: Place['reply'] = (change) =>
    instead(async (request, next) => {
      const given = await next(request);
      return given.kind === 'reply' ? change(given, request) : given;
    });
  const answer: Place['answer'] = (change) =>
    reply((given, request) => {
      const json = successOf(given);
      return json === undefined ? given : { ...given, body: JSON.stringify(change(json, request)) };
    });
  const value: Place['value'] = (pointer, change) =>
    answer((json, request) => edited(json, pointer, (inner, place) => change(inner, request, place)));
  const request: Place['request'] = (change) => instead((request, next) => next(change(request)));
  const list = listOf(api, operation);
  const all: Items['all'] = (change) => {
    if (list === null) throw new Error(`${operation.id} answers with no list`);
    return answer((json, request) => edited(json, list.items, (items) => change(objectsOf(items), request)));
  };
  return {
    operation,
    when: (isSo) => placeOf(api, operation, (request) => isMeant(request) && isSo(request)),
    instead,
    remembering: (handle) =>
      anew(() => {
        const kept = { value: undefined };
        return instead((request, next) => handle(kept, request, next));
      }),
    reply,
    answer,
    value,
    set: (pointer, other) => value(pointer, () => other),
    always: (pointer) =>
      anew(() => {
        let first: unknown;
        return value(pointer, (reported) => (first ??= reported));
      }),
    request,
    noting: (note) =>
      request((request) => {
        note(request);
        return request;
      }),
    query: (members) =>
      request((request) => withQuery(request, typeof members === 'function' ? members(request) : members)),
    headers: (members) => request((request) => withHeaders(request, members)),
    body: (change) =>
      request((request) => {
        const body = bodyOf(request);
        return isObject(body) ? { ...request, body: JSON.stringify(change(body, request)) } : request;
      }),
    refused: (when = () => true, status = 400) =>
      instead((request, next) => (when(request) ? jsonReply(status, { code: status, msg: 'no' }) : next(request))),
    asBefore: (which, isSo = () => true) =>
      anew(() => {
        let kept: Reply | undefined;
        return instead(async (request, next) => {
          const given = await next(request);
          if (isSuccessful(given) && (which === 'last' || kept === undefined)) kept = given;
          return kept !== undefined && isSo(request, given) ? kept : given;
        });
      }),
    items: {
      all,
      each: (change) => all((items, request) => items.map((item, index) => change(item, index, request))),
      first: (change) =>
        all(([item, ...rest], request) => (item === undefined ? [] : [change(item, request), ...rest])),
      last: (change) =>
        all((items, request) =>
          items.map((item, index) => (index === items.length - 1 ? change(item, request) : item)),
        ),
    },
  };
}

function rpcPlaceOf(method: string): RpcPlace {
  const instead: RpcPlace['instead'] = (handle) => () => (request, next) =>
    request.path.endsWith(`/${method}`) ? handle(request, next) : next(request);
  return {
    instead,
    answer: (change) =>
      instead(async (request, next) => {
        const reply = await next(request);
        const json = successOf(reply);
        return json === undefined ? reply : { ...reply, body: JSON.stringify(change(json)) };
      }),
    value: (pointer, change) => instead(async (request, next) => editedReply(await next(request), pointer, change)),
    message: (change) =>
      instead((request, next) => next({ ...request, body: JSON.stringify(change(sentIn(request))) })),
    refused: (when = () => true, status = 400) =>
      instead((request, next) =>
        when(sentIn(request))
          ? jsonReply(status, { code: status === 404 ? 'unimplemented' : 'invalid_argument', message: 'no' })
          : next(request),
      ),
  };
}

/** The DSL for an API. */
export function mutationsAt(api: ApiModel): At {
  return Object.assign((id: string) => placeOf(api, operationOf(api, id)), { api, rpc: rpcPlaceOf });
}

/** A mutation with its own state in each run. */
export function anew(make: () => Mutation): Mutation {
  return () => make()();
}

/** Several faults at once, the first one nearest to the caller. */
export function together(...mutants: readonly Mutation[]): Mutation {
  return () => {
    const made = mutants.map((mutation) => mutation());
    return (request, next) =>
      made.reduceRight<Next>((inner, mutation) => async (passed) => mutation(passed, inner), next)(request);
  };
}
