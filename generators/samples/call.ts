/** The call of a sample: an operation with the values of its first example. */
import type { OpenApiDocument, PlacedOperation } from '../openapi/document.ts';
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
  /** The values in the path, in its order. */
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

/** Headers that an option of the client sends. */
const SITE = { id: 'X-COMMENT-SITE-ID', slug: 'X-COMMENT-SITE-SLUG' };

/** `createdAt` and `X-A` as `created_at` and `x_a`. */
export function snake(name: string): string {
  return name
    .replaceAll('-', '_')
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
    .toLowerCase();
}

export function camel(name: string): string {
  return snake(name).replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

export function pascal(name: string): string {
  return camel(name).replace(/^\w/, (letter) => letter.toUpperCase());
}

/** What stands for a credential: `token` as `YOUR_TOKEN`. */
export function placeholder(credential: string): string {
  return `YOUR_${credential.toUpperCase()}`;
}

function credentialsOf(document: OpenApiDocument, { operation }: PlacedOperation): readonly string[] {
  const { security = [] } = operation;
  const needed = security.some((schemes) => Object.keys(schemes).length === 0) ? {} : (security[0] ?? {});
  return Object.keys(needed).map((scheme) =>
    document.components.securitySchemes?.[scheme]?.type === 'http' ? 'token' : snake(scheme),
  );
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
  const header = (name: string) => example.parameters.find((parameter) => parameter.name === name)?.value;
  const [id, slug] = [header(SITE.id), header(SITE.slug)];
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
