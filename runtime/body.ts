/** Reads a body, limited in bytes, in depth and in time, independently of the server. */
import { type BodyLimits, readStream, tooLarge } from './bytes.ts';
import { fieldsOf, formOf, multipartOf, parsedPartsOf } from './form.ts';
import { bareType, covers, kindOf } from './media.ts';
import type { BodyShape } from './operation.ts';
import { notTooDeep, parsedJson } from './parse.ts';
import { Refusal } from './refusal.ts';

/** A request with a readable body. */
export interface WithBody {
  /** @param name in lower case */
  header(name: string): string | undefined;
  /** The result of an earlier parser; undefined when there is none. */
  parsed?(): unknown;
  /** Whether other code has already read the body. */
  isConsumed(): boolean;
  /**
   * Reads the bytes as received.
   * @throws Refusal when there are too many bytes, when they do not arrive in time, or when the connection breaks off
   */
  bytes(limits: BodyLimits): Promise<Uint8Array>;
  /** The text of a UTF-8 body that has already arrived, as short ones do; undefined when it has not. */
  here?(): string | undefined;
  /** Reads a UTF-8 body with a known and allowed length. Absent when it would not be faster. */
  text?(limits: BodyLimits): Promise<string>;
}

/** The names that `DecompressionStream` uses, by the names in `Content-Encoding`. */
const FORMATS: Readonly<Record<string, string>> = { gzip: 'gzip', deflate: 'deflate', br: 'brotli' };

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;

/** The headers that describe the body of a request. */
interface Announced {
  /** The content type with its parameters. */
  readonly type: string;
  readonly charset: string;
}

/** Parses the received body; undefined when there is none. */
export type Parse = () => unknown;

const NO_BODY: Parse = () => undefined;

/**
 * Waits for the body of a request. Until it is parsed, it takes no more memory than its bytes.
 * @returns a function that parses it, and returns undefined when there is no body; not a promise when the body has
 * already arrived. The function throws a Refusal: 400 when it is not of its type, is nested too deeply or has a number
 * that cannot be read exactly, 413 when it has too many members and items
 * @throws Refusal: 415 for another content type, charset or encoding, 413 when it is too large, 408 when it does not
 * arrive in time, 400 when it breaks off or cannot be decompressed
 * @throws TypeError when a middleware has read it before
 */
export function receiveBody(request: WithBody, shape: BodyShape, limits: BodyLimits): Parse | Promise<Parse> {
  const length = request.header('content-length');
  const isAnnounced = length !== undefined || request.header('transfer-encoding') !== undefined;
  if (length !== undefined && !(Number(length) > 0)) return NO_BODY;
  // Without either header, only reading shows whether there is a body at all.
  const announced = isAnnounced ? announcedBy(request, shape) : undefined;
  // Rejected at once, and not only after it has arrived.
  if (Number(length) > limits.size) throw tooLarge();
  const given = request.parsed?.();
  if (given !== undefined) return parseGiven(given, announced ?? announcedBy(request, shape), shape, limits);
  if (announced !== undefined && request.isConsumed()) throw consumed();
  const encoding = (request.header('content-encoding') ?? 'identity').toLowerCase();
  const unpacking = encoding === 'identity' ? undefined : unpackerOf(encoding);
  const isPlain = unpacking === undefined && length !== undefined && announced?.charset === 'utf-8';
  if (isPlain && kindOf(announced.type) === 'json') {
    const text = request.here?.() ?? request.text?.(limits);
    if (typeof text === 'string') return () => json(text);
    if (text !== undefined) return text.then((whole) => () => json(whole));
  }
  return receiveBytes(request, shape, limits, announced, unpacking);
}

async function receiveBytes(
  request: WithBody,
  shape: BodyShape,
  limits: BodyLimits,
  announced: Announced | undefined,
  unpacking: DecompressionStream | undefined,
): Promise<Parse> {
  const sent = await request.bytes(limits);
  if (sent.byteLength === 0) return NO_BODY;
  const as = announced ?? announcedBy(request, shape);
  const bytes = unpacking === undefined ? sent : await unpacked(sent, unpacking, limits);
  return parserOf(bytes, as, shape);
}

function parserOf(bytes: Uint8Array, { type, charset }: Announced, shape: BodyShape): Parse {
  const text = () => decoderOf(charset).decode(bytes);
  switch (kindOf(type)) {
    case 'json':
      return () => json(text());
    case 'text':
      return text;
    case 'form':
      return () => formOf(text(), shape.fields);
    case 'multipart':
      return () => multipartOf(bytes, type, shape.fields);
    case 'bytes':
      return () => bytes;
  }
}

/** A body that a middleware has read: a parsed value, or the text or the bytes of one. */
function parseGiven(given: unknown, as: Announced, shape: BodyShape, limits: BodyLimits): Parse {
  const bytes = given instanceof Uint8Array ? given : undefined;
  if (bytes !== undefined) {
    if (bytes.byteLength > limits.size) throw tooLarge();
    return bytes.byteLength === 0 ? NO_BODY : parserOf(bytes, as, shape);
  }
  const kind = kindOf(as.type);
  if (typeof given !== 'string') {
    const fieldsIn = kind === 'form' ? fieldsOf : kind === 'multipart' ? parsedPartsOf : undefined;
    if (fieldsIn === undefined || typeof given !== 'object' || given === null) return () => notTooDeep(given);
    return () => notTooDeep(fieldsIn(given, shape.fields));
  }
  // A character has at least one byte.
  if (given.length > limits.size) throw tooLarge();
  if (kind === 'json') return () => json(given);
  return kind === 'form' ? () => formOf(given, shape.fields) : () => given;
}

function consumed(): TypeError {
  return new TypeError(
    'a middleware has read the body of the request, and nothing is left of it: mount the service before that middleware, have it read a clone, or have it set request.body',
  );
}

/** @throws Refusal when the document does not have the content type */
function announcedBy(request: WithBody, { types = JSON_TYPES }: BodyShape): Announced {
  const type = request.header('content-type');
  if (type === undefined || !types.some((known) => covers(known, bareType(type)))) {
    throw new Refusal(415, `the content type of the body is not ${types.join(' or ')}`, {
      headers: { Accept: types.join(', ') },
    });
  }
  const charset = CHARSET.exec(type)?.[1]?.toLowerCase() ?? 'utf-8';
  // Any other is rejected before the body is read.
  if (kindOf(type) !== 'bytes') decoderOf(charset);
  return { type, charset };
}

const JSON_TYPES = ['application/json'];
const UTF_8 = new TextDecoder();

function decoderOf(charset: string): TextDecoder {
  if (charset === 'utf-8') return UTF_8;
  try {
    if (charset.startsWith('utf-')) return new TextDecoder(charset);
  } catch {
    // The error is reported below.
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
  // An error is reported where the body is read.
  writer.write(bytes as Uint8Array<ArrayBuffer>).catch(() => undefined);
  writer.close().catch(() => undefined);
  try {
    return await readStream(unpacking.readable, limits);
  } catch (error) {
    if (error instanceof Refusal && error.status === 413) throw error;
    throw new Refusal(400, 'the body cannot be decompressed', { cause: error });
  }
}

function json(text: string): unknown {
  return text === '' ? undefined : parsedJson(text);
}
