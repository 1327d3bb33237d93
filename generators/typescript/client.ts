/** Writes the typed client of a service. */
import type { OpenApiDocument, ServiceName } from '../openapi/document.ts';
import { operationsOf } from '../openapi/document.ts';
import { header } from './text.ts';

/** @returns the text of `client.ts` */
export function writeClient(service: ServiceName, document: OpenApiDocument): string {
  const [first] = operationsOf(document);
  const call = first === undefined ? '' : `client.${first.method.toUpperCase()}('${first.path}')`;
  return `${header}import createFetchClient, { type ClientOptions as FetchOptions, type Client as FetchClient } from 'openapi-fetch';
import type { paths } from './schema.ts';

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
