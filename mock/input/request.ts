/** Reads a request into the form that Prism takes. */
import type { IncomingMessage } from 'node:http';
import { MIMEType } from 'node:util';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { IHttpRequest } from '@stoplight/prism-http';
import { isJson } from '@wallet-services/kit/media';
import { otherReading } from '@wallet-services/kit/rounded';
import { isMediaType, readTarget, type Target, toMethod } from '../target.ts';

/** Largest body, both as sent and decompressed, in bytes. */
const BODY_LIMIT = 10 * 1024 * 1024;

/** A request with additional parts that Prism does not read. */
export interface ReadRequest extends IHttpRequest {
  readonly url: IHttpRequest['url'] & Partial<Pick<Target, 'search'>>;
  /** The body as sent, decompressed; absent when only its value is known. */
  readonly bytes?: Buffer;
  /** Whether it is validated like the sandbox does, beyond its documents. */
  readonly asSandbox?: boolean;
  /** Whether the body is not JSON, contrary to its media type. */
  readonly isBroken?: boolean;
  /** The other reading of a JSON body with numbers that JavaScript rounds. */
  readonly other?: { readonly value: unknown };
}

/** A request that cannot be passed to Prism. */
export class UnreadableRequest extends Error {
  override readonly name = 'UnreadableRequest';
  readonly status: number;

  constructor(status: 400 | 413 | 415, message: string) {
    super(message);
    this.status = status;
  }
}

/** @throws UnreadableRequest when the target is not a URL, or the body is too large or cannot be read */
export async function readRequest(request: IncomingMessage): Promise<ReadRequest & { readonly url: Target }> {
  const url = readTarget(request.url);
  if (url === undefined) throw new UnreadableRequest(400, 'the target of the request is not a URL');
  const headers = readHeaders(request);
  const bytes = unpacked(await readBytes(request), headers['content-encoding']);
  return { method: toMethod(request.method), url, headers, bytes, ...bodyOf(bytes, headers['content-type']) };
}

/** The headers. Entries of `Accept` that Prism cannot read are removed, because it throws at them and at empty ones. */
function readHeaders(request: IncomingMessage): Record<string, string> {
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const { accept } = request.headers;
  // Without this check, an error that is thrown and caught would take a twentieth of the time of an answer.
  if (accept === undefined) return headers;
  const accepted = accept.split(',').filter((mediaType) => isMediaType(mediaType.trim()));
  return { ...headers, accept: accepted.join(',') || '*/*' };
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  // The stream stays open, so that a body that is too large can still be answered.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > BODY_LIMIT) throw tooLarge();
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

function tooLarge(): UnreadableRequest {
  return new UnreadableRequest(413, `the body is larger than ${BODY_LIMIT} bytes`);
}

const UNPACK = new Map([
  ['gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
]);

function unpacked(bytes: Buffer, encoding = 'identity'): Buffer {
  if (bytes.length === 0 || encoding.toLowerCase() === 'identity') return bytes;
  const unpack = UNPACK.get(encoding.toLowerCase());
  if (unpack === undefined) throw new UnreadableRequest(415, 'the content encoding of the body is not supported');
  try {
    return unpack(bytes, { maxOutputLength: BODY_LIMIT });
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge();
    throw new UnreadableRequest(400, 'the body cannot be decompressed');
  }
}

/** Parses JSON; text that is not JSON, contrary to its media type, stays text. */
function bodyOf(bytes: Buffer, type: string | undefined): Pick<ReadRequest, 'body' | 'isBroken' | 'other'> {
  if (bytes.length === 0) return { body: undefined };
  const text = decoderOf(type).decode(bytes);
  if (!isJson(type)) return { body: text };
  try {
    const body: unknown = JSON.parse(text);
    const other = otherReading(text);
    return { body, ...(other === undefined ? {} : { other }) };
  } catch {
    return { body: text, isBroken: true };
  }
}

const UTF_8 = new TextDecoder();

function decoderOf(type: string | undefined): TextDecoder {
  const charset =
    type === undefined || !isMediaType(type) ? undefined : new MIMEType(type).params.get('charset')?.toLowerCase();
  if (charset === undefined || charset === 'utf-8' || !isJson(type)) return UTF_8;
  try {
    if (charset.startsWith('utf-')) return new TextDecoder(charset);
  } catch {
    // Reported below, like any other charset.
  }
  throw new UnreadableRequest(415, 'the charset of the body is not supported');
}
