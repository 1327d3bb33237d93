// @ts-check
// The services of a program and their operations, as far as declarations need them.

import { getPagingOperation, getService, isList } from '@typespec/compiler';
import { getAllHttpServices, isBody, isBodyRoot, resolveAuthentication } from '@typespec/http';
import { resolveOperationId } from '@typespec/openapi';
import { nounOf } from '../source.js';
import { plural, words } from './nouns.js';
import { jsonName, modelName, pointerOf, typesAt } from './types.js';

/**
 * @typedef {import('@typespec/compiler').Type} Type
 *
 * @typedef {object} Parameter
 * @property {string} name as on the wire
 * @property {'path' | 'query' | 'header' | 'cookie'} in
 * @property {import('@typespec/compiler').ModelProperty} property
 *
 * @typedef {object} List
 * @property {string} items pointer
 * @property {Type[]} types of an item
 * @property {string} noun plural
 * @property {import('@typespec/compiler').PagingOperation} paging
 *
 * @typedef {object} Operation
 * @property {string} id operationId
 * @property {boolean} writes
 * @property {boolean} patches whether it changes a part of a resource
 * @property {import('@typespec/compiler').Operation} type
 * @property {readonly Parameter[]} parameters
 * @property {readonly Type[]} answers bodies of the successful answers
 * @property {Type | undefined} body of the request
 * @property {readonly (readonly string[])[]} access alternatives, each the schemes that are needed together
 * @property {List | null} list
 *
 * @typedef {object} Service
 * @property {string} id first segment of every id
 * @property {string} title
 * @property {import('@typespec/compiler').Namespace} namespace
 * @property {ReadonlyMap<string, Operation>} operations by id, in order
 * @property {readonly string[]} schemes
 * @property {{ payload: string }} [envelope] around the payloads of its answers
 */

/** Member names that do not describe their items. */
const NAMELESS = new Set(['data', 'items', 'body', 'value', 'values', 'results', 'records', 'list']);

/**
 * @param {import('@typespec/compiler').Program} program
 * @returns {Service[]}
 */
export function servicesOf(program) {
  const [services] = getAllHttpServices(program);
  return services.flatMap((service) => {
    const title = getService(program, service.namespace)?.title;
    if (title === undefined) return [];
    const auth = resolveAuthentication(service);
    const operations = service.operations.map((http) => operationOf(program, http, auth));
    return [
      {
        id: words(title).replaceAll(/[^a-z0-9]+/g, '-'),
        title,
        namespace: service.namespace,
        operations: new Map(operations.map((operation) => [operation.id, operation])),
        schemes: auth.schemes.map(({ id }) => id),
      },
    ];
  });
}

/**
 * @param {import('@typespec/compiler').Program} program
 * @param {import('@typespec/http').HttpOperation} http
 * @param {import('@typespec/http').HttpServiceAuthentication} auth
 * @returns {Operation}
 */
function operationOf(program, http, auth) {
  const answers = http.responses
    .filter(({ statusCodes }) => isSuccess(statusCodes))
    .flatMap(({ responses }) => responses.flatMap(({ body }) => (body === undefined ? [] : [body.type])));
  const needed = auth.operationsAuth.get(http.operation) ?? auth.defaultAuth;
  return {
    id: resolveOperationId(program, http.operation),
    writes: http.verb !== 'get' && http.verb !== 'head',
    patches: http.verb === 'patch',
    type: http.operation,
    parameters: http.parameters.parameters.map(({ name, type, param }) => ({ name, in: type, property: param })),
    answers,
    body: http.parameters.body?.type,
    access: needed.options.map(({ all }) => all.flatMap(({ auth: { id, type } }) => (type === 'noAuth' ? [] : [id]))),
    list: listOf(program, http.operation, answers),
  };
}

/** @param {number | string | { start: number, end: number }} codes */
function isSuccess(codes) {
  if (typeof codes === 'object') return codes.start >= 200 && codes.end < 300;
  return Number(codes) >= 200 && Number(codes) < 300;
}

/**
 * @param {import('@typespec/compiler').Program} program
 * @param {import('@typespec/compiler').Operation} operation
 * @param {Type[]} answers
 * @returns {List | null}
 */
function listOf(program, operation, answers) {
  if (!isList(program, operation)) return null;
  // The compiler reports its problems.
  const [paging] = getPagingOperation(program, operation);
  if (paging === undefined) return null;
  const items = pointerTo(program, paging.output.pageItems.path);
  const types = typesAt(program, answers, `${items}/*`);
  const { name } = paging.output.pageItems.property;
  const noun =
    nounOf(program, operation) ?? (NAMELESS.has(name) ? plural(words(modelName(types) ?? 'item')) : words(name));
  return { items, types, noun, paging };
}

/**
 * The pointer into the body for a path of properties, without the part outside of the body.
 *
 * @param {import('@typespec/compiler').Program} program
 * @param {readonly import('@typespec/compiler').ModelProperty[]} path
 */
export function pointerTo(program, path) {
  const body = path.findLastIndex((property) => isBody(program, property) || isBodyRoot(program, property));
  return pointerOf(path.slice(body + 1).map((property) => jsonName(program, property)));
}
