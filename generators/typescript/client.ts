/** Writes the typed client of a service. */
import type { OpenApiDocument } from '../openapi/document.ts';
import { operationsOf, resolved, type Schema } from '../openapi/document.ts';
import { header, literal } from './text.ts';

/** Which operations take which credential, by security scheme. */
function credentialsOf(document: OpenApiDocument): Record<string, string[]> {
  const taken: Record<string, string[]> = {};
  for (const { method, path, operation } of operationsOf(document)) {
    for (const scheme of new Set((operation.security ?? []).flatMap(Object.keys))) {
      taken[scheme] = [...(taken[scheme] ?? []), `${method.toUpperCase()} ${path}`];
    }
  }
  return taken;
}

/** Whether a schema allows null: that of any value, too. */
function isNullable({ type, anyOf, properties, $ref, ...rest }: Schema): boolean {
  if (anyOf !== undefined) return anyOf.some(isNullable);
  return (
    type === 'null' || (type === undefined && $ref === undefined && properties === undefined && !('allOf' in rest))
  );
}

/** `GET /a`, where the documents allow any response, or null. */
function nullablesOf(document: OpenApiDocument): string[] {
  return operationsOf(document).flatMap(({ method, path, operation }) => {
    const schema = operation.responses?.['200']?.content?.['application/json']?.schema;
    const target = schema === undefined ? undefined : resolved(document, schema);
    return target !== undefined && isNullable(target) ? [`${method.toUpperCase()} ${path}`] : [];
  });
}

/** @returns the text of `client.ts` */
export function writeClient(service: string, document: OpenApiDocument): string {
  const [first] = operationsOf(document);
  const call = first === undefined ? '' : `client.${first.method.toUpperCase()}('${first.path}')`;
  return `${header}import createFetchClient, { type ClientOptions as FetchOptions, type Client as FetchClient } from 'openapi-fetch';
import type { paths } from './schema.ts';

export { securitySchemes } from './operations.ts';
export type { paths };

/** Which operations take which credential, by security scheme: whether they need it or only may have it. */
export const credentials = ${literal(credentialsOf(document))} as const;

/** Operations whose success may be null. */
export const nullable: readonly string[] = ${literal(nullablesOf(document))};

/** A client of the ${service} service: paths, inputs, answers and refusals are typed. */
export type Client = FetchClient<paths>;

/** \`baseUrl\` is the address before the paths; \`headers\`, \`fetch\` and the rest are openapi-fetch's. */
export type ClientOptions = FetchOptions & { baseUrl: string };

/**
 * Makes a client of the ${service} service.
 *
 * @example
 * const client = createClient({ baseUrl: 'http://127.0.0.1:4000/${service}' });
 * const { data, error } = await ${call};
 */
export function createClient(options: ClientOptions): Client {
  return createFetchClient<paths>(options);
}
`;
}
