/** Finds the operation of a request, and the values in its path. */
import { decoded } from '@wallet-services/kit/decoded';
import { type Exchange, isSuccess } from '../exchange.ts';
import { type ApiModel, type Operation, operationOf } from './api.ts';

/** Names of the parameters of a path. */
export function pathNames(path: string): readonly string[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
}

const expressions = new WeakMap<Operation, RegExp>();

/** Recognizes a path: its template as an expression, at the end of a path. */
function expressionOf(operation: Operation): RegExp {
  const known = expressions.get(operation);
  if (known !== undefined) return known;
  const parts = operation.path
    .split('/')
    .map((part) => (part.startsWith('{') ? '([^/]+)' : part.replaceAll('.', '\\.')));
  const expression = new RegExp(`${parts.join('/')}$`);
  expressions.set(operation, expression);
  return expression;
}

/** The values of the path parameters. */
export function pathInputs(operation: Operation, path: string): Readonly<Record<string, string>> {
  const values = expressionOf(operation).exec(path)?.slice(1) ?? [];
  return Object.fromEntries(pathNames(operation.path).map((name, index) => [name, decoded(values[index] ?? '')]));
}

/** The path parameters of a sent request; none where it belongs to no operation. */
export function sentPath(api: ApiModel, { call }: Exchange): Readonly<Record<string, string>> {
  if (call.kind !== 'http' || call.operation === null) return {};
  return pathInputs(operationOf(api, call.operation), call.path.split('?')[0] ?? '');
}

/** A successful answer, and its operation; null for anything else. */
export function answerIn(api: ApiModel, exchange: Exchange) {
  const { call, outcome } = exchange;
  if (call.kind !== 'http' || call.operation === null || outcome.kind !== 'answer' || !isSuccess(exchange)) return null;
  return { operation: operationOf(api, call.operation), answer: outcome };
}

/** The headers that an operation documents, with the names of the document; a request has them in small letters. */
export function documentedHeaders(
  { parameters }: Operation,
  headers: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const named = parameters.flatMap(({ in: place, name }) => {
    const value = headers[name.toLowerCase()];
    return place !== 'header' || value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(named);
}

/** The operation of a request; the one with the most fixed parts where several match. */
export function operationFor({ operations }: ApiModel, method: string, path: string): Operation | undefined {
  const fixed = ({ path: template }: Operation) => template.split('/').filter((part) => !part.startsWith('{')).length;
  return operations
    .filter((operation) => operation.method === method && expressionOf(operation).test(path))
    .toSorted((left, right) => fixed(right) - fixed(left))[0];
}

/** The path with other values of some of its parameters; the prefix of the operation's own path is kept. */
export function withPathInputs(
  { path: template }: Operation,
  path: string,
  inputs: Readonly<Record<string, string>>,
): string {
  const [parts, own] = [template.split('/'), path.split('/')];
  const shift = own.length - parts.length;
  return own
    .map((part, place) => {
      const name = /^\{(.+)\}$/.exec(parts[place - shift] ?? '')?.[1];
      const value = name === undefined ? undefined : inputs[name];
      return value === undefined ? part : encodeURIComponent(value);
    })
    .join('/');
}

/** The value of a parameter in a request: from its path, or from its query; null where it has none. */
export function namedIn(
  operation: Operation,
  url: { readonly path: string; readonly query: URLSearchParams },
  name: string,
) {
  const value = operation.path.includes(`{${name}}`) ? pathInputs(operation, url.path)[name] : url.query.get(name);
  return value === undefined || value === '' ? null : value;
}
