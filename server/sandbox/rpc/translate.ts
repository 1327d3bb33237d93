/**
 * Translates gRPC calls for the faults, which work on HTTP: a call becomes one of Connect in JSON, and the answer
 * becomes gRPC again.
 */
import { type DescMethodUnary, fromBinary, fromJson, toBinary, toJson, toJsonString } from '@bufbuild/protobuf';
import { Code } from '@connectrpc/connect';
import { jsonOf, type Request, type WholeReply } from '@wallet-services/kit/exchange';
import { rpcCode } from '../../rpc/codes.ts';
import { framed, messageIn } from './frames.ts';

/** A gRPC call. */
export interface GrpcCall {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
}

/** The answer to a gRPC call. */
export interface GrpcAnswer {
  readonly headers: Readonly<Record<string, string>>;
  /** The framed message; undefined for an error. */
  readonly message: Buffer | undefined;
  readonly trailers: Readonly<Record<string, string>>;
}

const isOfGrpc = (name: string) => name.startsWith(':') || name.startsWith('grpc-') || name === 'te';

/** Units of `grpc-timeout`, in milliseconds. */
const UNITS: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1_000, m: 1, u: 0.001, n: 0.000_001 };

function timeoutOf(text = ''): Record<string, string> {
  const [, count, unit = ''] = /^(\d{1,8})([HMSmun])$/.exec(text) ?? [];
  if (count === undefined) return {};
  return { 'connect-timeout-ms': String(Math.max(1, Math.ceil(Number(count) * (UNITS[unit] ?? 1)))) };
}

/** @returns undefined when the message cannot be decoded: the service reports the error itself */
export function toConnect({ path, headers, body }: GrpcCall, method: DescMethodUnary): Request | undefined {
  const message = messageIn(body, headers['grpc-encoding']);
  if (message === undefined) return undefined;
  const passed = Object.entries(headers).filter(([name]) => !isOfGrpc(name));
  try {
    return {
      method: 'POST',
      path,
      query: new URLSearchParams(),
      headers: {
        ...Object.fromEntries(passed),
        ...timeoutOf(headers['grpc-timeout']),
        'content-type': 'application/json',
        'connect-protocol-version': '1',
      },
      body: toJsonString(method.input, fromBinary(method.input, message)),
    };
  } catch {
    return undefined;
  }
}

/** Numbers of the gRPC codes by their names in Connect, such as `resource_exhausted`. */
const CODES = new Map(
  Object.entries(Code).flatMap(([name, code]) =>
    typeof code === 'number' ? [[name.replaceAll(/(?<=[a-z])[A-Z]/g, '_$&').toLowerCase(), code] as const] : [],
  ),
);

const percentEncoded = (text: string) => encodeURIComponent(text).replaceAll('%20', ' ');

function failed(code: number, message: string, headers: Readonly<Record<string, string>>): GrpcAnswer {
  const trailers = { 'grpc-status': String(code), 'grpc-message': percentEncoded(message) };
  return { headers, message: undefined, trailers };
}

/** Translates an answer of Connect in JSON to gRPC. */
export function toGrpc({ status, body, headers: given = {} }: WholeReply, method: DescMethodUnary): GrpcAnswer {
  const headers = Object.fromEntries(Object.entries(given).filter(([name]) => !/^(?:connect-|vary$)/i.test(name)));
  const json = jsonOf(body);
  if (status < 200 || status > 299) {
    const { code, message, msg } = (typeof json === 'object' && json !== null ? json : {}) as Record<string, unknown>;
    const text = [message, msg].find((one) => typeof one === 'string') ?? `HTTP ${status}`;
    const known = typeof code === 'string' ? CODES.get(code) : undefined;
    return failed(known ?? CODES.get(rpcCode(status)) ?? Code.Unknown, String(text), headers);
  }
  try {
    const message = fromJson(method.output, json as Parameters<typeof fromJson>[1], { ignoreUnknownFields: true });
    return { headers, message: framed(toBinary(method.output, message)), trailers: { 'grpc-status': '0' } };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return failed(Code.Internal, `the response of the fault is not a ${method.output.typeName}: ${reason}`, headers);
  }
}

/** The JSON of a message, for display. */
export function messageJson(method: DescMethodUnary, side: 'input' | 'output', message: Uint8Array): unknown {
  const descriptor: DescMethodUnary['input'] = method[side];
  return toJson(descriptor, fromBinary(descriptor, message));
}
