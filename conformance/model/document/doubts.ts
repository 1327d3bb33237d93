/** Finds parts of a document that are probably typing errors: their intended demands would not be checked. */

import { isObject, type JsonObject, objectsOf } from '../values/json.ts';
import { meantBy } from '../values/near.ts';
import { within } from '../values/pointer.ts';
import { everySchema, known as schemaKeywords } from '../values/strange.ts';
import type { OpenApiDocument } from './document.ts';

const ROOT = ['openapi', 'info', 'paths', 'components', 'security', 'servers', 'tags', 'webhooks', 'externalDocs'];
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];
const ITEM = [...METHODS, '$ref', 'summary', 'description', 'servers', 'parameters', 'additionalOperations'];
const OPERATION = ['tags', 'summary', 'description', 'externalDocs', 'operationId', 'parameters', 'requestBody'];
const ANSWERS = ['responses', 'callbacks', 'deprecated', 'security', 'servers'];
const PARAMETER = ['name', 'in', 'description', 'required', 'deprecated', 'allowEmptyValue', 'style', 'explode'];
const VALUES = ['allowReserved', 'schema', 'example', 'examples', 'content', '$ref'];
const BODY = ['description', 'content', 'required', '$ref'];
const MEDIA = ['schema', 'example', 'examples', 'encoding', 'itemSchema', 'prefixEncoding', 'itemEncoding'];
const RESPONSE = ['description', 'headers', 'content', 'links', 'summary', '$ref'];
/** Keywords of schemas that no parameter, header, body or response has itself. */
const DEMANDS = [...schemaKeywords].filter(
  (name) => !/^[$]/.test(name) && ![...PARAMETER, ...VALUES, ...BODY, ...RESPONSE].includes(name),
);
const PLACES = ['query', 'header', 'path', 'cookie', 'querystring'];
const EXTENSIONS = ['x-behaviour', 'x-unspecified', 'x-rules'];

const FORMATS = [
  'date-time',
  'date',
  'time',
  'duration',
  'email',
  'idn-email',
  'hostname',
  'idn-hostname',
  'ipv4',
  'ipv6',
  'uri',
  'uri-reference',
  'iri',
  'iri-reference',
  'uuid',
  'uri-template',
  'json-pointer',
  'relative-json-pointer',
  'regex',
  'int32',
  'int64',
  'float',
  'double',
  'byte',
  'binary',
  'password',
  'decimal',
  // After those that are meant more often.
  'int8',
  'int16',
  'uint8',
  'uint16',
  'uint32',
  'uint64',
];

const STATUS = /^([1-5](\d\d|XX)|default)$/i;

/** Members that an object should have spelt differently. */
function* misspelt(value: unknown, at: string, names: readonly string[]): Generator<string> {
  if (!isObject(value)) return;
  for (const name of Object.keys(value)) {
    const meant = meantBy(name, name.startsWith('x-') ? EXTENSIONS : names);
    if (meant !== undefined) yield `${at || 'the root'} has ${name}; is it ${meant}?`;
  }
}

/** Members that belong in another place: they are what OpenAPI 2.0 had here, and would demand nothing. */
function* misplaced(value: unknown, at: string, demands: readonly string[], place: string): Generator<string> {
  if (!isObject(value) || value['$ref'] !== undefined) return;
  for (const name of demands) if (value[name] !== undefined) yield `${at} has ${name}, which belongs in ${place}`;
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isObject(value) ? Object.entries(value) : [];
}

function* inContent(holder: unknown, at: string): Generator<string> {
  const content = isObject(holder) ? holder['content'] : undefined;
  for (const [type, media] of entriesOf(content)) yield* misspelt(media, within(`${at}/content`, type), MEDIA);
}

function* inParameters(parameters: unknown, at: string): Generator<string> {
  for (const [index, parameter] of objectsOf(parameters).entries()) {
    const place = `${at}/parameters/${index}`;
    yield* misspelt(parameter, place, [...PARAMETER, ...VALUES]);
    yield* misplaced(parameter, place, DEMANDS, 'schema');
    const { in: where, name, $ref } = parameter;
    if ($ref === undefined && typeof name !== 'string') {
      yield `${place} has the name ${JSON.stringify(name ?? null)}, which is no text`;
    }
    if ($ref === undefined && !PLACES.some((one) => one === where)) {
      yield `${place} is in ${JSON.stringify(where ?? null)}; a parameter is in path, query, header or cookie`;
    }
  }
}

