/** Writes the typed client of a service. */
import type { OpenApiDocument } from '../openapi/document.ts';
import { operationsOf } from '../openapi/document.ts';
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
