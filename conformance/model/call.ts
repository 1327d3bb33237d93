/** Converts the inputs of an operation into the request that carries them. */

import { randomUUID } from 'node:crypto';
import type { Operation, Parameter } from './document/api.ts';
import { encoded } from './document/bodies.ts';
import { headerTextOf, queryOf, type Style, segmentOf } from './document/styles.ts';
import type { Call, CredentialUse, HttpCall, Intent } from './exchange.ts';
import type { Input } from './input.ts';

export interface CallOptions {
  readonly label: string;
  /** The input that the request is about: `body/amount`, or `*` where every input is sent. Absent: none is. */
  readonly place?: string;
  readonly intent?: Intent;
  readonly credentials?: CredentialUse;
  /** Security schemes of the credentials to send. Default: all that the operation may use. */
  readonly schemes?: readonly string[];
  /** Credentials by security scheme that are sent in place of the target's. */
  readonly presented?: Readonly<Record<string, string>>;
  /** A body that is sent instead of the JSON of the input's body. */
  readonly rawBody?: { readonly contentType: string; readonly text: string };
  /** The request may be rejected, but no correct server fails on it. Default: whether it is valid. */
  readonly isSound?: boolean;
  /** The numbers in the response may still be changing, so the caller judges their order. Default: false. */
  readonly isMoving?: boolean;
  /** The wait before it is sent, in milliseconds. Default: 0. */
  readonly pauseMs?: number;
  /** Whether it is sent again where the server limits its rate, or is away for a moment. Default: true. */
  readonly patient?: boolean;
}

function styleIn({ parameters }: Operation, place: Parameter['in'], name: string): Style | undefined {
  return parameters.find((one) => one.in === place && one.name === name)?.style;
}

function fill(operation: Operation, values: Readonly<Record<string, string>>): string {
  return operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
    segmentOf(name, values[name] ?? '', styleIn(operation, 'path', name)),
  );
}

function queryText(operation: Operation, values: Readonly<Record<string, string>>): string {
  const written = Object.entries(values).map(([name, value]) =>
    queryOf(name, value, styleIn(operation, 'query', name)),
  );
  const pairs = written.filter((pair) => pair !== '');
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** A header by which a server knows a repeated request. */
const KEY = /^(x-)?idempotency-?key$/i;

/** The headers, with another key in each request where the input only has the example of the document. */
function withOwnKey({ parameters }: Operation, headers: Input['headers']): Input['headers'] {
  const known = parameters.find((one) => one.in === 'header' && KEY.test(one.name));
  if (known === undefined || headers[known.name] !== String(known.example)) return headers;
  return { ...headers, [known.name]: randomUUID() };
}

function written(operation: Operation, headers: Input['headers']): Input['headers'] {
  const entries = Object.entries(headers);
  return Object.fromEntries(
    entries.map(([name, text]) => [name, headerTextOf(text, styleIn(operation, 'header', name))]),
  );
}

/** The request of an operation with the given inputs. By default it is valid, with the target's credentials. */
export function callOf(operation: Operation, input: Input, options: CallOptions): HttpCall {
  const { schemes, rawBody, intent = 'valid', credentials = 'given', ...rest } = options;
  const { mediaType = 'application/json', files, types } = operation.body ?? {};
  const body = input.body === undefined ? null : encoded(mediaType, input.body, files, types);
  return {
    kind: 'http',
    ...rest,
    operation: operation.id,
    schemes: schemes ?? [...new Set(operation.security.flat())],
    method: operation.method,
    path: `${fill(operation, input.path)}${queryText(operation, input.query)}`,
    headers: written(operation, withOwnKey(operation, input.headers)),
    body: rawBody ?? body,
    intent,
    credentials,
  };
}

/** A GET of a path that the document does not have. */
export function strayCall(path: string, label: string): HttpCall {
  return {
    kind: 'http',
    label,
    operation: null,
    schemes: [],
    method: 'GET',
    path,
    headers: {},
    body: null,
    intent: 'open',
    credentials: 'given',
  };
}

/** Whether a call may change the server's data. */
export function changes(call: Call): boolean {
  return call.kind === 'rpc' ? call.method === 'PayRequest' : !['GET', 'HEAD', 'OPTIONS'].includes(call.method);
}
