/** Reads an OpenAPI document of any version, from a file or an address, in one file or several, as OpenAPI 3.1. */
import { resolve } from 'node:path';
import { shown, UsageError } from '../errors.ts';
import { isObject, type JsonObject, objectOf } from '../json.ts';
import { gathered, type Source } from './files.ts';
import { fileSource, isAddress, webSource } from './sources.ts';
import { parseText } from './text.ts';
import { upgraded } from './upgrade.ts';
import { inOnePiece } from './whole.ts';

/** A document, and what its reader needs to know about it. */
export interface ReadDocument {
  /** OpenAPI 3.1 or 3.2, in one piece. */
  readonly document: JsonObject;
  /** A sentence for each change that reading made. */
  readonly notes: readonly string[];
}

/** The extension with the media types of an operation's responses that have no schema in an upgraded document. */
export const PRODUCES = 'x-produces';

/** The source that a name refers to. */
function sourceOf(name: string): Source {
  return isAddress(name) ? webSource(name) : fileSource(resolve(name));
}

/**
 * Reads JSON or YAML, such as an overlay.
 * @param name a file, or an address that begins with `http://` or `https://`
 * @throws UsageError when it cannot be read, or is neither
 */
export async function readText(name: string): Promise<unknown> {
  const source = sourceOf(name);
  return parseText(name, await source.read(source.start), 'rounded');
}

/**
 * Reads a document. OpenAPI 3.1 and 3.2 are kept unchanged; Swagger 2.0 and OpenAPI 3.0 are upgraded, with a note.
 *
 * @param name a file, or an address that begins with `http://` or `https://`
 * @param change changes the published document, after it was joined and before it is upgraded. Default: no change
 * @throws UsageError when it cannot be read, is not an OpenAPI document, or refers to a file that cannot be read
 *
 * @example
 * const { document, notes } = await readWhole('petstore.yaml');
 */
export async function readWhole(
  name: string,
  change: (document: JsonObject) => JsonObject = (document) => document,
): Promise<ReadDocument> {
  const source = sourceOf(name);
  const text = await source.read(source.start);
  const parsed = parseText(name, text, 'rounded');
  if (!isObject(parsed)) throw new UsageError(`${name} is not an OpenAPI document: it is not an object`);
  const whole = change(inOnePiece((await gathered(name, parsed, text, source, 'rounded')).document));
  const version = shown(whole['openapi']);
  if (whole['swagger'] === undefined && !/^3\.\d/.test(version)) {
    throw new UsageError(
      `${name} is not an OpenAPI document: it needs swagger: "2.0", or openapi with 3.0, 3.1 or 3.2, and has ${JSON.stringify(whole['openapi'] ?? null)}`,
    );
  }
  if (whole['swagger'] === undefined && !version.startsWith('3.0')) return { document: whole, notes: [] };
  const { document, from, lost, ignored } = await upgraded(name, whole);
  for (const { path, method, mediaTypes } of lost) {
    const operation = objectOf(objectOf(objectOf(document['paths'])[path])[method]);
    Object.assign(operation, { [PRODUCES]: mediaTypes });
  }
  const bare = lost.reduce((sum, { responses }) => sum + responses, 0);
  const more = [
    bare > 0 && `; ${bare} responses without a schema lost their media types, which are only requested`,
    ignored > 0 && `; the keywords beside ${ignored} references count for nothing, as in ${from}`,
  ].filter((text) => text !== false);
  return { document, notes: [`${name} is ${from} and was upgraded to OpenAPI 3.1${more.join('')}`] };
}
