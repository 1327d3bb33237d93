/** Converts the inputs of an operation into the request that carries them. */

import type { Operation } from './document/api.ts';
import { encoded } from './document/bodies.ts';
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
  /** Sent instead of the JSON of the input's body. */
  readonly rawBody?: { readonly contentType: string; readonly text: string };
  /** The request may be rejected, but no correct server fails on it. Default: whether it is valid. */
  readonly isSound?: boolean;
  /** The numbers in the answer change meanwhile: the caller judges their order. Default: false. */
  readonly isMoving?: boolean;
  /** The wait before it is sent, in milliseconds. Default: 0. */
  readonly pauseMs?: number;
  /** Whether it is sent again where the server limits its rate, or is away for a moment. Default: true. */
  readonly patient?: boolean;
}

function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

function queryText(values: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(values).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** The request of an operation with the given inputs. By default it is valid, with the target's credentials. */
export function callOf(operation: Operation, input: Input, options: CallOptions): HttpCall {
  const { schemes, rawBody, intent = 'valid', credentials = 'given', ...rest } = options;
  const { mediaType = 'application/json', files } = operation.body ?? {};
  const body = input.body === undefined ? null : encoded(mediaType, input.body, files);
  return {
    kind: 'http',
    ...rest,
    operation: operation.id,
    schemes: schemes ?? [...new Set(operation.security.flat())],
    method: operation.method,
    path: `${fill(operation.path, input.path)}${queryText(input.query)}`,
    headers: input.headers,
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
