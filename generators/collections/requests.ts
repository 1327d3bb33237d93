/** One request for each operation, from its first example, for the collections of all tools. */
import type { OpenApiDocument, OperationObject, PlacedOperation } from '../openapi/document.ts';
import { operationsOf } from '../openapi/document.ts';
import { exampleOf } from '../openapi/example.ts';

export interface ExampleRequest {
  readonly operationId: string;
  readonly name: string;
  readonly folder: string;
  readonly description: string;
  readonly method: string;
  /** The path below the base address, with the values of the example. */
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  /** Credentials are variables, `{{AccessToken}}`. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** JSON, or null. */
  readonly body: string | null;
}

/** The requests of a service, in the order of its document. */
export function requestsOf(document: OpenApiDocument): readonly ExampleRequest[] {
  return operationsOf(document).map((placed) => requestOf(document, placed));
}

/** The variables of a service's credentials: the names of the security schemes that its requests send. */
export function credentialsOf(requests: readonly ExampleRequest[]): readonly string[] {
  const texts = requests.flatMap(({ headers, body }) => [...headers.map(([, value]) => value), body ?? '']);
  return [...new Set(texts.flatMap((text) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name)))];
}

function requestOf(document: OpenApiDocument, placed: PlacedOperation): ExampleRequest {
  const { path, method, operation } = placed;
  const { parameters, body: value } = exampleOf(document, placed);
  const within = (place: string) =>
    parameters.filter((parameter) => parameter.in === place).map(({ name, value }) => [name, String(value)] as const);
  const body = value === undefined ? null : JSON.stringify(withVariables(value), null, 2);
  return {
    operationId: operation.operationId,
    name: operation.summary ?? operation.operationId,
    folder: operation.tags?.[0] ?? '',
    description: operation.description ?? '',
    method: method.toUpperCase(),
    path: within('path').reduce((at, [name, value]) => at.replace(`{${name}}`, encodeURIComponent(value)), path),
    query: within('query'),
    headers: [
      ...within('header'),
      ...credentials(document, operation),
      ...(body === null ? [] : [['Content-Type', 'application/json'] as const]),
    ],
    body,
  };
}

/** Tokens in a body are credentials, and become variables as well. */
function withVariables(body: unknown): object {
  return Object.fromEntries(
    Object.entries(Object(body)).map(([member, value]) => [member, /token$/.test(member) ? `{{${member}}}` : value]),
  );
}

/** The credentials to send: none if none is needed. */
function credentials(
  document: OpenApiDocument,
  { security = [] }: OperationObject,
): readonly (readonly [string, string])[] {
  const [first = {}] = security;
  if (security.some((schemes) => Object.keys(schemes).length === 0)) return [];
  return Object.keys(first).map((name) => {
    const scheme = document.components.securitySchemes?.[name];
    return scheme?.name === undefined ? ['Authorization', `Bearer {{${name}}}`] : [scheme.name, `{{${name}}}`];
  });
}
