/** The copies of bodies that are checked: bounded, decoded, read. What is passed on never comes from here. */
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib';
import { isJson } from '../target.ts';

/** A body as far as it can be checked. */
export type Body =
  | { readonly kind: 'none' }
  /** JSON, or text of another media type. */
  | { readonly kind: 'value'; readonly value: unknown; readonly size: number }
  /** Says that it is JSON, and is not. */
  | { readonly kind: 'broken'; readonly size: number }
  /** Cannot be checked; `why` is a sentence without a capital. */
  | { readonly kind: 'unread'; readonly why: string; readonly size: number };

/** Collects a copy of a body as it passes. */
export interface Copy {
  take(chunk: Buffer): void;
  /** How many bytes passed. */
  size(): number;
  /** Everything that passed; undefined when it was more than the limit. */
  bytes(): Buffer | undefined;
}

/** @param limit the largest body that is kept, in bytes */
export function createCopy(limit: number): Copy {
  let chunks: Buffer[] = [];
  let size = 0;
  return {
    take(chunk) {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else chunks = [];
    },
    size: () => size,
    bytes: () => (size > limit ? undefined : Buffer.concat(chunks)),
  };
}

interface BodyHeaders {
  readonly 'content-type'?: string | undefined;
  readonly 'content-encoding'?: string | undefined;
}

/** Reads a copy the way its headers say, up to `limit` bytes. */
export async function readBody(copy: Copy, headers: BodyHeaders, limit: number): Promise<Body> {
  const size = copy.size();
  if (size === 0) return { kind: 'none' };
  const bytes = copy.bytes();
  if (bytes === undefined) return { kind: 'unread', why: `the body is larger than ${limit} bytes`, size };
  const decoded = await decode(bytes, codingsOf(headers['content-encoding']), limit);
  if (typeof decoded === 'string') return { kind: 'unread', why: decoded, size };
  return parse(decoded, headers['content-type'], size);
}

function parse(bytes: Buffer, contentType: string | undefined, size: number): Body {
  if (!isJson(contentType)) return { kind: 'value', value: bytes.toString(), size };
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return { kind: 'value', value, size };
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
