/** Reads other APIs: files, folders, addresses, standard input, and files of git revisions. */

import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { decoded } from '@wallet-services/kit/decoded';
import {
  fileSource,
  folderFiles,
  isAddress,
  parseText,
  type Source,
  standardInput,
  webSource,
} from '@wallet-services/kit/document';
import { UsageError } from '../error.ts';
import { isObject, objectOf } from '../json.ts';
import type { Contract } from './contract.ts';
import { readDocument } from './document.ts';
import { filesAtRevision, isRevisionPath } from './git.ts';
import type { Sides } from './read.ts';

/** The argument for standard input. */
const STANDARD_INPUT = '-';

/**
 * Reads both sides.
 *
 * @param cwd the folder to which names are relative
 * @throws UsageError when one cannot be read or contains no API
 */
export async function readForeign(base: string, head: string, cwd: string): Promise<Sides> {
  if (base === STANDARD_INPUT && head === STANDARD_INPUT) {
    throw new UsageError('only one of OLD and NEW can be standard input.');
  }
  // Sequentially, so that the error for two unreadable ones is always that of the first.
  const before = await apiOf(base, cwd);
  const after = await apiOf(head, cwd);
  return { base: before, head: after, notes: [...(before.notes ?? []), ...(after.notes ?? [])] };
}

/** Whether a name is a document or a place with documents, not a state of the repository. */
export async function isForeignName(name: string, cwd: string): Promise<boolean> {
  if (name === STANDARD_INPUT || isAddress(name)) return true;
  const info = await stat(resolve(cwd, name)).catch(() => undefined);
  return info?.isFile() === true || (info === undefined && isRevisionPath(name));
}

async function apiOf(name: string, cwd: string): Promise<Contract> {
  if (name === STANDARD_INPUT) return single(name, 'standard input', await standardInput());
  if (isAddress(name)) {
    const source = webSource(name);
    return single(name, name, await source.read(source.start), source);
  }
  const file = resolve(cwd, name);
  const info = await stat(file).catch(() => undefined);
  if (info?.isFile() === true) {
    const source = fileSource(file);
    return single(name, name, await source.read(source.start), source);
  }
  if (info?.isDirectory() === true) return several(name, await folderFiles(file));
  if (isRevisionPath(name)) {
    const found = await filesAtRevision(cwd, name);
    return found.kind === 'folder'
      ? several(name, found.files)
      : single(name, name, await found.source.read(found.source.start), found.source);
  }
  throw new UsageError(
    `${name} cannot be read; give a file, a folder, an address, - for standard input, or REVISION:PATH of git.`,
  );
}

async function single(name: string, label: string, text: string, source?: Source): Promise<Contract> {
  if (name.endsWith('.proto')) return contract(label, { protos: new Map([[name.replace(/^.*[:/]/, ''), text]]) });
  const read = await readDocument(label, text, source);
  const { version } = objectOf(read.document['info']);
  return contract(label, {
    documents: new Map([['', read.document]]),
    texts: new Map([['', read.texts]]),
    notes: read.notes,
    ...(typeof version === 'string' ? { version } : {}),
  });
}

/** All OpenAPI documents and protobuf files of a folder; each document is a service named after its file. */
async function several(label: string, files: ReadonlyMap<string, string>): Promise<Contract> {
  const documents = new Map<string, Contract['documents'] extends ReadonlyMap<string, infer One> ? One : never>();
  const texts = new Map<string, ReadonlyMap<string, string>>();
  const protos = new Map<string, string>();
  const notes: string[] = [];
  for (const [path, text] of files) {
    if (path.endsWith('.proto') || BUF.test(path)) protos.set(path, text);
    else if (/\.(json|ya?ml)$/.test(path) && /^\s*["']?(openapi|swagger)["']?\s*:/m.test(text)) {
      const value = parseText(`${path} of ${label}`, text);
      if (!isObject(value) || (value['openapi'] === undefined && value['swagger'] === undefined)) continue;
      const read = await readDocument(path, text, sourceAmong(files, path, label));
      documents.set(path.replace(/\.(json|ya?ml)$/, ''), read.document);
      texts.set(path.replace(/\.(json|ya?ml)$/, ''), read.texts);
      notes.push(...read.notes);
    }
  }
  if (documents.size === 0 && ![...protos.keys()].some((path) => path.endsWith('.proto'))) {
    throw new UsageError(`${label} has no OpenAPI document and no protobuf file in it.`);
  }
  return contract(label, { documents, texts, protos, notes });
}

/** Configuration files of buf, for modules and imports. */
const BUF = /^buf(\.work|\.lock)?\.ya?ml$|^buf\.lock$/;

/** The files of a folder, which may refer to each other. */
function sourceAmong(files: ReadonlyMap<string, string>, start: string, label: string): Source {
  return {
    start,
    resolve: (from, reference) => new URL(reference, `file:///${from}`).pathname.slice(1),
    read: async (name) => {
      const text = files.get(decoded(name));
      if (text === undefined) throw new UsageError(`${start} of ${label} refers to ${name}, which is not there.`);
      return text;
    },
  };
}

function contract(label: string, parts: Partial<Contract>): Contract {
  return { label, documents: new Map(), protos: new Map(), rules: [], questions: [], version: undefined, ...parts };
}
