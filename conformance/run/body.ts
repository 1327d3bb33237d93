/** Turns the bytes of an answer into text and JSON. */
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { AnswerBody } from '../model/exchange.ts';
import { extentOf, repeatedName } from './oddities.ts';

const decoders: Readonly<Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Buffer>> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/** No answer of the documents is deeper than a few levels; programs that read this deep fall over. */
const DEEPEST = 100;

/** A value takes more memory than its text: `{}` twenty times as much. */
const MOST_VALUES = 200_000;

function parse(text: string): AnswerBody['json'] {
  if (text === '') return { ok: false, problem: 'an empty body' };
  if (text.startsWith('\uFEFF')) return { ok: false, problem: 'a byte order mark before the JSON (RFC 8259, 8.1)' };
  const { depth, values } = extentOf(text);
  if (depth > DEEPEST) return { ok: false, problem: `lists and objects that stand more than ${DEEPEST} deep` };
  if (values > MOST_VALUES) return { ok: false, problem: `more than ${MOST_VALUES} values, which is not read` };
  try {
    const value: unknown = JSON.parse(text);
    const duplicate = repeatedName(text);
    return { ok: true, value, ...(duplicate === undefined ? {} : { duplicate }) };
  } catch (error) {
    return { ok: false, problem: `no JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function unusable(bytes: Buffer, problem: string, read = bytes.length): AnswerBody {
  return { text: bytes.toString('utf8'), bytes: read, json: { ok: false, problem } };
}

/** What is wrong with a body that cannot be unpacked; one that is larger than it may be was read so far. */
function packed(bytes: Buffer, encoding: string | undefined, maxBytes: number, error: unknown): AnswerBody {
  if (error instanceof RangeError)
    return unusable(bytes, `more than ${maxBytes / 2 ** 20} MiB when unpacked`, maxBytes);
  return unusable(bytes, `a body that is not ${encoding}: ${error instanceof Error ? error.message : String(error)}`);
}

/**
 * Reads a body.
 *
 * @param encoding the Content-Encoding; servers compress although they are not asked to.
 * @param maxBytes the most that may come out of a compressed body.
 */
export function readBody(bytes: Buffer, encoding: string | undefined, maxBytes: number): AnswerBody {
  const decode = decoders[encoding?.toLowerCase() ?? ''];
  let plain: Buffer;
  try {
    plain = decode === undefined ? bytes : decode(bytes, { maxOutputLength: maxBytes });
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
