/** Writes the typed client of a service. */
import {
  type OpenApiDocument,
  operationsOf,
  type PlacedOperation,
  resolved,
  type Schema,
} from '../openapi/document.ts';
import { exampleOf } from '../openapi/example.ts';
import { header, literal } from './text.ts';

/** The operations that take each credential, by security scheme. */
function credentialsOf(document: OpenApiDocument): Record<string, string[]> {
  const taken: Record<string, string[]> = {};
  for (const { method, path, operation } of operationsOf(document)) {
    for (const scheme of new Set((operation.security ?? []).flatMap(Object.keys))) {
      taken[scheme] = [...(taken[scheme] ?? []), `${method.toUpperCase()} ${path}`];
    }
  }
  return taken;
}

/** Whether a schema allows any value. */
function isOpen({ type, anyOf, properties, $ref, ...rest }: Schema): boolean {
  return [type, anyOf, properties, $ref].every((keyword) => keyword === undefined) && !('allOf' in rest);
}

/** The schemas of the successes, by call: `GET /a`. */
function successesOf(document: OpenApiDocument): (readonly [call: string, schema: Schema])[] {
  return operationsOf(document).flatMap(({ method, path, operation }) => {
    const schema = operation.responses?.['200']?.content?.['application/json']?.schema;
    return schema === undefined ? [] : [[`${method.toUpperCase()} ${path}`, schema] as const];
  });
}

/** The paths of the lists in a value of a schema: names, `*` for any item. */
function listsOf(
  document: OpenApiDocument,
  schema: Schema,
  names: readonly string[],
  inside: ReadonlySet<Schema>,
): string[] {
  const target = resolved(document, schema);
  const { properties, items, prefixItems, anyOf, type } = target;
  if (inside.has(target)) return [];
  const within = new Set([...inside, target]);
  return [
    ...(type === 'array' && prefixItems === undefined ? [names.join('.')] : []),
    ...(anyOf ?? []).flatMap((branch) => listsOf(document, branch, names, within)),
    ...Object.entries(properties ?? {}).flatMap(([name, member]) =>
      listsOf(document, member, [...names, name], within),
    ),
    ...(items === undefined ? [] : listsOf(document, items, [...names, '*'], within)),
  ];
}

/** The shortest call that the examples of the document make, without effects if possible. */
function shortestCall(document: OpenApiDocument): string {
  const all = operationsOf(document);
  const reading = all.filter(({ method }) => method === 'get');
  const calls = (reading.length > 0 ? reading : all).map((placed) => callOf(document, placed));
  return calls.reduce((one, other) => (other.length < one.length ? other : one));
}

function callOf(document: OpenApiDocument, placed: PlacedOperation): string {
  const { parameters, body } = exampleOf(document, placed);
  const params = Object.groupBy(parameters, (parameter) => parameter.in);
  const inputs = Object.entries(params).map(([place, given]) => [
    place,
    Object.fromEntries(given.map(({ name, value }) => [name, value])),
  ]);
  const options = {
    params: inputs.length === 0 ? undefined : Object.fromEntries(inputs),
    body,
  };
  const given = inputs.length === 0 && body === undefined ? '' : `, ${literal(options)}`;
  return `client.${placed.method.toUpperCase()}('${placed.path}'${given})`;
}

/** @returns the text of `client.ts` */
export function writeClient(service: string, document: OpenApiDocument): string {
  const successes = successesOf(document);
  const open = successes.filter(([, schema]) => isOpen(resolved(document, schema))).map(([call]) => call);
  const lists = successes.flatMap(([call, schema]) => {
    const found = [...new Set(listsOf(document, schema, [], new Set()))];
    return found.length === 0 ? [] : [[call, found] as const];
  });
  const call = shortestCall(document);
  return `${header}import createFetchClient, { type ClientOptions as FetchOptions, type Client as FetchClient } from 'openapi-fetch';
import type { paths } from './schema.ts';

export { securitySchemes } from './operations.ts';
export type { paths };

/** Which operations take which credential, by security scheme: whether they need it or only may have it. */
export const credentials = ${literal(credentialsOf(document))} as const;

/** Operations whose success is any JSON. */
export const open: readonly string[] = ${literal(open)};

/** Where the successes have lists: the names that lead there, \`*\` for any item. A list that is null is read as empty. */
export const lists: Readonly<Record<string, readonly string[]>> = ${literal(Object.fromEntries(lists))};

/** A client of the ${service} service: paths, inputs, answers and refusals are typed. */
export type Client = FetchClient<paths>;

/** \`baseUrl\` is the address before the paths; \`headers\`, \`fetch\` and the rest are openapi-fetch's. */
export type ClientOptions = FetchOptions & { baseUrl: string };

/**
 * Makes a client of the ${service} service.
 *
 * @example
 * const client = createClient({ baseUrl: 'http://127.0.0.1:4000/${service}' });
 * const { data, error } = await ${call.replaceAll('\n', '\n * ')};
 */
export function createClient(options: ClientOptions): Client {
  return createFetchClient<paths>(options);
}
`;
}
