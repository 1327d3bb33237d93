/** Builds valid requests for every operation from the examples in its document. */
import type {
  MediaType,
  OpenApiDocument,
  ParameterObject,
  PlacedOperation,
} from '@wallet-services/generators/document';
import { operationsOf, resolved } from '@wallet-services/generators/document';

/** A request that is valid by its document. */
export interface SampleRequest {
  /** Distinguishes it from the operation's other requests. */
  readonly name: string;
  readonly method: string;
  /** Path and query, encoded. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent unchanged, instead of a JSON body. */
  readonly text?: string;
}

/** An operation with its requests. */
export interface Sampled extends PlacedOperation {
  readonly requests: readonly [SampleRequest, ...SampleRequest[]];
}

/**
 * The operations of a document with their requests: one with required parts only, one with every parameter that has an
 * example, and one for each named example, with the parameters and the body of that name.
 */
export function sampledOperations(document: OpenApiDocument): Sampled[] {
  return operationsOf(document).map((placed) => ({ ...placed, requests: requestsOf(document, placed) }));
}

function requestsOf(document: OpenApiDocument, placed: PlacedOperation): Sampled['requests'] {
  const { parameters = [], requestBody } = placed.operation;
  const media = requestBody?.content['application/json'];
  const carriers = media === undefined ? parameters : [...parameters, media];
  const names = new Set(carriers.flatMap((carrier) => Object.keys(examplesIn(carrier) ?? {})));
  const required = parameters.filter((parameter) => parameter.required === true);
  const isShown = (parameter: ParameterObject) => findExample(document, parameter, '') !== undefined;
  return [
    request(document, placed, 'what is required', required, media),
    request(document, placed, 'every parameter', parameters.filter(isShown), media),
    ...[...names].map((name) => {
      const meant = parameters.filter((parameter) => parameter.required || examplesIn(parameter)?.[name] !== undefined);
      return request(document, placed, name, meant, media);
    }),
  ];
}

function request(
  document: OpenApiDocument,
  { path, method, operation }: PlacedOperation,
  name: string,
  parameters: readonly ParameterObject[],
  media: MediaType | undefined,
): SampleRequest {
  const query = new URLSearchParams();
  const headers: Record<string, string> = credentials(document, operation.security ?? []);
  let filled = path;
  for (const parameter of parameters) {
    const value = String(shownIn(document, parameter, name));
    if (parameter.in === 'path') filled = filled.replace(`{${parameter.name}}`, encodeURIComponent(value));
    else if (parameter.in === 'query') query.set(parameter.name, value);
    else headers[parameter.name] = value;
  }
  const target = query.size === 0 ? filled : `${filled}?${query}`;
  if (media === undefined) return { name, method, target, headers };
  headers['Content-Type'] = 'application/json';
  return { name, method, target, headers, body: shownIn(document, media, name) };
}

type Carrier = Pick<MediaType, 'schema'> & { readonly example?: unknown; readonly examples?: unknown };

function examplesIn({ examples }: Carrier): Readonly<Record<string, { readonly value: unknown }>> | undefined {
  return examples as Readonly<Record<string, { readonly value: unknown }>> | undefined;
}

function shownIn(document: OpenApiDocument, carrier: Carrier, name: string): unknown {
  const example = findExample(document, carrier, name);
  if (example === undefined) throw new Error(`${document.info.title}: no example for ${JSON.stringify(carrier)}`);
  return example;
}

/** The example with that name, else the first one, else one of the schema's; undefined without any. */
function findExample(document: OpenApiDocument, carrier: Carrier, name: string): unknown {
  if (carrier.example !== undefined) return carrier.example;
  const examples = examplesIn(carrier);
  const example = examples?.[name] ?? Object.values(examples ?? {})[0];
  if (example !== undefined) return example.value;
  const schema = resolved(document, carrier.schema);
  const known = [schema['examples'], schema.enum].find((list) => Array.isArray(list) && list.length > 0);
  return Array.isArray(known) ? known[0] : undefined;
}

function credentials(document: OpenApiDocument, security: readonly object[]): Record<string, string> {
  const alternative = security.find((schemes) => Object.keys(schemes).length > 0) ?? {};
  const headers: Record<string, string> = {};
  for (const name of Object.keys(alternative)) {
    const scheme = document.components.securitySchemes?.[name];
    if (scheme?.name === undefined) headers['Authorization'] = 'Bearer sandbox-token';
    else headers[scheme.name] = 'sandbox-key';
  }
  return headers;
}
