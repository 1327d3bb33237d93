/**
 * Converts any OpenAPI 3.1 document into the form that the suite reads: parameters, bodies and answers are written out
 * where they are used, parameters of a path at each of its operations, an operationId and the security at each
 * operation. References to schemas stay.
 */

import { decoded } from '@wallet-services/kit/decoded';
import { isObject, type JsonObject } from '../values/json.ts';
import { valueAt } from '../values/pointer.ts';
import { methods, type OpenApiDocument } from './document.ts';
import { pathNames } from './requests.ts';

/** A reference may lead to another one, but not in a circle. */
const MOST_REFERENCES = 20;

/** The headers that OpenAPI ignores as parameters, since it describes them in other members. */
const OWN_HEADERS = new Set(['accept', 'content-type', 'authorization']);

/** What references lead to from a value; empty where that is not an object. */
export function follow(document: JsonObject, value: unknown): JsonObject {
  let target = value;
  for (let steps = 0; isObject(target) && typeof target['$ref'] === 'string' && steps < MOST_REFERENCES; steps += 1) {
    target = valueAt(document, decoded(target['$ref'].replace(/^#/, '')));
  }
  return isObject(target) ? target : {};
}

/** A path item with what it refers to, which has the other operations of the path. */
export function itemOf(document: JsonObject, given: unknown): JsonObject {
  let item = isObject(given) ? given : {};
  for (let steps = 0; typeof item['$ref'] === 'string' && steps < MOST_REFERENCES; steps += 1) {
    const { $ref, ...own } = item;
    const target = valueAt(document, decoded(`${$ref}`.replace(/^#/, '')));
    item = isObject(target) ? { ...own, ...target } : own;
  }
  return item;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isObject(value) ? Object.entries(value) : [];
}

/** The part with its named examples inlined; those outside the document are left out. */
function exemplified(document: JsonObject, place: JsonObject): JsonObject {
  const { examples, ...rest } = place;
  const named = entriesOf(examples)
    .map(([name, one]) => [name, follow(document, one)] as const)
    .filter(([, { value }]) => value !== undefined);
  return named.length === 0 ? rest : { ...rest, examples: Object.fromEntries(named) };
}

function contentIn(document: JsonObject, holder: JsonObject): JsonObject {
  if (!isObject(holder['content'])) return holder;
  const media = Object.entries(holder['content']).map(([type, one]) => [
    type,
    exemplified(document, follow(document, one)),
  ]);
  return { ...holder, content: Object.fromEntries(media) };
}

/** A response to HEAD has no body, whatever the document says (RFC 9110, 9.3.2). */
function responseIn(document: JsonObject, method: string, given: unknown): JsonObject {
  const response = contentIn(document, follow(document, given));
  if (method !== 'head') return response;
  const { content: _, ...others } = response;
  return others;
}

/** Ranges are written `4XX`, and the rest `default`, in any case of the letters. */
function statusOf(status: string): string {
  return /^default$/i.test(status) ? 'default' : status.toUpperCase();
}

/** A parameter that is described by a content has the schema of that content; one of a path is always required. */
function parameterIn(document: JsonObject, given: unknown): JsonObject {
  const written = exemplified(document, follow(document, given));
  const parameter = written['in'] === 'path' ? { ...written, required: true } : written;
  if (parameter['schema'] !== undefined) return parameter;
  const [form] = Object.values(isObject(parameter['content']) ? parameter['content'] : {});
  return { ...parameter, schema: isObject(form) && form['schema'] !== undefined ? form['schema'] : {} };
}

function isInput({ name, in: place }: JsonObject): boolean {
  if (typeof name !== 'string') return false;
  // Cookies are not an input of a request: they carry credentials.
  return place === 'path' || place === 'query' || (place === 'header' && !OWN_HEADERS.has(name.toLowerCase()));
}

/** The path parameters that a document does not describe. */
function undescribed(path: string, parameters: readonly JsonObject[]): readonly JsonObject[] {
  return pathNames(path)
    .filter((name) => !parameters.some((one) => one['in'] === 'path' && one['name'] === name))
    .map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
}

interface Place {
  readonly path: string;
  readonly method: string;
  /** Parameters of the path. */
  readonly shared: unknown;
  /** Servers of the path. */
  readonly servers: unknown;
  /** OperationIds that the document gives to several operations. */
  readonly ambiguous: ReadonlySet<unknown>;
}

function operationIn(document: JsonObject, { path, method, shared, servers, ambiguous }: Place, operation: JsonObject) {
  const own = listOf(operation['parameters']).map((one) => parameterIn(document, one));
  const isOwn = ({ name, in: place }: JsonObject) => own.some((one) => one['name'] === name && one['in'] === place);
  const inherited = listOf(shared)
    .map((one) => parameterIn(document, one))
    .filter((one) => !isOwn(one));
  const parameters = [...inherited, ...own].filter(isInput);
  const { operationId: id } = operation;
  const responses = entriesOf(operation['responses']);
  return {
    ...(servers === undefined ? {} : { servers }),
    ...operation,
    operationId: typeof id === 'string' && !ambiguous.has(id) ? id : `${method} ${path}`,
    parameters: [...undescribed(path, parameters), ...parameters],
    ...(operation['requestBody'] === undefined
      ? {}
      : { requestBody: contentIn(document, follow(document, operation['requestBody'])) }),
    responses: Object.fromEntries(
      responses.map(([status, response]) => [statusOf(status), responseIn(document, method, response)]),
    ),
    security: operation['security'] ?? document['security'] ?? [],
  };
}

type Written = readonly [path: string, operations: readonly (readonly [method: string, operation: JsonObject])[]];

/** The document, in the form that the suite reads. */
export function normalised(document: JsonObject): OpenApiDocument {
  const items = entriesOf(document['paths']).map(([path, item]) => [path, itemOf(document, item)] as const);
  const operations = items.flatMap(([, item]) =>
    methods.flatMap((method) => (isObject(item[method]) ? [item[method]] : [])),
  );
  const ids = operations.flatMap(({ operationId }) => (operationId === undefined ? [] : [operationId]));
  const ambiguous = new Set(ids.filter((id, index) => ids.indexOf(id) !== index));
  const written = items.map(([path, item]): Written => {
    const { parameters: shared, servers } = item;
    const own = methods.flatMap((method) => {
      const operation = item[method];
      return isObject(operation)
        ? [[method, operationIn(document, { path, method, shared, servers, ambiguous }, operation)] as const]
        : [];
    });
    return [path, own];
  });
  const components = isObject(document['components']) ? document['components'] : {};
  const schemes = entriesOf(components['securitySchemes']).map(([name, one]) => [name, follow(document, one)]);
  return {
    ...document,
    // A path that begins with x- is an extension.
    paths: Object.fromEntries(
      written.filter(([path]) => !path.startsWith('x-')).map(([path, own]) => [path, Object.fromEntries(own)]),
    ),
    components: {
      ...components,
      schemas: isObject(components['schemas']) ? components['schemas'] : {},
      securitySchemes: Object.fromEntries(schemes),
    },
  } as unknown as OpenApiDocument;
}
