/** Tells of a request which operation it asks for, and what its path holds. */
import { type Exchange, isSuccess } from '../exchange.ts';
import { type ApiModel, type Operation, operationOf } from './api.ts';

/** Names of the parameters of a path. */
export function pathNames(path: string): readonly string[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
}

const expressions = new WeakMap<Operation, RegExp>();

/** How a path is told from others: its template as an expression, at the end of a path. */
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

/** The same of a request that was sent; none where it is of no operation. */
export function sentPath(api: ApiModel, { call }: Exchange): Readonly<Record<string, string>> {
  if (call.kind !== 'http' || call.operation === null) return {};
  return pathInputs(operationOf(api, call.operation), call.path.split('?')[0] ?? '');
}

/** A successful answer, and the operation that it is of; null of anything else. */
export function answerIn(api: ApiModel, exchange: Exchange) {
  const { call, outcome } = exchange;
  if (call.kind !== 'http' || call.operation === null || outcome.kind !== 'answer' || !isSuccess(exchange)) return null;
  return { operation: operationOf(api, call.operation), answer: outcome };
}

/** A part of an address as it is meant; one that is encoded wrongly as it stands. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The headers that an operation has, under the names of the document; a request has them in small letters. */
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

/** The operation of a request; the one with the most fixed parts where several fit. */
export function operationFor({ operations }: ApiModel, method: string, path: string): Operation | undefined {
  const fixed = ({ path: template }: Operation) => template.split('/').filter((part) => !part.startsWith('{')).length;
  return operations
    .filter((operation) => operation.method === method && expressionOf(operation).test(path))
    .toSorted((left, right) => fixed(right) - fixed(left))[0];
}

/** The path with other values of some of its parameters; what comes before the operation's own path stays. */
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

/** What a request names by a parameter: in its path, or in its query; null where it names nothing. */
export function namedIn(
  operation: Operation,
  url: { readonly path: string; readonly query: URLSearchParams },
  name: string,
) {
  const value = operation.path.includes(`{${name}}`) ? pathInputs(operation, url.path)[name] : url.query.get(name);
  return value === undefined || value === '' ? null : value;
}
