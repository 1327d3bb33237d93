/** Reads a JSON body: bounded in bytes, in depth and in time, whatever server brings it. */
import { hasMoreValuesThan, MOST_VALUES } from './amount.ts';
import { type BodyLimits, readStream, tooLarge } from './bytes.ts';
import { isNestedDeeperThan, MOST_NESTING } from './nesting.ts';
import { Refusal } from './refusal.ts';

/** A request whose body can be read. */
export interface WithBody {
  /** @param name in lower case */
  header(name: string): string | undefined;
  /** What somebody else parsed before; undefined when nobody did. */
  parsed?(): unknown;
  /**
   * Reads the bytes as they came.
   *
   * @throws Refusal when there are too many, when they do not come in time, or break off
   */
  bytes(limits: BodyLimits): Promise<Uint8Array>;
  /** The text of a body of UTF-8 that is there already, as short ones are; undefined where it is not. */
  here?(): string | undefined;
  /** Reads a body of UTF-8 whose length is known and allowed. Absent where nothing is gained by it. */
  text?(limits: BodyLimits): Promise<string>;
}

/** By the name in `Content-Encoding`, the name that `DecompressionStream` has for it. */
const FORMATS: Readonly<Record<string, string>> = { gzip: 'gzip', deflate: 'deflate', br: 'brotli' };

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;

/**
 * Waits for the JSON that a request brings. What has come takes no more room than it was sent in until it is made use of.
 *
 * @returns parses it, and gives undefined when there is no body; not a promise where the body is there already. Throws a
 * Refusal: 400 when it is not JSON or is nested too deeply, 413 when it has too many members and items
 * @throws Refusal: 415 for another content type, charset or encoding, 413 when it is too large, 408 when it does not
 * come in time, 400 when it breaks off or cannot be unpacked
 */
export function receiveJson(request: WithBody, limits: BodyLimits): (() => unknown) | Promise<() => unknown> {
  const length = request.header('content-length');
  const isChunked = length === undefined && request.header('transfer-encoding') !== undefined;
  if (length !== undefined && !(Number(length) > 0)) return () => undefined;
  // Where neither is said, only reading tells whether there is a body at all.
  const announced = isChunked || length !== undefined ? charsetOf(request) : undefined;
  // Said at once, and not when it has come.
  if (Number(length ?? 0) > limits.size) throw tooLarge();
  const given = request.parsed?.();
  if (given !== undefined) return () => notTooDeep(given);
  const encoding = (request.header('content-encoding') ?? 'identity').toLowerCase();
  const unpacking = encoding === 'identity' ? undefined : unpackerOf(encoding);
  if (unpacking === undefined && announced === 'utf-8' && length !== undefined) {
    const text = request.here?.() ?? request.text?.(limits);
    if (typeof text === 'string') return () => notTooDeep(parsed(text));
    if (text !== undefined) return text.then((whole) => () => notTooDeep(parsed(whole)));
  }
  return receiveBytes(request, limits, announced, unpacking);
}

async function receiveBytes(
  request: WithBody,
  limits: BodyLimits,
  announced: string | undefined,
  unpacking: DecompressionStream | undefined,
): Promise<() => unknown> {
  const sent = await request.bytes(limits);
  if (sent.byteLength === 0) return () => undefined;
  const decoder = decoderOf(announced ?? charsetOf(request));
  const bytes = unpacking === undefined ? sent : await unpacked(sent, unpacking, limits);
  return () => notTooDeep(parsed(decoder.decode(bytes)));
}

function notTooDeep(value: unknown): unknown {
  if (isNestedDeeperThan(value)) throw new Refusal(400, `the body is nested more than ${MOST_NESTING} levels deep`);
  return value;
}

/** @throws Refusal when the content type is not JSON */
function charsetOf(request: WithBody): string {
  const type = request.header('content-type');
  if (type === undefined || !JSON_TYPE.test(type)) {
    throw new Refusal(415, 'the content type of the body is not application/json', {
      headers: { Accept: 'application/json' },
    });
  }
  const charset = CHARSET.exec(type)?.[1]?.toLowerCase() ?? 'utf-8';
  // Any other is refused before the body is read.
  if (charset !== 'utf-8') decoderOf(charset);
  return charset;
}

const UTF_8 = new TextDecoder();

function decoderOf(charset: string): TextDecoder {
  if (charset === 'utf-8') return UTF_8;
  try {
    if (charset.startsWith('utf-')) return new TextDecoder(charset);
  } catch {
    // It is said below.
  }
  throw new Refusal(415, 'the charset of the body is not supported');
}

function unpackerOf(encoding: string): DecompressionStream {
  try {
    return new DecompressionStream(FORMATS[encoding] as CompressionFormat);
  } catch {
    throw new Refusal(415, 'the content encoding of the body is not supported');
  }
}

async function unpacked(bytes: Uint8Array, unpacking: DecompressionStream, limits: BodyLimits): Promise<Uint8Array> {
  const writer = unpacking.writable.getWriter();
  // What goes wrong shows where it is read.
  writer.write(bytes as Uint8Array<ArrayBuffer>).catch(() => undefined);
  writer.close().catch(() => undefined);
  try {
    return await readStream(unpacking.readable, limits);
  } catch (error) {
    if (error instanceof Refusal && error.status === 413) throw error;
    throw new Refusal(400, 'the body cannot be decompressed', { cause: error });
  }
}

function parsed(text: string): unknown {
  if (text === '') return undefined;
  if (hasMoreValuesThan(text)) throw new Refusal(413, `the body has more than ${MOST_VALUES} members and items`);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Refusal(400, 'the body is not JSON', { cause });
  }
}
