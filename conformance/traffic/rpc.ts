/** Converts unary RPCs over HTTP/1 for the suite: Connect and Twirp, with JSON or with binary messages. */

import { type DescMessage, fromBinary, type JsonObject, toJson } from '@bufbuild/protobuf';
import { isCredentialHeader } from '@wallet-services/kit/credentials';
import { type RpcModel, rpcMethod } from '../model/document/rpc.ts';
import type { Exchange, RpcCall } from '../model/exchange.ts';
import { isObject } from '../model/values/json.ts';
import { isJson } from '../model/values/media.ts';
import { readBody } from '../run/send/body.ts';
import type { Recorded } from './recorded.ts';

/** Media types of a bare message; others wrap it, such as those of gRPC-Web and streams. */
const BINARY = /^application\/(x-)?proto(buf)?\s*(;|$)/i;

const LARGEST = 8 * 2 ** 20;

interface Called extends Pick<RpcCall, 'method' | 'protocol'> {
  readonly input: DescMessage;
  readonly output: DescMessage;
}

/** The method that a path names; null where the service has no such method. */
function calledBy(rpc: RpcModel, { method, url }: Recorded): Called | null {
  const parts = new URL(url).pathname.split('/').slice(-3);
  const [before, service, name = ''] = parts.length === 3 ? parts : ['', ...parts];
  const isTwirp = before === 'twirp';
  const isOurs = service === rpc.typeName || (isTwirp && service === rpc.name);
  const known = rpc.service.methods.some((one) => one.name === name && one.methodKind === 'unary');
  if (method !== 'POST' || !isOurs || !known) return null;
  const { input, output } = rpcMethod(rpc, name);
  return { method: name, protocol: isTwirp ? 'twirp' : 'connect', input, output };
}

/** A message as JSON; null where it cannot be read. */
function messageIn(
  message: DescMessage,
  type: string,
  text: string | null,
  bytes: Uint8Array | null | undefined,
): JsonObject | null {
  try {
    const isBinary = BINARY.test(type);
    // Text made from bytes has lost some of them.
    if (isBinary ? bytes === undefined : !isJson(type)) return null;
    const json: unknown = isBinary
      ? toJson(message, fromBinary(message, bytes ?? new Uint8Array()))
      : JSON.parse(text || '{}');
    return isObject(json) ? (json as JsonObject) : null;
  } catch {
    return null;
  }
}

/** An exchange of a method; null where it is none, or has a form that is not judged. */
export function rpcExchangeOf(rpc: RpcModel | null, recorded: Recorded): Exchange | null {
  const called = rpc === null ? null : calledBy(rpc, recorded);
  if (called === null) return null;
  const { headers, answerHeaders, requestBody, status, url, at, bytes } = recorded;
  const { input, output, method, protocol } = called;
  const message = messageIn(input, headers['content-type'] ?? '', requestBody, bytes?.request);
  if (message === null) return null;
  const type = answerHeaders['content-type'] ?? '';
  const isMessage = BINARY.test(type) && status === 200;
  const json = isMessage ? messageIn(output, type, null, bytes?.answer) : null;
  if (isMessage && json === null && bytes?.answer === undefined) return null;
  const body = json === null ? recorded.body : readBody(Buffer.from(JSON.stringify(json)), undefined, LARGEST);
  const own = Object.entries(headers).filter(([name]) => name === 'content-type' || isCredentialHeader(name));
  return {
    call: { kind: 'rpc', label: 'in traffic', method, protocol, message, intent: 'open' },
    url,
    method: 'POST',
    headers: Object.fromEntries(own),
    receivedAt: at,
    requestBody: JSON.stringify(message),
    outcome: {
      kind: 'answer',
      status,
      contentType: json === null ? type || null : 'application/json',
      retryAfter: answerHeaders['retry-after'] ?? null,
      body,
    },
  };
}
