/** Reads the OpenAPI documents to mock. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import type { IHttpOperation } from '@stoplight/types';
import { isAddress, type Overlaying, readOverlays } from '@wallet-services/kit/document';
import { Failure, messageOf } from '@wallet-services/kit/errors';
import { isObject } from '@wallet-services/kit/json';
import { checkDepth } from './document/depth.ts';
import { spellOutDiscriminators } from './document/discriminator.ts';
import { mended } from './document/operations.ts';
import { type Note, prepare } from './document/prepare.ts';
import { notesByOperation } from './document/reach.ts';
import { readSource } from './document/source.ts';
import { isPart, type Part } from './document/structure.ts';
import type { ServiceName } from './services.ts';

// `require.resolve` also works in test runners that load modules themselves.
const require = createRequire(import.meta.url);

/** A document that is ready to be mocked. */
export interface ReadDocument {
  /** Its title in lower case, with dashes in place of characters that are neither letters nor digits. */
  readonly name: string;
  readonly operations: readonly IHttpOperation[];
  /** The paths of its servers, such as `/base/v1`; variables are written as `{name}`. */
  readonly bases: readonly string[];
  /** The parts of it that cannot be used for validation, with their places. */
  readonly notes: readonly Note[];
  /** The files that it was read from. */
  readonly files: readonly string[];
}

/** The operations of a document, and what of each cannot be used for validation. */
export interface Readable {
  readonly operations: readonly IHttpOperation[];
  readonly notesOf: (method: string, path: string) => readonly Note[];
}

/** Path of a service's document. @param folder a folder laid out like `generated/openapi`; default: that one */
export function documentPath(service: ServiceName, folder?: string): string {
  const file = `${service}.json`;
  return folder === undefined ? require.resolve(`@wallet-services/contract/openapi/${file}`) : join(folder, file);
}

/**
 * Reads the operations of a document in the form of Prism.
 *
 * @throws Failure when the file is missing, is neither JSON nor YAML, or is not an OpenAPI document with operations
 */
export async function readOperations(path: string): Promise<Readable> {
  const { document } = await readSource(path);
  return readable(document, path);
}

/**
 * Reads a document.
 *
 * @param source a file, or an address on the web
 * @param overlay files or addresses of overlays that are applied to it, in order. Default: none
 * @throws Failure that names the place in the document, when it cannot be mocked
 */
export async function readDocument(source: string, overlay: readonly string[] = []): Promise<ReadDocument> {
  const overlaying = await readOverlays(overlay);
  const { document: published, files } = await readSource(source);
  const document = overlay.length === 0 ? published : overlaid(published, overlaying, overlay);
  const notes = prepare(document);
  return {
    name: nameOf(document),
    bases: basesOf(document),
    operations: await toOperations(document, source, true),
    notes: notes.map((note) => `${source}#${note}`),
    files: [...files, ...overlay.filter((one) => !isAddress(one))],
  };
}

function overlaid(document: Part, overlaying: Overlaying, overlay: readonly string[]): Part {
  try {
    const changed = overlaying(document);
    checkDepth(changed);
    return changed;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Failure(`an overlay has too many levels to be applied: ${overlay.join(', ')}`);
  }
}

/**
 * Returns the operations of a parsed document.
 *
 * @param path name of the document in errors
 * @throws Failure when it has no operations
 */
export async function operationsIn(document: object, path: string): Promise<Readable> {
  // A copy, because preparation changes the document, which belongs to the caller.
  const own: unknown = structuredClone(document);
  if (!isPart(own)) throw new Failure(`${path} is not an OpenAPI document: it must be an object`);
  spellOutDiscriminators(own);
  return readable(own, path);
}

/** @param document is changed. */
async function readable(document: Part, path: string): Promise<Readable> {
  const notesOf = notesByOperation(document, prepare(document));
  return { operations: await toOperations(document, path, false), notesOf };
}

/** @param isAnswered whether the mock answers requests for them */
async function toOperations(document: Part, path: string, isAnswered: boolean): Promise<IHttpOperation[]> {
  const version = document['openapi'] ?? document['swagger'];
  if (version === undefined && document['item'] === undefined) {
    throw new Failure(`${path} is not an OpenAPI document with operations: it has neither openapi nor swagger`);
  }
  let operations: IHttpOperation[];
  try {
    operations = await getHttpOperationsFromSpec(document);
  } catch (error) {
    throw new Failure(`${path} is not an OpenAPI document that Prism can read: ${messageOf(error)}`);
  }
  if (operations.length > 0) return operations.map((operation) => mended(operation, isAnswered));
  throw new Failure(`${path} is not an OpenAPI document with operations: there are none below #/paths`);
}

function nameOf({ info }: Part): string {
  const title = isObject(info) && typeof info['title'] === 'string' ? info['title'] : '';
  const name = title.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-');
  return name.replaceAll(/^-+|-+$/g, '') || 'api';
}

function basesOf({ servers, basePath }: Part): string[] {
  const addresses = Array.isArray(servers)
    ? servers.flatMap((server) => (isObject(server) ? [server['url']] : []))
    : [];
  const paths = [...addresses, basePath].flatMap((address) => {
    if (typeof address !== 'string') return [];
    const path = address.replace(/^[^/]*\/\/[^/]*/, '').replace(/[?#].*$/, '');
    return [path.replace(/^(?!\/)/, '/').replace(/\/+$/, '')];
  });
  return [...new Set(paths)].filter((path) => path !== '');
}
