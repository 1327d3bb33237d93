/** The sources of documents, and the limits for reading them. */

import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { decoded } from '../decoded.ts';
import { messageOf, UsageError } from '../errors.ts';
import type { Source } from './files.ts';

/** The largest document that is read, in bytes. */
const LARGEST = 100_000_000;
/** The time in which an address must send a document, in milliseconds. */
const TIME_LIMIT = 30_000;
/** A folder with more files than this does not contain APIs. */
const MOST_FILES = 5000;
const READ = /\.(json|ya?ml|proto)$|^buf\.lock$/;

/** Whether a name is an address. */
export function isAddress(name: string): boolean {
  return /^https?:\/\//i.test(name);
}

/** A file, and the files next to it. @param largest the largest file that is read, in bytes */
export function fileSource(file: string, largest: number = LARGEST): Source {
  return {
    start: file,
    resolve: (from, reference) => {
      if (isAddress(reference)) throw new UsageError(remote(from, reference));
      return resolve(dirname(from), decoded(reference));
    },
    read: async (name) => {
      const size = await stat(name).catch(() => undefined);
      if (size?.isFile() !== true) throw new UsageError(`${name} cannot be read: there is no such file.`);
      if (size.size > largest) throw new UsageError(`${name} is larger than ${largest} bytes.`);
      return readFile(name, 'utf8');
    },
  };
}

function remote(from: string, reference: string): string {
  return `${from} refers to ${reference}; a file does not make this command open addresses: bundle it first.`;
}

/** A document at an address, and those next to it on the same host. @param largest of each, in bytes */
export function webSource(address: string, largest: number = LARGEST): Source {
  const { origin } = new URL(address);
  return {
    start: address,
    resolve: (from, reference) => {
      const url = new URL(reference, from);
      if (url.origin !== origin) throw new UsageError(remote(from, url.href));
      return url.href;
    },
    read: (name) => download(name, largest),
  };
}

async function download(address: string, largest: number): Promise<string> {
  const signal = AbortSignal.timeout(TIME_LIMIT);
  try {
    const response = await fetch(address, { signal, headers: { accept: 'application/yaml, application/json, */*' } });
    if (!response.ok) throw new UsageError(`${address} cannot be read: it responds with ${response.status}.`);
    return await limitedText(response.body ?? [], largest, address);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${address} cannot be read: ${messageOf(error)}.`);
  }
}

/** The text on standard input. */
export function standardInput(): Promise<string> {
  return limitedText(process.stdin, LARGEST, 'standard input');
}

/** The text of a stream, whose characters may be split between its parts. @throws UsageError when it is larger */
export async function limitedText(
  stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  largest: number,
  name: string,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > largest) throw new UsageError(`${name} is larger than ${largest} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** The files of a folder that may be part of an API, by their paths in it. @param most how many it may have */
export async function folderFiles(folder: string, most: number = MOST_FILES): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  const walk = async (inner: string): Promise<void> => {
    for (const entry of await readdir(inner, { withFileTypes: true })) {
      const path = join(inner, entry.name);
      if (entry.isDirectory()) {
        if (entry.name !== 'node_modules' && !entry.name.startsWith('.')) await walk(path);
      } else if (entry.isFile() && READ.test(entry.name)) {
        if (files.size >= most) throw new UsageError(`${folder} has more than ${most} files; give a folder of APIs.`);
        files.set(relative(folder, path).replaceAll(sep, '/'), await readFile(path, 'utf8'));
      }
    }
  };
  await walk(folder);
  return new Map([...files].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
