/** Reads OpenAPI documents, in JSON or YAML, and says of a document that cannot be compared what to do with it. */
import { parse } from 'yaml';
import { ReviewError } from '../error.ts';
import { isObject, type JsonObject, pointerOf, segmentsOf, stableText, valueAt } from '../json.ts';

/**
 * Reads an OpenAPI 3 document.
 *
 * @param name how people call it; errors name it
 * @param text JSON or YAML
 * @throws ReviewError when it is neither, is no OpenAPI 3 document, or refers to other files
 */
export function readDocument(name: string, text: string): JsonObject {
  const document = parseText(name, text);
  if (!isObject(document)) throw new ReviewError(`${name} is not an OpenAPI 3 document: it is not an object.`);
  const { openapi, swagger } = document;
  if (swagger !== undefined) {
    throw new ReviewError(
      `${name} is a Swagger ${String(swagger)} document; convert it to OpenAPI 3 first, for instance with swagger2openapi.`,
    );
  }
  if (typeof openapi !== 'string' || !openapi.startsWith('3.')) {
    throw new ReviewError(`${name} is not an OpenAPI 3 document: its member openapi does not begin with 3.`);
  }
  for (const member of ['paths', 'components', 'info', 'webhooks']) {
    if (document[member] !== undefined && !isObject(document[member])) {
      throw new ReviewError(`${name} is broken: ${member} must be an object.`);
    }
  }
  const [other] = referencesIn(document).filter((reference) => !reference.startsWith('#'));
  if (other !== undefined) {
    throw new ReviewError(
      `${name} refers to another file, ${other}; bundle it into one file first, for instance with redocly bundle.`,
    );
  }
  return document;
}

/** What a document refers to and does not hold; the comparison takes it for anything. */
export function missingIn(document: JsonObject): readonly string[] {
  return referencesIn(document).filter((reference) => valueAt(document, segmentsOf(reference)) === undefined);
}

/** JSON is tried first: it is read faster, and its errors are those that people know. */
function parseText(name: string, text: string): unknown {
  const isJson = name.includes('.json') || /^\s*[{[]/.test(text);
  try {
    return isJson ? JSON.parse(text) : parse(text);
  } catch (error) {
    const reason =
      error instanceof Error ? (error.message.split('\n')[0] ?? '').replaceAll(/\s+/g, ' ') : String(error);
    throw new ReviewError(`${name} is not ${isJson ? 'JSON' : 'YAML'}: ${reason.replace(/[.:]$/, '')}.`);
  }
}

const SKIPPED = new Set(['example', 'examples', 'default', 'enum', 'const']);

function referencesIn(document: JsonObject): readonly string[] {
  const found = new Set<string>();
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) walk(one);
    if (!isObject(node)) return;
    if (typeof node['$ref'] === 'string') found.add(node['$ref']);
    for (const [name, value] of Object.entries(node)) {
      if (!SKIPPED.has(name) && !name.startsWith('x-')) walk(value);
    }
  };
  walk(document);
  return [...found];
}

/** Where two values first differ, as a JSON pointer; undefined where they are the same. */
export function firstDifference(one: unknown, other: unknown, way: readonly string[] = []): string | undefined {
  if (stableText(one) === stableText(other)) return undefined;
  if (!isObject(one) || !isObject(other)) return pointerOf(way);
  for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const inner = firstDifference(one[name], other[name], [...way, name]);
    if (inner !== undefined) return inner;
  }
  return pointerOf(way);
}
