/**
 * The limits of the service's data. The documents have no limits: these are choices of this server, generous for people
 * and programs, and small enough that no answer exhausts the memory of the process.
 *
 * Everything is counted in bytes of UTF-8 in JSON, which is the cost of storing and sending it.
 */
import { Refusal } from '@wallet-services/runtime/refusal';

const KIBIBYTE = 1_024;
const MEBIBYTE = 1_048_576;

/** The input of one turn. */
export const LONGEST_CONTENT = 256 * KIBIBYTE;

/** The override of one turn. */
export const LARGEST_OVERRIDE = 64 * KIBIBYTE;

/** What a model answers in one turn. */
export const LONGEST_RESPONSE = MEBIBYTE;

/** Texts of records for the prompt of one turn: the best that fit. */
export const MOST_RECORD_TEXT = 512 * KIBIBYTE;

/** The turns of a conversation together. One that is taken may lead beyond it by as much as a turn can. */
export const LARGEST_HISTORY = 2 * MEBIBYTE;

/** A record: a search answers at most 128 of them. */
export const LARGEST_RECORD = 64 * KIBIBYTE;

/** The hits of one search together: the best that fit, and the first one always. */
export const LARGEST_HITS = 2 * MEBIBYTE;

/** The identity of a person, which is part of every turn; the language of a conversation. */
export const LONGEST_IDENTITY = 8 * KIBIBYTE;
export const LONGEST_LANG = 256;

/** @throws Refusal 413 when a value is larger, as JSON */
export function checkSize(name: string, value: unknown, limit: number): void {
  if (sizeOf(value) <= limit) return;
  throw new Refusal(413, `${name} is too large`, { hint: `the maximum is ${limit} bytes of JSON` });
}

/** Bytes of a value as JSON. */
export function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
