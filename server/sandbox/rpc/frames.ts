/** Messages of gRPC on the wire: a byte for the compression, four for the length, the message. */
import { gunzipSync, inflateSync } from 'node:zlib';

const HEAD = 5;

/** Largest message, in bytes, when it is not compressed any more: the services take less. */
const LARGEST = 2 ** 21;

/**
 * The first message.
 *
 * @param encoding of compressed ones: `gzip`, `deflate`
 * @returns undefined where it is incomplete, or cannot be decoded
 */
export function messageIn(bytes: Uint8Array, encoding: string | undefined): Uint8Array | undefined {
  if (bytes.length < HEAD) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = HEAD + view.getUint32(1);
  const flags = view.getUint8(0);
  if (flags > 1 || end > bytes.length) return undefined;
  const message = bytes.subarray(HEAD, end);
  if (flags === 0) return message;
  try {
    if (encoding === 'gzip') return gunzipSync(message, { maxOutputLength: LARGEST });
    if (encoding === 'deflate') return inflateSync(message, { maxOutputLength: LARGEST });
  } catch {
    // As one that cannot be read.
  }
  return undefined;
}

/** A message as it goes over the wire, not compressed. */
export function framed(message: Uint8Array): Buffer {
  const frame = Buffer.alloc(HEAD + message.length);
  frame.writeUInt32BE(message.length, 1);
  frame.set(message, HEAD);
  return frame;
}
