/**
 * The meaning of an answer of the wallet network: the value, a rejection of the presented credential, or a problem of
 * the network.
 */
import { Refusal } from '@wallet-services/runtime/refusal';

/** Statuses with which the network rejects the credential, not the form of the request. */
const TURNED_DOWN: readonly number[] = [400, 401, 403];

const TOO_MANY = 429;

export interface Judgement {
  readonly kind: 'answered' | 'refused' | 'busy' | 'broken';
  /** The network's own message, if it sent one. */
  readonly reason: string;
}

/**
 * Judges an answer by its status and, if present, by its `error`: networks send rejections in the form `{"error":
 * {"status", "code", "description"}}` with HTTP 200 or 202 too.
 */
export function judge(status: number, body: unknown): Judgement {
  const error = memberOf(body, 'error');
  const reason = reasonOf(body, error);
  const numbers = [status, memberOf(error, 'status'), memberOf(error, 'code')].map(Number);
  if (numbers.includes(TOO_MANY) || numbers.includes(503)) return { kind: 'busy', reason };
  if (numbers.some((number) => number >= 500 && number <= 599)) return { kind: 'broken', reason };
  if (TURNED_DOWN.includes(status)) return { kind: 'refused', reason };
  if (error === undefined || error === null) return { kind: status === 200 ? 'answered' : 'broken', reason };
  const isRefusal = (status === 200 || status === 202) && !numbers.includes(404);
  return { kind: isRefusal ? 'refused' : 'broken', reason };
}

/** The message to clients about problems that they did not cause; the details are kept for the log. */
export function troubled(status: 502 | 503, details: string): Refusal {
  const message = status === 503 ? 'the wallet network does not respond at the moment' : 'the wallet network failed';
  return new Refusal(status, message, {
    cause: new Error(details),
    ...(status === 503 ? { headers: { 'Retry-After': '5' } } : {}),
  });
}

function reasonOf(body: unknown, error: unknown): string {
  const reason = memberOf(error, 'description') ?? memberOf(body, 'msg');
  return typeof reason === 'string' ? reason.slice(0, 300) : 'no reason given';
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value ? Reflect.get(value, name) : undefined;
}
