/** The frame of a gRPC message: a byte for the compression, four bytes for the length, then the message. */
import { gunzipSync, inflateSync } from 'node:zlib';

const HEAD = 5;

/** Largest message after decompression, in bytes: more than the services accept. */
const LARGEST = 2 ** 21;

/**
 * Reads the first message.
 *
 * @param encoding compression of compressed messages: `gzip` or `deflate`
 * @returns undefined when the message is incomplete or cannot be decoded
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
    // A message that cannot be decompressed is treated as one that cannot be decoded.
  }
  return undefined;
}

/** Frames a message without compression. */
export function framed(message: Uint8Array): Buffer {
  const frame = Buffer.alloc(HEAD + message.length);
  frame.writeUInt32BE(message.length, 1);
  frame.set(message, HEAD);
  return frame;
}
