/** Turns the bytes of an answer into text and JSON. */
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { messageOf } from '@wallet-services/kit/errors';
import { extentOf, repeatedName } from '@wallet-services/kit/json-text';
import type { AnswerBody } from '../../model/exchange.ts';

type Decoder = (bytes: Buffer, options: { maxOutputLength: number }) => Buffer;

/** The header of zlib (RFC 1950), which many servers leave out. */
const hasHeader = (bytes: Buffer) => bytes.length > 1 && bytes.readUInt16BE() % 31 === 0 && (bytes[0] ?? 0) % 16 === 8;

/** The encodings that servers and their proxies use even when the client does not request one (RFC 9110, 8.4.1). */
const decoders: Readonly<Record<string, Decoder>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: (bytes, options) => (hasHeader(bytes) ? inflateSync : inflateRawSync)(bytes, options),
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
  identity: (bytes) => bytes,
};

/** The number of times that a server may compress a body. */
const MOST_ENCODINGS = 4;

/** The levels that the suite reads: no answer of the documents has more than a few. */
const MOST_READ = 100;

/** The levels that the JSON readers of most languages accept, by default or at all. */
const DEEPEST = 1_000;

/** The number of values that the suite reads: a value takes more memory than its text, `{}` twenty times as much. */
const MOST_VALUES = 200_000;

function unread(problem: string): AnswerBody['json'] {
  return { ok: false, problem: `${problem}, which the suite does not read`, isUnread: true };
}

function parse(text: string): AnswerBody['json'] {
  if (text === '') return { ok: false, problem: 'an empty body' };
  if (text.startsWith('\uFEFF')) return { ok: false, problem: 'a byte order mark before the JSON (RFC 8259, 8.1)' };
  const { depth, values } = extentOf(text);
  if (depth > DEEPEST) return { ok: false, problem: `lists and objects nested more than ${DEEPEST} deep` };
  if (depth > MOST_READ) return unread(`lists and objects nested more than ${MOST_READ} deep`);
  if (values > MOST_VALUES) return unread(`more than ${MOST_VALUES} values`);
  try {
    const value: unknown = JSON.parse(text);
    const duplicate = repeatedName(text);
    return { ok: true, value, ...(duplicate === undefined ? {} : { duplicate }) };
  } catch (error) {
    return { ok: false, problem: 'not JSON', quoted: messageOf(error) };
  }
}

function unusable(bytes: Buffer, problem: string): AnswerBody {
  return { text: bytes.toString('utf8'), bytes: bytes.length, json: { ok: false, problem } };
}

/** Why a body cannot be decoded; a body over the size limit was read up to the limit. */
function packed(bytes: Buffer, encoding: string | undefined, maxBytes: number, error: unknown): AnswerBody {
  if (error instanceof RangeError) {
    const json = unread(`more than ${maxBytes / 2 ** 20} MiB when unpacked`);
    return { text: bytes.toString('utf8'), bytes: maxBytes, json };
  }
  return unusable(bytes, `a body that is not ${encoding}: ${messageOf(error)}`);
}

/**
 * Reads a body.
 *
 * @param encoding the Content-Encoding: one or more, in the order in which they were applied.
 * @param maxBytes the maximum size of the decompressed body.
 */
export function readBody(bytes: Buffer, encoding: string | undefined, maxBytes: number): AnswerBody {
  const encodings = encoding?.toLowerCase().match(/[^\s,]+/g) ?? [];
  const unknown = encodings.find((name) => decoders[name] === undefined);
  if (unknown !== undefined || encodings.length > MOST_ENCODINGS) {
    const name = (unknown ?? 'several').slice(0, 40);
    return unusable(bytes, `a body in an encoding that the request does not accept: ${name}`);
  }
  let plain = bytes;
  try {
    for (const name of encodings.toReversed()) plain = decoders[name]?.(plain, { maxOutputLength: maxBytes }) ?? plain;
  } catch (error) {
    return packed(bytes, encoding, maxBytes, error);
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(plain);
    return { text, bytes: plain.length, json: parse(text) };
  } catch {
    return unusable(plain, 'a body that is not UTF-8');
  }
}
