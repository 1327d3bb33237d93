/** Where documents come from, and the limits for reading them. */

import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { decoded } from '../decoded.ts';
import { messageOf, UsageError } from '../errors.ts';
import type { Source } from './files.ts';

/** The largest document that is read, in bytes. */
const LARGEST = 100_000_000;
/** How long an address may take to send a document, in milliseconds. */
const TIME_LIMIT = 30_000;
/** A folder with more files than this does not contain APIs. */
const MOST_FILES = 5000;
const READ = /\.(json|ya?ml|proto)$|^buf\.lock$/;

/** Whether a name is an address. */
export function isAddress(name: string): boolean {
  return /^https?:\/\//i.test(name);
}

/** A file, and the files next to it. */
export function fileSource(file: string): Source {
  return {
    start: file,
    resolve: (from, reference) => {
      if (isAddress(reference)) throw new UsageError(remote(from, reference));
      return resolve(dirname(from), decoded(reference));
    },
    read: async (name) => {
      const size = await stat(name).catch(() => undefined);
      if (size?.isFile() !== true) throw new UsageError(`${name} cannot be read: there is no such file.`);
      if (size.size > LARGEST) throw new UsageError(`${name} is larger than ${LARGEST} bytes.`);
      return readFile(name, 'utf8');
    },
  };
}

function remote(from: string, reference: string): string {
  return `${from} refers to ${reference}; a file does not make this command open addresses: bundle it first.`;
}

/** A document at an address, and those next to it on the same host. */
export function webSource(address: string): Source {
  const { origin } = new URL(address);
  return {
    start: address,
    resolve: (from, reference) => {
      const url = new URL(reference, from);
      if (url.origin !== origin) throw new UsageError(remote(from, url.href));
      return url.href;
    },
    read: download,
  };
}

async function download(address: string): Promise<string> {
  const signal = AbortSignal.timeout(TIME_LIMIT);
  try {
    const response = await fetch(address, { signal, headers: { accept: 'application/yaml, application/json, */*' } });
    if (!response.ok) throw new UsageError(`${address} cannot be read: it responds with ${response.status}.`);
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      if (size > LARGEST) throw new UsageError(`${address} is larger than ${LARGEST} bytes.`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString();
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
    throw new UsageError(`${address} cannot be read: ${messageOf(error)}${cause}.`);
  }
}

/** The text on standard input. */
export async function standardInput(): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    const buffer = Buffer.from(chunk);
    size += buffer.length;
    if (size > LARGEST) throw new UsageError(`standard input is larger than ${LARGEST} bytes.`);
    chunks.push(buffer);
  }
  return Buffer.concat(chunks).toString();
}

/** The files of a folder that may be part of an API, by their paths in it. */
export async function folderFiles(folder: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  const walk = async (inner: string): Promise<void> => {
    for (const entry of await readdir(inner, { withFileTypes: true })) {
      const path = join(inner, entry.name);
      if (entry.isDirectory()) {
        if (entry.name !== 'node_modules' && !entry.name.startsWith('.')) await walk(path);
      } else if (entry.isFile() && READ.test(entry.name)) {
        if (files.size >= MOST_FILES)
          throw new UsageError(`${folder} has more than ${MOST_FILES} files; give a folder of APIs.`);
        files.set(relative(folder, path).replaceAll(sep, '/'), await readFile(path, 'utf8'));
      }
    }
  };
  await walk(folder);
  return new Map([...files].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
