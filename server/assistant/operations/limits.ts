/**
 * The limits of the service's data. The documents have no limits: these are choices of this server, generous for people
 * and programs, and small enough that no answer exhausts the memory of the process.
 *
 * All sizes are bytes of UTF-8 in JSON, which is what storing and sending a value costs.
 */
import { Refusal } from '@wallet-services/runtime/refusal';

const KIBIBYTE = 1_024;
const MEBIBYTE = 1_048_576;

/** The input of one turn. */
export const LONGEST_CONTENT = 256 * KIBIBYTE;

/** The override of one turn. */
export const LARGEST_OVERRIDE = 64 * KIBIBYTE;

/** The response of a model in one turn. */
export const LONGEST_RESPONSE = MEBIBYTE;

/** Texts of records in the prompt of one turn: the best records that fit. */
export const MOST_RECORD_TEXT = 512 * KIBIBYTE;

/** All turns of a conversation. The last accepted turn may exceed it. */
export const LARGEST_HISTORY = 2 * MEBIBYTE;

/** A record: a search returns at most 128 of them. */
export const LARGEST_RECORD = 64 * KIBIBYTE;

/** All hits of a search: the best that fit, and always the first. */
export const LARGEST_HITS = 2 * MEBIBYTE;

/** The identity of a person, which is part of every turn; the language of a conversation. */
export const LONGEST_IDENTITY = 8 * KIBIBYTE;
export const LONGEST_LANG = 256;

/** @throws Refusal 413 when the value is larger as JSON */
export function checkSize(name: string, value: unknown, limit: number): void {
  if (sizeOf(value) <= limit) return;
  throw new Refusal(413, `${name} is too large`, { hint: `the maximum is ${limit} bytes of JSON` });
}

/** Size of a value as JSON, in bytes. */
export function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
