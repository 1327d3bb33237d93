/** The layout of an exchange in a segment: a slot for each number, then its texts and bodies, one after the other. */
import type { Segment } from './ring.ts';

/** Longest path, longest head of a message, and longest part of a body that is kept, in bytes. */
const MOST_URL = 16_384;
const MOST_HEAD = 16_384;
export const MOST_BODY = 65_536;

/** The numbers before the texts and bodies of an exchange: a slot for each. */
export const AT = 0;
export const MILLISECONDS = 1;
export const STATUS = 2;
/** Bytes of the texts, the bodies, and the bodies on the wire. */
export const CALL = 3;
export const REQUEST_HEAD = 4;
export const RESPONSE_HEAD = 5;
export const SENT = 6;
export const ANSWERED = 7;
export const SENT_SIZE = 8;
export const ANSWERED_SIZE = 9;
const NUMBERS = 10;

/** Bytes of a number. */
const EACH = 8;

/** What passed of a body: its beginning, and how long it was. */
export interface PassedBody {
  readonly parts: readonly (string | Uint8Array)[];
  /** Bytes on the wire; undefined where the parts are all of it. */
  readonly size?: number | undefined;
}

/** An exchange with a complete answer. */
export interface Passed {
  /** Milliseconds since 1970, of the world. */
  readonly at: number;
  readonly method: string;
  /** Path and query, without the address of the world. */
  readonly url: string;
  /** Names and values, each a line. */
  readonly requestHead: string;
  readonly requestBody: PassedBody;
  /** Undefined where nothing could be sent. */
  readonly status: number | undefined;
  /** Lines as in HTTP/1; a status line may precede them. */
  readonly responseHead: string;
  readonly responseBody: PassedBody;
  readonly milliseconds: number;
  /** Ids. */
  readonly faults: readonly string[];
}

/** The part of a segment that readers and writers of exchanges use. */
type Place = Pick<Segment<unknown>, 'bytes' | 'numbers' | 'used'>;

/** @param begin where the exchange begins */
export function numberAt({ numbers }: Place, begin: number, which: number): number {
  return numbers[begin / EACH + which] ?? 0;
}

/** @param which of the texts and bodies; they are in the order of their lengths */
export function textAt(place: Place, begin: number, which: number): Buffer {
  let from = begin + NUMBERS * EACH;
  for (let before = CALL; before < which; before += 1) from += numberAt(place, begin, before);
  return place.bytes.subarray(from, from + numberAt(place, begin, which));
}

function lengthOf({ parts }: PassedBody): number {
  let length = 0;
  // A character takes three bytes at most, of those that JSON leaves as they are.
  for (const part of parts) length += typeof part === 'string' ? part.length * 3 : part.length;
  return Math.min(length, MOST_BODY);
}

/** Writes as much as fits. @returns the end of the written bytes */
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

/** On the wire. Of text a last character may not have had room. */
function sizeOf({ parts, size }: PassedBody, kept: number): number {
  return size ?? (kept > MOST_BODY - 4 ? parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0) : kept);
}

/** Room that an exchange may take, in bytes. */
export function roomFor({ method, url, requestHead, responseHead, requestBody, responseBody }: Passed): number {
  const heads = Math.min(MOST_HEAD, requestHead.length) + Math.min(MOST_HEAD, responseHead.length);
  const call = Math.min(MOST_URL, method.length + 1 + url.length);
  return (NUMBERS + 1) * EACH + call + heads + lengthOf(requestBody) + lengthOf(responseBody);
}

const upTo = (most: number, text: string) => (text.length > most ? text.slice(0, most) : text);

/** Writes an exchange into a segment that has room for it. @returns where it begins */
export function placed(segment: Place, passed: Passed): number {
  const { bytes, numbers, used: begin } = segment;
  const call = upTo(MOST_URL, `${passed.method} ${passed.url}`);
  const requestHead = upTo(MOST_HEAD, passed.requestHead);
  const responseHead = upTo(MOST_HEAD, passed.responseHead);
  const text = begin + NUMBERS * EACH;
  // At once: each write costs more than its bytes.
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