function* inResponse(response: unknown, place: string): Generator<string> {
  yield* misspelt(response, place, RESPONSE);
  yield* misplaced(response, place, ['schema', ...DEMANDS], 'content');
  yield* inContent(response, place);
  const headers = isObject(response) ? response['headers'] : undefined;
  for (const [name, header] of entriesOf(headers)) {
    yield* misplaced(header, within(`${place}/headers`, name), DEMANDS, 'schema');
  }
}

function* inBody(body: unknown, place: string): Generator<string> {
  yield* misspelt(body, place, BODY);
  yield* misplaced(body, place, ['schema', ...DEMANDS], 'content');
  yield* inContent(body, place);
}

/** What operations refer to. */
function* inComponents({ components }: JsonObject): Generator<string> {
  const { responses, requestBodies, parameters } = isObject(components) ? components : {};
  const at = (kind: string, name: string) => within(`/components/${kind}`, name);
  for (const [name, one] of entriesOf(responses)) yield* inResponse(one, at('responses', name));
  for (const [name, one] of entriesOf(requestBodies)) yield* inBody(one, at('requestBodies', name));
  for (const [name, one] of entriesOf(parameters)) yield* misplaced(one, at('parameters', name), DEMANDS, 'schema');
}

function* inOperation(operation: JsonObject, at: string, schemes: JsonObject): Generator<string> {
  yield* misspelt(operation, at, [...OPERATION, ...ANSWERS]);
  yield* inParameters(operation['parameters'], at);
  yield* inBody(operation['requestBody'], `${at}/requestBody`);
  for (const [status, response] of entriesOf(operation['responses'])) {
    const place = within(`${at}/responses`, status);
    if (!STATUS.test(status) && !status.startsWith('x-')) yield `${place} is no status`;
    yield* inResponse(response, place);
  }
  for (const name of objectsOf(operation['security']).flatMap(Object.keys)) {
    if (schemes[name] === undefined) yield `${at}/security names ${name}, which is no security scheme of the document`;
  }
}

function* inPaths(document: JsonObject): Generator<string> {
  const components = isObject(document['components']) ? document['components'] : {};
  const schemes = isObject(components['securitySchemes']) ? components['securitySchemes'] : {};
  for (const [path, item] of entriesOf(document['paths'])) {
    const at = within('/paths', path);
    if (path.startsWith('x-')) continue;
    if (!path.startsWith('/')) yield `${at} does not begin with a slash`;
    yield* misspelt(item, at, ITEM);
    if (!isObject(item)) continue;
    yield* inParameters(item['parameters'], at);
    for (const method of METHODS) {
      const operation = item[method];
      if (isObject(operation)) yield* inOperation(operation, `${at}/${method}`, schemes);
    }
  }
}

/** JSON Schema 2020-12, also with what OpenAPI adds to it. */
const DIALECT = /^https:\/\/(json-schema\.org\/draft\/2020-12\/schema|spec\.openapis\.org\/oas\/3\.\d\/dialect\/.+)#?$/;

function* inDialect({ jsonSchemaDialect: dialect }: JsonObject): Generator<string> {
  if (dialect === undefined || (typeof dialect === 'string' && DIALECT.test(dialect))) return;
  yield `jsonSchemaDialect is ${JSON.stringify(dialect)}; the suite reads all schemas as JSON Schema 2020-12`;
}

function* inSchemas(document: OpenApiDocument): Generator<string> {
  for (const [pointer, schema] of everySchema(document)) {
    yield* misspelt(schema, pointer, [...schemaKeywords]);
    const { format } = schema;
    const meant = typeof format === 'string' ? meantBy(format, FORMATS) : undefined;
    if (meant !== undefined) yield `${pointer} has format ${JSON.stringify(format)}; is it ${meant}?`;
  }
}

/** The number of sentences that are listed; a document with more has another fault. */
const MOST = 20;

/**
 * One sentence for each part of a document that is probably a typing error, with its place.
 *
 * @param given the document as it was read
 * @param document the same, in the form that the suite uses
 */
export function doubtsIn(given: JsonObject, document: OpenApiDocument): readonly string[] {
  const found = [
    ...misspelt(given, '', ROOT),
    ...inDialect(given),
    ...inPaths(given),
    ...inComponents(given),
    ...inSchemas(document),
  ];
  const distinct = [...new Set(found)];
  return distinct.length <= MOST ? distinct : [...distinct.slice(0, MOST), `and ${distinct.length - MOST} more`];
}
