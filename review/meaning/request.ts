/** Builds a curl command for an operation from its path, parameters and examples. */
import { METHODS } from '../http/operations.ts';
import { arrayOf, asText, isObject, type JsonObject, objectOf, segmentsOf, valueAt } from '../json.ts';

/** An operation of a document. */
export interface Called {
  readonly method: string;
  readonly path: string;
  readonly operation: JsonObject;
  /** Parameters that its path shares. */
  readonly shared: readonly unknown[];
}

/** The operations of a document. */
export function callsOf(document: JsonObject): readonly Called[] {
  return Object.entries(objectOf(document['paths'])).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = objectOf(item)[method];
      return isObject(operation) ? [{ method, path, operation, shared: arrayOf(objectOf(item)['parameters']) }] : [];
    }),
  );
}

/**
 * Builds the command.
 *
 * @param mentioned optional parameters that it must contain if the document has a value for them
 * @returns null when the document has no value for a required part
 */
export function curlOf(document: JsonObject, called: Called, mentioned: ReadonlySet<string>): string | null {
  const parts = partsOf(document, called, mentioned);
  const body = bodyOf(document, called.operation);
  if (parts === undefined || body === undefined) return null;
  const credentials = credentialsOf(document, called.operation);
  const query = [...parts.query, ...credentials.query];
  const address = `${baseOf(document, called.operation)}${parts.path}${query.length === 0 ? '' : `?${query.join('&')}`}`;
  const method = called.method === 'get' ? [] : called.method === 'head' ? ['-I'] : ['-X', called.method.toUpperCase()];
  const headers = [...parts.headers.map(quoted), ...credentials.headers].flatMap((header) => ['-H', header]);
  return ['curl', '-i', ...method, quotedAddress(address), ...headers, ...credentials.user, ...body].join(' ');
}

/** Quotes text for a shell in single quotes. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Quotes text with shell variables, which are for the reader to set; anything else that a shell would read is escaped. */
function quotedWith(text: string): string {
  return `"${text.replaceAll(/[\\"`]|\$(?!(?:URL|KEY)(?!\w))/g, '\\$&')}"`;
}

/** Quotes an address. */
function quotedAddress(address: string): string {
  return address.includes('$') ? quotedWith(address) : quoted(address);
}

interface Parts {
  readonly path: string;
  readonly query: readonly string[];
  readonly headers: readonly string[];
}

function partsOf(document: JsonObject, called: Called, mentioned: ReadonlySet<string>): Parts | undefined {
  const written = [...called.shared, ...arrayOf(called.operation['parameters'])].map((one) => resolved(document, one));
  const parameters = new Map(written.map((one) => [`${asText(one['in'])} ${asText(one['name'])}`, one]));
  let { path } = called;
  const query: string[] = [];
  const headers: string[] = [];
  for (const parameter of parameters.values()) {
    const { name, in: place, required } = parameter;
    if (required !== true && place !== 'path' && !mentioned.has(asText(name))) continue;
    const value = exampleOf(document, parameter);
    if (value === undefined && required !== true && place !== 'path') continue;
    if (value === undefined || typeof value === 'object') return undefined;
    const text = encodeURIComponent(asText(value));
    if (place === 'path') path = path.replaceAll(`{${asText(name)}}`, text);
    else if (place === 'query') query.push(`${encodeURIComponent(asText(name))}=${text}`);
    else if (place === 'header') headers.push(`${asText(name)}: ${asText(value)}`);
    else if (place === 'cookie') headers.push(`Cookie: ${asText(name)}=${text}`);
  }
  return path.includes('{') ? undefined : { path, query, headers };
}

function resolved(document: JsonObject, node: unknown): JsonObject {
  const reference = objectOf(node)['$ref'];
  return objectOf(typeof reference === 'string' ? valueAt(document, segmentsOf(reference)) : node);
}

/** A parameter of an operation with its schema resolved; undefined when it does not exist. */
export function parameterOf(document: JsonObject, operationId: string, name: string): JsonObject | undefined {
  const called = callsOf(document).find(({ operation }) => operation['operationId'] === operationId);
  const all = [...arrayOf(called?.operation['parameters']), ...(called?.shared ?? [])];
  const parameter = all.map((one) => resolved(document, one)).find((one) => one['name'] === name);
  return parameter === undefined ? undefined : { ...parameter, schema: resolved(document, parameter['schema']) };
}

/** The schema of a parameter; empty when it has none. */
export function parameterSchema(document: JsonObject, operationId: string, name: string): JsonObject {
  return objectOf(parameterOf(document, operationId, name)?.['schema']);
}

/** The first example of a parameter, a body or a schema. */
function exampleOf(document: JsonObject, node: JsonObject): unknown {
  const named = Object.values(objectOf(node['examples'])).map((one) => resolved(document, one)['value']);
  const schema = resolved(document, node['schema']);
  const branch = resolved(document, arrayOf(schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf'])[0]);
  const own = [schema, branch].flatMap((one) => [
    one['example'],
    arrayOf(one['examples'])[0],
    one['default'],
    one['const'],
    arrayOf(one['enum'])[0],
  ]);
  return [node['example'], ...named, ...own].find((value) => value !== undefined && value !== '');
}

/** The arguments for the body; undefined when a body is required and has no example. */
function bodyOf(document: JsonObject, operation: JsonObject): readonly string[] | undefined {
  const body = resolved(document, operation['requestBody']);
  const content = Object.entries(objectOf(body['content']));
  const [type, media] = content.find(([name]) => name.includes('json')) ?? content[0] ?? [];
  if (type === undefined) return [];
  const value = exampleOf(document, objectOf(media));
  if (value === undefined || !type.includes('json')) return body['required'] === true ? undefined : [];
  return ['-H', quoted(`Content-Type: ${type}`), '-d', quoted(JSON.stringify(value))];
}

function baseOf(document: JsonObject, operation: JsonObject): string {
  const server = objectOf(arrayOf(operation['servers'] ?? document['servers'])[0]);
  const url = asText(server['url'] ?? '').replaceAll(/\{([^}]*)\}/g, (whole, name: string) => {
    const value = objectOf(objectOf(server['variables'])[name])['default'];
    return typeof value === 'string' ? value : whole;
  });
  const address = url.replace(/\/$/, '');
  return /^https?:\/\//.test(address) ? address : `$URL${address}`;
}

interface Credentials {
  readonly headers: readonly string[];
  readonly query: readonly string[];
  readonly user: readonly string[];
}

/** The credentials: the first alternative that the operation allows, with shell variables for the secrets. */
function credentialsOf(document: JsonObject, operation: JsonObject): Credentials {
  const security = arrayOf(operation['security'] ?? document['security']);
  const schemes = objectOf(objectOf(document['components'])['securitySchemes']);
  const used = Object.keys(objectOf(security[0])).map((name) => resolved(document, schemes[name]));
  const headers: string[] = [];
  const query: string[] = [];
  const user: string[] = [];
  for (const { type, scheme, in: place, name } of used) {
    if (type === 'apiKey' && place === 'query') query.push(`${asText(name)}=$KEY`);
    else if (type === 'apiKey' && place === 'header') headers.push(quotedWith(`${asText(name)}: $KEY`));
    else if (type === 'apiKey') headers.push(quotedWith(`Cookie: ${asText(name)}=$KEY`));
    else if (type === 'http' && asText(scheme).toLowerCase() === 'basic') user.push('-u', '"$USER:$PASSWORD"');
    else headers.push('"Authorization: Bearer $TOKEN"');
  }
  return { headers, query, user };
}
