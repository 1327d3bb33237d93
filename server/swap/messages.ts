/** Translates between RPC messages and the inputs and outputs of the operations. */
import { isNestedDeeperThan, Refusal } from '@wallet-services/runtime';
import type { PageInput } from './operations/transactions.ts';

/**
 * Converts a page request. A number that JavaScript cannot represent exactly is no known cursor, and above every limit.
 */
export function pageInput({ cursor, limit }: { cursor?: bigint; limit?: bigint }): PageInput {
  return {
    cursor: cursor === undefined ? undefined : Number(cursor),
    limit: limit === undefined ? undefined : Number(limit),
  };
}

/** Replaces `null` by an empty list, because protobuf lists cannot be null. */
export function filled(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, member]) => member !== null));
}

/** The members of a request that have no field of their own. Members that have one are ignored here. */
export function membersIn(more: Uint8Array): Readonly<Record<string, unknown>> {
  if (more.byteLength === 0) return {};
  try {
    const parsed: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(more));
    const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
    if (isObject && !isNestedDeeperThan(parsed)) {
      const { broker_id: _broker, label: _label, ...members } = parsed as Record<string, unknown>;
      return members;
    }
  } catch {
    // Rejected below, like any other text.
  }
  throw new Refusal(400, 'more is not the JSON text of an object');
}

/** JSON text as bytes, for values that protobuf cannot represent otherwise. */
export function jsonBytes(value: object): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(value));
}

/** The same in the format that `bytes` fields have in the JSON of a message. */
export function jsonBase64(value: object): string {
  return Buffer.from(jsonBytes(value)).toString('base64');
}
