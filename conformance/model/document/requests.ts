/** Finds the operation of a request, and the values in its path. */
import { type Exchange, isSuccess } from '../exchange.ts';
import { type ApiModel, type Operation, operationOf, type Parameter } from './api.ts';
import type { OpenApiDocument } from './document.ts';
import { headerRead, isSpread, queryRead, type Style, segmentOf, segmentRead, spreadRead } from './styles.ts';

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

function styleIn({ parameters }: Operation, place: Parameter['in'], name: string): Style | undefined {
  return parameters.find((one) => one.in === place && one.name === name)?.style;
}

/** The values of the path parameters. */
export function pathInputs(operation: Operation, path: string): Readonly<Record<string, string>> {
  const values = expressionOf(operation).exec(path)?.slice(1) ?? [];
  const entries = pathNames(operation.path).map((name, index) => {
    return [name, segmentRead(name, values[index] ?? '', styleIn(operation, 'path', name))] as const;
  });
  return Object.fromEntries(entries);
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

/** The values of the documented headers, read by their styles. */
export function headerInputs(operation: Operation, headers: Readonly<Record<string, string | undefined>>) {
  const entries = Object.entries(documentedHeaders(operation, headers));
  return Object.fromEntries(
    entries.map(([name, text]) => [name, headerRead(text, styleIn(operation, 'header', name))]),
  );
}

/** The values of a query, those of the documented parameters read by their styles. */
export function queryInputs(
  document: OpenApiDocument,
  { parameters }: Operation,
  query: URLSearchParams,
): Readonly<Record<string, string>> {
  const own = parameters.filter(({ in: place }) => place === 'query');
  const names = own.map(({ name }) => name);
  const documented = own.flatMap(({ name, style, schema }) => {
    const text = isSpread(style) ? spreadRead(document, query, name, schema, names) : queryRead(query, name, style);
    return text === null ? [] : [[name, text] as const];
  });
  return { ...Object.fromEntries(query), ...Object.fromEntries(documented) };
}

/** The operation of a request; the one with the most fixed parts where several match. */
export function operationFor({ operations }: ApiModel, method: string, path: string): Operation | undefined {
  const fixed = ({ path: template }: Operation) => template.split('/').filter((part) => !part.startsWith('{')).length;
  return operations
    .filter((operation) => operation.method === method && expressionOf(operation).test(path))
    .toSorted((left, right) => fixed(right) - fixed(left))[0];
}

/** The path with other values of some of its parameters; the prefix of the operation's own path is kept. */
export function withPathInputs(operation: Operation, path: string, inputs: Readonly<Record<string, string>>): string {
  const [parts, own] = [operation.path.split('/'), path.split('/')];
  const shift = own.length - parts.length;
  return own
    .map((part, place) => {
      const name = /^\{(.+)\}$/.exec(parts[place - shift] ?? '')?.[1];
      const value = name === undefined ? undefined : inputs[name];
      if (name === undefined || value === undefined) return part;
      return segmentOf(name, value, styleIn(operation, 'path', name));
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
