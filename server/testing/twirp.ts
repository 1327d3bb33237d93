/** A Twirp client for the tests, with the interface of Connect's clients. */

import {
  create,
  type DescMethodUnary,
  type DescService,
  fromBinary,
  fromJson,
  toBinary,
  toJsonString,
} from '@bufbuild/protobuf';
import { type CallOptions, type Client, Code, ConnectError } from '@connectrpc/connect';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { connectCodes } from '../rpc/codes.ts';

const CODES: Readonly<Record<string, Code>> = connectCodes;

/** @param url of the service, such as `http://127.0.0.1:4000/twirp/lending.v1.Lending` */
export function twirpClient<Service extends DescService>(
  service: Service,
  url: string,
  encoding: 'application/json' | 'application/protobuf',
): Client<Service> {
  const methods = service.methods.map((method) => [
    method.localName,
    (init: never, options?: CallOptions) =>
      call(method as DescMethodUnary, `${url}/${method.name}`, encoding, init, options?.headers),
  ]);
  return Object.fromEntries(methods);
}

async function call(
  { input, output }: DescMethodUnary,
  url: string,
  encoding: string,
  init: never,
  credentials?: HeadersInit,
): Promise<unknown> {
  const message = create(input, init);
  const headers = new Headers(credentials);
  headers.set('Content-Type', encoding);
  const response = await fetch(url, {
    method: 'POST',
    headers,
    body: encoding === 'application/json' ? toJsonString(input, message) : new Uint8Array(toBinary(input, message)),
    signal: AbortSignal.timeout(PATIENCE),
  });
  if (!response.ok) {
    const { code, msg } = (await response.json()) as { code: string; msg: string };
    throw new ConnectError(msg, CODES[code] ?? Code.Unknown);
  }
  if (response.headers.get('content-type') !== encoding) throw new Error('the answer has another encoding');
  return encoding === 'application/json'
    ? fromJson(output, await response.json())
    : fromBinary(output, new Uint8Array(await response.arrayBuffer()));
}
