/** One request for each operation, from its first example: the collections of all tools are made of these. */
import type {
  MediaType,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  PlacedOperation,
} from '../openapi/document.ts';
import { operationsOf, resolved } from '../openapi/document.ts';

export interface ExampleRequest {
  readonly operationId: string;
  readonly name: string;
  readonly folder: string;
  readonly description: string;
  readonly method: string;
  /** Below the base address, with the values of the example. */
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

function requestOf(document: OpenApiDocument, { path, method, operation }: PlacedOperation): ExampleRequest {
  const example = Object.keys(operation.responses['200']?.content?.['application/json']?.examples ?? {})[0] ?? '';
  const sent = (operation.parameters ?? []).flatMap((parameter) => {
    const value = shownValue(document, parameter, example);
    return value === undefined ? [] : [{ ...parameter, value: String(value) }];
  });
  const within = (place: string) =>
    sent.filter((parameter) => parameter.in === place).map(({ name, value }) => [name, value] as const);
  const media = operation.requestBody?.content['application/json'];
  const body = media === undefined ? null : JSON.stringify(bodyOf(media, example), null, 2);
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

/** The values of the example; a required parameter that it does not have takes the value of another example. */
function shownValue(document: OpenApiDocument, parameter: ParameterObject, example: string): unknown {
  const shown: Readonly<Record<string, { value: unknown }>> = Object(parameter['examples']);
  const alone: unknown = parameter['example'];
  if (shown[example] !== undefined || alone !== undefined) return shown[example]?.value ?? alone;
  if (parameter.required !== true) return undefined;
  const [first] = Object.values(shown);
  const { examples, example: one } = resolved(document, parameter.schema);
  return first?.value ?? (Array.isArray(examples) ? examples[0] : one);
}

/** Tokens in a body are credentials, and become variables as well. */
function bodyOf({ examples = {}, example }: MediaType, name: string): unknown {
  const shown = examples[name]?.value ?? Object.values(examples)[0]?.value ?? example;
  return Object.fromEntries(
    Object.entries(Object(shown)).map(([member, value]) => [member, /token$/.test(member) ? `{{${member}}}` : value]),
  );
}

/** When no credential is needed, none is sent. */
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
