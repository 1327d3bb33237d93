/** Decodes RPC messages in a journal when they are read, and shows them as JSON. */
import { messageIn } from '../rpc/frames.ts';
import { methodAt } from '../rpc/methods.ts';
import { messageJson } from '../rpc/translate.ts';

const PROTO = /^application\/(?:proto|protobuf)\b/i;
const FRAMED = /^application\/grpc(?:-web)?(?:\+proto)?\s*(?:;|$)/i;

/**
 * @param side whether it is the request or the response of the method
 * @returns undefined when the body is no RPC message, or cannot be decoded
 */
export function messageText(
  path: string,
  side: 'input' | 'output',
  headers: Readonly<Record<string, string>>,
  bytes: Uint8Array,
): string | undefined {
  const { 'content-type': type = '', 'grpc-encoding': encoding, 'content-encoding': whole } = headers;
  const method = methodAt(path);
  if (method === undefined || whole !== undefined) return undefined;
  try {
    const message = FRAMED.test(type) ? messageIn(bytes, encoding) : PROTO.test(type) ? bytes : undefined;
    return message === undefined ? undefined : JSON.stringify(messageJson(method.descriptor, side, message));
  } catch {
    return undefined;
  }
}
