/**
 * Any OpenAPI 3.1 document in the form in which the suite reads them: parameters, bodies and answers written out where
 * they are used, parameters of a path at each of its operations, an operationId and the security at each operation.
 * References to schemas stay.
 */
import { methods, type OpenApiDocument } from './document.ts';
import { isObject, type JsonObject } from './json.ts';
import { valueAt } from './pointer.ts';

/** A reference may lead to another one, but not round in circles. */
const MOST_REFERENCES = 20;

function follow(document: JsonObject, value: unknown): JsonObject {
  let target = value;
  for (let steps = 0; isObject(target) && typeof target['$ref'] === 'string' && steps < MOST_REFERENCES; steps += 1) {
    target = valueAt(document, target['$ref'].replace(/^#/, ''));
  }
  return isObject(target) ? target : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function operationIn(document: JsonObject, path: string, method: string, shared: unknown, operation: JsonObject) {
  const own = listOf(operation['parameters']).map((one) => follow(document, one));
  const isOwn = ({ name, in: place }: JsonObject) => own.some((one) => one['name'] === name && one['in'] === place);
  const inherited = listOf(shared)
    .map((one) => follow(document, one))
    .filter((one) => !isOwn(one));
  // Cookies are no input of a request: they carry credentials.
  const parameters = [...inherited, ...own].filter((one) => one['in'] !== 'cookie' && isObject(one['schema']));
  const responses = Object.entries(isObject(operation['responses']) ? operation['responses'] : {});
  return {
    ...operation,
    operationId: operation['operationId'] ?? `${method} ${path}`,
    parameters,
    ...(operation['requestBody'] === undefined ? {} : { requestBody: follow(document, operation['requestBody']) }),
    responses: Object.fromEntries(responses.map(([status, response]) => [status, follow(document, response)])),
    security: operation['security'] ?? document['security'] ?? [],
  };
}

/** The document, ready to be read. */
export function normalised(document: JsonObject): OpenApiDocument {
  const paths = isObject(document['paths']) ? document['paths'] : {};
  const components = isObject(document['components']) ? document['components'] : {};
  const written = Object.entries(paths).map(([path, item]) => {
    const followed = follow(document, item);
    const operations = methods.flatMap((method) => {
      const operation = followed[method];
      return isObject(operation)
        ? [[method, operationIn(document, path, method, followed['parameters'], operation)] as const]
        : [];
    });
    return [path, Object.fromEntries(operations)] as const;
  });
  const schemas = isObject(components['schemas']) ? components['schemas'] : {};
  return {
    ...document,
    paths: Object.fromEntries(written),
    components: { ...components, schemas },
  } as unknown as OpenApiDocument;
}
