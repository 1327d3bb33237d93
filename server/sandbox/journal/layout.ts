/** The layout of an exchange in a segment: a number of fixed slots, then its texts and bodies. */
import type { Segment } from './ring.ts';

/** Longest path, longest head of a message, and longest part of a body that is kept, in bytes. */
const MOST_URL = 16_384;
const MOST_HEAD = 16_384;
export const MOST_BODY = 65_536;

/** Slots of the numbers that precede the texts and bodies of an exchange. */
export const AT = 0;
export const MILLISECONDS = 1;
export const STATUS = 2;
/** Slots of lengths in bytes: of the texts, of the kept bodies, and of the bodies on the wire. */
export const CALL = 3;
export const REQUEST_HEAD = 4;
export const RESPONSE_HEAD = 5;
export const SENT = 6;
export const ANSWERED = 7;
export const SENT_SIZE = 8;
export const ANSWERED_SIZE = 9;
const NUMBERS = 10;

/** Size of a slot, in bytes. */
const EACH = 8;

/** The beginning of a body, and its full length. */
export interface PassedBody {
  readonly parts: readonly (string | Uint8Array)[];
  /** Bytes on the wire; undefined when the parts are the whole body. */
  readonly size?: number | undefined;
}

/** An exchange with a complete answer. */
export interface Passed {
  /** Time by the world's clock, in milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  /** Path and query, without the address of the world. */
  readonly url: string;
  /** Names and values, one header a line. */
  readonly requestHead: string;
  readonly requestBody: PassedBody;
  /** Undefined when no response could be sent. */
  readonly status: number | undefined;
  /** Header lines as in HTTP/1; the first may be a status line. */
  readonly responseHead: string;
  readonly responseBody: PassedBody;
  readonly milliseconds: number;
  /** Ids of the faults that took effect. */
  readonly faults: readonly string[];
}

/** The part of a segment that readers and writers of exchanges use. */
type Place = Pick<Segment<unknown>, 'bytes' | 'numbers' | 'used'>;

/** @param begin where the exchange begins */
export function numberAt({ numbers }: Place, begin: number, which: number): number {
  return numbers[begin / EACH + which] ?? 0;
}

/** @param which slot of the text's or body's length; texts and bodies follow in the order of these slots */
export function textAt(place: Place, begin: number, which: number): Buffer {
  let from = begin + NUMBERS * EACH;
  for (let before = CALL; before < which; before += 1) from += numberAt(place, begin, before);
  return place.bytes.subarray(from, from + numberAt(place, begin, which));
}

function lengthOf({ parts }: PassedBody): number {
  let length = 0;
  // A UTF-16 code unit takes at most three bytes in UTF-8.
  for (const part of parts) length += typeof part === 'string' ? part.length * 3 : part.length;
  return Math.min(length, MOST_BODY);
}

/** Writes as many bytes as are kept. @returns the end of the written bytes */
function written({ parts }: PassedBody, bytes: Buffer, begin: number): number {
  let end = begin;
  for (const part of parts) {
    const room = MOST_BODY - (end - begin);
    if (typeof part === 'string') end += bytes.write(part, end, room, 'utf8');
    else {
      bytes.set(part.length > room ? part.subarray(0, room) : part, end);
      end += Math.min(part.length, room);
    }
  }
  return end;
}

/** Length on the wire. The last character of a truncated text may not have fitted, so a full body is measured. */
function sizeOf({ parts, size }: PassedBody, kept: number): number {
  return size ?? (kept > MOST_BODY - 4 ? parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0) : kept);
}

/** Upper bound of the size of an exchange in a segment, in bytes. */
export function roomFor({ method, url, requestHead, responseHead, requestBody, responseBody }: Passed): number {
  const heads = Math.min(MOST_HEAD, requestHead.length) + Math.min(MOST_HEAD, responseHead.length);
  const call = Math.min(MOST_URL, method.length + 1 + url.length);
  return (NUMBERS + 1) * EACH + call + heads + lengthOf(requestBody) + lengthOf(responseBody);
}

const upTo = (most: number, text: string) => (text.length > most ? text.slice(0, most) : text);

/** Writes an exchange into a segment that has room for it. @returns its offset */
export function placed(segment: Place, passed: Passed): number {
  const { bytes, numbers, used: begin } = segment;
  const call = upTo(MOST_URL, `${passed.method} ${passed.url}`);
  const requestHead = upTo(MOST_HEAD, passed.requestHead);
  const responseHead = upTo(MOST_HEAD, passed.responseHead);
  const text = begin + NUMBERS * EACH;
  // One write for all three texts: the cost of a call exceeds that of its bytes.
  const sent = text + bytes.write(call + requestHead + responseHead, text, 'latin1');
  const answered = written(passed.requestBody, bytes, sent);
  const end = written(passed.responseBody, bytes, answered);
  const first = begin / EACH;
  numbers[first + AT] = passed.at;
  numbers[first + MILLISECONDS] = passed.milliseconds;
  numbers[first + STATUS] = passed.status ?? 0;
  numbers[first + CALL] = call.length;
  numbers[first + REQUEST_HEAD] = requestHead.length;
  numbers[first + RESPONSE_HEAD] = responseHead.length;
  numbers[first + SENT] = answered - sent;
  numbers[first + ANSWERED] = end - answered;
  numbers[first + SENT_SIZE] = sizeOf(passed.requestBody, answered - sent);
  numbers[first + ANSWERED_SIZE] = sizeOf(passed.responseBody, end - answered);
  segment.used = Math.ceil(end / EACH) * EACH;
  return begin;
}
