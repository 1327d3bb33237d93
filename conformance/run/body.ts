/** Turns the bytes of an answer into text and JSON. */
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { AnswerBody } from '../model/exchange.ts';
import { odditiesOf } from './oddities.ts';

const decoders: Readonly<Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Buffer>> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/** No answer of the documents is deeper than a few levels; programs that read this deep fall over. */
const DEEPEST = 500;

function parse(text: string): AnswerBody['json'] {
  if (text === '') return { ok: false, problem: 'an empty body' };
  try {
    const value: unknown = JSON.parse(text);
    const { depth, duplicate } = odditiesOf(text);
    if (depth > DEEPEST) return { ok: false, problem: `JSON in which lists and objects stand ${depth} deep` };
    return { ok: true, value, ...(duplicate === undefined ? {} : { duplicate }) };
  } catch (error) {
    return { ok: false, problem: `no JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function unusable(bytes: Buffer, problem: string): AnswerBody {
  return { text: bytes.toString('utf8'), bytes: bytes.length, json: { ok: false, problem } };
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
    return unusable(bytes, `a body that is not ${encoding}: ${error instanceof Error ? error.message : String(error)}`);
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(plain);
    return { text, bytes: plain.length, json: parse(text) };
  } catch {
    return unusable(plain, 'a body that is not UTF-8');
  }
}
