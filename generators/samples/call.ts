/** The call of a sample: an operation with the values of its first example. */
import { snakeCase } from 'change-case';
import type { OpenApiDocument, OperationObject, PlacedOperation } from '../openapi/document.ts';
import { exampleOf } from '../openapi/example.ts';
import { type Member, type Typed, typedValue } from './value.ts';

export interface SampleCall {
  readonly service: string;
  /** `Lending` */
  readonly title: string;
  readonly baseUrl: string;
  readonly operationId: string;
  readonly method: string;
  /** `/comments/{comment_id}` */
  readonly address: string;
  /** The values of the path parameters, in the order of the path. */
  readonly path: readonly Member[];
  readonly query: readonly Member[];
  /** Whether it has parameters besides those in the path, sent by this call or not. */
  readonly takesParameters: boolean;
  readonly body: Typed | undefined;
  /** The body, as JSON. */
  readonly json: unknown;
  /** The credentials that it needs, by the names of options: `token`, `app_id`. */
  readonly credentials: readonly string[];
  /** The site and the page on it, which an option of the client chooses for all calls. */
  readonly site: { readonly id: number; readonly slug: string } | undefined;
}

/** The placeholder for a credential: `YOUR_TOKEN` for `token`. */
export function placeholder(credential: string): string {
  return `YOUR_${credential.toUpperCase()}`;
}

function credentialsOf(document: OpenApiDocument, { operation }: PlacedOperation): readonly string[] {
  const { security = [] } = operation;
  const needed = security.some((schemes) => Object.keys(schemes).length === 0) ? {} : (security[0] ?? {});
  return Object.keys(needed).map((scheme) =>
    document.components.securitySchemes?.[scheme]?.type === 'http' ? 'token' : snakeCase(scheme),
  );
}

/** The headers that choose the subject of a call, such as a site: an option of the client sends them. */
function choosingHeaders({ 'x-behaviour': behaviours = [] }: OperationObject): readonly string[] {
  const choice = behaviours.find(({ family }) => family === 'chosen-by');
  return Array.isArray(choice?.['headers']) ? choice['headers'] : [];
}

/** The call of an operation. */
export function callOf(service: string, document: OpenApiDocument, placed: PlacedOperation): SampleCall {
  const { path, method, operation } = placed;
  const example = exampleOf(document, placed);
  const declared = operation.parameters ?? [];
  const given = (place: string): Member[] =>
    example.parameters.flatMap(({ name, in: where, value }) => {
      const parameter = declared.find((each) => each.in === where && each.name === name);
      if (where !== place || parameter === undefined) return [];
      return [{ name, required: parameter.required === true, value: typedValue(document, parameter.schema, value) }];
    });
  const [id, slug] = choosingHeaders(operation).map(
    (header) => example.parameters.find(({ name }) => name === header)?.value,
  );
  const content = operation.requestBody?.content['application/json'];
  return {
    service,
    title: document.info.title,
    baseUrl: document.servers?.[0]?.url ?? `https://api.example.org/${service}`,
    operationId: operation.operationId,
    method: method.toUpperCase(),
    address: path,
    path: given('path').sort((one, other) => path.indexOf(`{${one.name}}`) - path.indexOf(`{${other.name}}`)),
    query: given('query'),
    takesParameters: declared.some((parameter) => parameter.in !== 'path'),
    body: content && typedValue(document, content.schema, example.body),
    json: content && example.body,
    credentials: credentialsOf(document, placed),
    site: typeof id === 'number' ? { id, slug: String(slug) } : undefined,
  };
}
