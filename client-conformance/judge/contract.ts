/**
 * Judges a request by the contract: whether it is an operation, its inputs are allowed, and its credentials are
 * present.
 */

import {
  bodyOf,
  documentedHeaders,
  excerpt,
  type Input,
  type Operation,
  type ServiceContract,
  valueAt,
} from '@wallet-services/conformance/testing/clients';
import type { ClientSuite } from '../suite.ts';
import type { Watched } from '../watcher.ts';
import type { Problem } from './problem.ts';

/** The name of a request in a sentence. */
export function nameOf({ request, operation, service }: Watched): string {
  return operation === undefined ? `${request.method} ${request.path}` : `${service} ${operation.id}`;
}

function inputOf({ request, path }: Watched, operation: Operation): Input {
  return {
    path,
    query: Object.fromEntries(request.query),
    headers: documentedHeaders(operation, request.headers),
    body: bodyOf(request),
  };
}

/** The value at a place in the oracle's notation: `query/limit`. */
function shownAt({ path, query, headers, body }: Input, place: string): string {
  const value = valueAt({ path, query, header: headers, body }, `/${place}`);
  return value === undefined ? 'nothing' : excerpt(value);
}

function inputProblems({ oracle }: ServiceContract, operation: Operation, watched: Watched): readonly Problem[] {
  const input = inputOf(watched, operation);
  return oracle.problems(operation, input).map((place) => ({
    expected: `${nameOf(watched)}: ${place} as documented`,
    actual: shownAt(input, place),
  }));
}

function queryProblems(operation: Operation, watched: Watched): readonly Problem[] {
  const known = operation.parameters.filter(({ in: place }) => place === 'query').map(({ name }) => name);
  return [...new Set(watched.request.query.keys())].flatMap((name) => {
    if (!known.includes(name)) {
      return [{ expected: `${nameOf(watched)}: only documented query parameters`, actual: `${name}, too` }];
    }
    const times = watched.request.query.getAll(name).length;
    return times === 1
      ? []
      : [{ expected: `${nameOf(watched)}: ${name} only once in the query`, actual: `${times} times` }];
  });
}

function bodyProblems(operation: Operation, watched: Watched): readonly Problem[] {
  const { body, headers } = watched.request;
  const name = nameOf(watched);
  if (body === '') return [];
  // Some libraries send an empty object when there is nothing to send.
  if (operation.body === null) {
    return body.trim() === '{}' ? [] : [{ expected: `${name}: no body`, actual: excerpt(body) }];
  }
  const type = headers['content-type'] ?? 'none';
  return [
    ...(/^application\/json\b/i.test(type)
      ? []
      : [{ expected: `${name}: Content-Type application/json`, actual: type }]),
    ...(bodyOf(watched.request) === undefined ? [{ expected: `${name}: a JSON body`, actual: excerpt(body) }] : []),
  ];
}

/** The header that carries a credential. */
function headerOf({ api }: ServiceContract, scheme: string): string {
  const described = api.document.components.securitySchemes?.[scheme];
  return described?.type === 'apiKey' ? (described.name ?? '').toLowerCase() : 'authorization';
}

function credentialProblems(contract: ServiceContract, operation: Operation, watched: Watched): readonly Problem[] {
  const carries = (scheme: string) => watched.request.headers[headerOf(contract, scheme)] !== undefined;
  if (operation.security.length === 0 || operation.security.some((needed) => needed.every(carries))) return [];
  const needed = (operation.security[0] ?? []).filter((scheme) => !carries(scheme));
  return [{ expected: `${nameOf(watched)}: the credential ${needed.join(' and ')}`, actual: 'it is missing' }];
}

/** The violations of the contract in a request, regardless of the step. */
export function contractProblems({ contracts }: Pick<ClientSuite, 'contracts'>, watched: Watched): readonly Problem[] {
  const { service, operation } = watched;
  // A request without a service is judged by whether a secret was sent with it.
  if (service === null) return [];
  if (operation === undefined) {
    return [{ expected: `a documented operation of ${service}`, actual: nameOf(watched) }];
  }
  const contract = contracts[service];
  return [
    ...inputProblems(contract, operation, watched),
    ...queryProblems(operation, watched),
    ...bodyProblems(operation, watched),
    ...credentialProblems(contract, operation, watched),
  ];
}
