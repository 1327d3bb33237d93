/** Decodes and reads the copies of bodies, within limits. */
import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib';
import { extentOf } from '@wallet-services/kit/judge';
import { isJson } from '@wallet-services/kit/media';
import { otherReading } from '@wallet-services/kit/rounded';
import type { SeenBody } from '../copy.ts';

/** A body as far as it can be checked. */
export type Body =
  | { readonly kind: 'none' }
  /** JSON, or text of another media type. */
  | {
      readonly kind: 'value';
      readonly value: unknown;
      readonly size: number;
      /** The other reading of JSON with numbers that JavaScript rounds. */
      readonly other?: { readonly value: unknown };
    }
  /** Claims to be JSON, and is not. */
  | { readonly kind: 'broken'; readonly size: number }
  /** Cannot be checked; `why` is a sentence without a capital. */
  | { readonly kind: 'unread'; readonly why: string };

interface BodyHeaders {
  readonly 'content-type'?: string | undefined;
  readonly 'content-encoding'?: string | undefined;
}

/** JSON of more values or levels is not read: it would take more memory than there is. */
const MOST_VALUES = 200_000;
const MOST_LEVELS = 500;

/** A body without its content codings. */
export type Unpacked =
  | { readonly kind: 'none' }
  | { readonly kind: 'bytes'; readonly bytes: Buffer; readonly size: number }
  /** `isExcessive`: reading it would take too much memory. */
  | { readonly kind: 'unread'; readonly why: string; readonly isExcessive: boolean };

/** Unpacks a copy as its headers declare, up to `limit` bytes. */
export async function unpack(body: SeenBody, headers: BodyHeaders, limit: number): Promise<Unpacked> {
  if (body.kind === 'none') return body;
  if (body.kind === 'unread') return { ...body, isExcessive: false };
  const { buffer, byteOffset, byteLength: size } = body.bytes;
  const bytes = await decode(Buffer.from(buffer, byteOffset, size), codingsOf(headers['content-encoding']), limit);
  if (typeof bytes === 'string') return { kind: 'unread', why: bytes, isExcessive: false };
  const why = isJson(headers['content-type']) ? excessOf(bytes) : undefined;
  return why === undefined ? { kind: 'bytes', bytes, size } : { kind: 'unread', why, isExcessive: true };
}

function excessOf(bytes: Buffer): string | undefined {
  const { values, levels } = extentOf(bytes);
  if (values > MOST_VALUES) return `the body has more than ${MOST_VALUES} values`;
  return levels > MOST_LEVELS ? `the body has more than ${MOST_LEVELS} levels` : undefined;
}

/** Reads a body as its headers declare. */
export function readBody(body: Unpacked, headers: BodyHeaders): Body {
  return body.kind === 'bytes' ? parse(body.bytes, headers['content-type'], body.size) : body;
}

/** Of each of more items Prism would list all that is wrong with it. */
const MOST_ITEMS = 10_000;

/** Items of all arrays in a value; not more than one too many. */
function itemsIn(value: unknown): number {
  let count = 0;
  const left: unknown[] = [value];
  for (let next = left.pop(); next !== undefined && count <= MOST_ITEMS; next = left.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    if (Array.isArray(next)) count += next.length;
    for (const member of Object.values(next)) if (typeof member === 'object') left.push(member);
  }
  return count;
}

function parse(bytes: Buffer, contentType: string | undefined, size: number): Body {
  if (!isJson(contentType)) return { kind: 'value', value: bytes.toString(), size };
  // Decoding would replace what is not UTF-8.
  if (!isUtf8(bytes)) return { kind: 'broken', size };
  try {
    const text = bytes.toString();
    const value: unknown = JSON.parse(text);
    if (itemsIn(value) > MOST_ITEMS) return { kind: 'unread', why: `the body has more than ${MOST_ITEMS} items` };
    const other = otherReading(text);
    return { kind: 'value', value, size, ...(other === undefined ? {} : { other }) };
  } catch {
    // The message of the error would quote the body.
    return { kind: 'broken', size };
  }
}

const decoders = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
} as const;

function isKnown(coding: string): coding is keyof typeof decoders {
  return Object.hasOwn(decoders, coding);
}

/** A body in more codings is not unpacked. */
const MOST_CODINGS = 4;

/** In the order in which they were applied. */
function codingsOf(header = ''): string[] {
  const codings = header.split(',').map((coding) => coding.trim().toLowerCase());
  return codings.filter((coding) => coding !== '' && coding !== 'identity');
}

/** @returns the bytes, or why there are none */
async function decode(bytes: Buffer, codings: readonly string[], limit: number): Promise<Buffer | string> {
  if (codings.length > MOST_CODINGS) return 'the body has too many content encodings';
  let decoded = bytes;
  for (const coding of codings.toReversed()) {
    if (!isKnown(coding)) return 'the content encoding is unknown';
    try {
      decoded = await decoders[coding](decoded, { maxOutputLength: limit });
    } catch (error) {
      const isTooLarge = error instanceof RangeError;
      return isTooLarge ? `the decoded body is larger than ${limit} bytes` : `the body is not valid ${coding}`;
    }
  }
  return decoded;
}
