/** Reads OpenAPI documents, and explains what to do about a document that cannot be compared. */

import { type Fetched, gathered, parseText, type Source, upgraded } from '@wallet-services/kit/document';
import { shown } from '@wallet-services/kit/errors';
import { UsageError } from '../error.ts';
import { ambiguousShapes } from '../http/operations.ts';
import { danglingIn } from '../http/reference.ts';
import { isObject, isSame, type JsonObject, pointerOf } from '../json.ts';

/** A document, and notes for the reader about it. */
export interface Read {
  readonly document: JsonObject;
  readonly notes: readonly string[];
  /** The texts of its files by name; the first is the document's own. */
  readonly texts: ReadonlyMap<string, string>;
}

/**
 * Reads an OpenAPI document, with the files that it refers to.
 *
 * @param name the name for errors
 * @param text JSON or YAML
 * @param source the files that it may refer to; without it, references to files are not followed
 * @throws UsageError when it is neither JSON nor YAML, is no OpenAPI document, or refers to an unreadable file
 */
export async function readDocument(name: string, text: string, source?: Source): Promise<Read> {
  const parsed = parseText(name, text);
  if (!isObject(parsed)) throw new UsageError(`${name} is not an OpenAPI document: it is not an object.`);
  const whole = await gathered(name, parsed, text, source);
  const { document, notes } = await openApi3(name, whole);
  for (const member of ['paths', 'components', 'info', 'webhooks']) {
    if (document[member] !== undefined && !isObject(document[member])) {
      throw new UsageError(`${name} is broken: ${member} must be an object.`);
    }
  }
  return {
    document,
    notes: [...notes, ...missingIn(name, document), ...ambiguousIn(name, document)],
    texts: whole.texts,
  };
}

async function openApi3(name: string, { document }: Fetched): Promise<Pick<Read, 'document' | 'notes'>> {
  const { openapi, swagger } = document;
  if (swagger !== undefined) {
    const { document: upgrade, lost, ignored } = await upgraded(name, document);
    const bare = lost.reduce((sum, { responses }) => sum + responses, 0);
    const dropped =
      bare === 0 ? '' : ` Media types of ${bare} responses without a schema are not in it, and are not compared.`;
    const besides =
      ignored === 0 ? '' : ` The keywords beside ${ignored} references count for nothing, as in Swagger 2.0.`;
    return {
      document: upgrade,
      notes: [`${name} is a Swagger 2.0 document; it was upgraded to OpenAPI 3.1.${dropped}${besides}`],
    };
  }
  const version = shown(openapi);
  if (!version.startsWith('3')) {
    throw new UsageError(`${name} is not an OpenAPI document: it has no member openapi that begins with 3.`);
  }
  const isKnown = /^3(\.[0-2](\.\d+)?)?(-.*)?$/.test(version);
  const note = `${name} is an OpenAPI ${version} document; what it adds to 3.2 is not known here.`;
  return { document, notes: isKnown ? [] : [note] };
}

/** Missing targets of references; the comparison treats them as accepting anything. */
function missingIn(name: string, document: JsonObject): readonly string[] {
  return [...danglingIn(document).keys()].map(
    (reference) => `${name} refers to ${reference}, which does not exist; it is compared as if it allowed any value.`,
  );
}

/** Paths with the same shape, which OpenAPI forbids: it is undefined which of them a request matches. */
function ambiguousIn(name: string, document: JsonObject): readonly string[] {
  return ambiguousShapes(document).map(
    (shape) =>
      `${name} has more than one path of the shape ${shape}; they are compared by the names of their parameters.`,
  );
}

/** JSON pointer to the first difference of two values; undefined when they are equal. */
export function firstDifference(one: unknown, other: unknown, way: readonly string[] = []): string | undefined {
  if (isSame(one, other)) return undefined;
  if (!isObject(one) || !isObject(other)) return pointerOf(way);
  for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const inner = firstDifference(one[name], other[name], [...way, name]);
    if (inner !== undefined) return inner;
  }
  return pointerOf(way);
}
