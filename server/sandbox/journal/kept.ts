/** An exchange as it is kept: bytes in a ring, which are read, and redacted, when somebody looks at them. */
import { messageText } from './binary.ts';
import { credentialFree, redactedText, redactedUrl } from './redact.ts';
import type { Ring, Segment } from './ring.ts';

/** Longest path, longest head of a message, and longest part of a body that is kept, in bytes. */
const MOST_URL = 16_384;
const MOST_HEAD = 16_384;
export const MOST_BODY = 65_536;

/** What stands for the index of an exchange, in bytes: it is beside the ring. */
const INDEX = 256;

/** What passed of a body: its beginning, and how long it was. */
export interface PassedBody {
  readonly parts: readonly (string | Uint8Array)[];
  /** Bytes on the wire; undefined where the parts are all of it. */
  readonly size?: number | undefined;
}

/** An exchange whose answer has come to its end. */
export interface Passed {
  /** Milliseconds since 1970, of the world. */
  readonly at: number;
  readonly method: string;
  /** Path and query, without the address of the world. */
  readonly url: string;
  /** Lines of names and values, as HTTP/1 has them. */
  readonly requestHead: string;
  readonly requestBody: PassedBody;
  /** Undefined where nothing could be sent. */
  readonly status: number | undefined;
  /** The same; the line of the status may stand before them. */
  readonly responseHead: string;
  readonly responseBody: PassedBody;
  readonly milliseconds: number;
  /** Ids. */
  readonly faults: readonly string[];
}

/** Half of an exchange, as it is kept. */
export interface KeptMessage {
  /** Without credentials. */
  readonly headers: Readonly<Record<string, string>>;
  /** Redacted; that of a message of RPC is its JSON. Undefined where it is no text. */
  readonly text: string | undefined;
  /** Bytes on the wire. */
  readonly size: number;
  /** Whether not all of it is here, or not as text. */
  readonly truncated: boolean;
}

/** Where an exchange is: its path, the heads, and what there is of the bodies, one after the other. */
interface Place {
  readonly segment: Segment<KeptExchange>;
  readonly offset: number;
  /** Bytes of each. */
  readonly url: number;
  readonly requestHead: number;
  readonly responseHead: number;
  readonly sent: number;
  readonly answered: number;
  /** Bytes of the bodies on the wire. */
  readonly sentSize: number;
  readonly answeredSize: number;
}

export class KeptExchange {
  readonly number: number;
  readonly at: number;
  readonly method: string;
  readonly status: number | undefined;
  /** What the connection did instead of answering, which may be told after it was kept. */
  broken: string | undefined;
  readonly milliseconds: number;
  readonly faults: readonly string[];
  readonly #place: Place;
  /** Undefined when nobody wants it any more. */
  #lost: (() => void) | undefined;

  constructor({ at, method, status, milliseconds, faults }: Passed, number: number, place: Place, lost: () => void) {
    this.number = number;
    this.at = at;
    this.method = method;
    this.status = status;
    this.broken = undefined;
    this.milliseconds = milliseconds;
    this.faults = faults;
    this.#place = place;
    this.#lost = lost;
  }

  /** Path and query, without the address of the world; redacted. */
  get url(): string {
    return redactedUrl(this.#bytes(0, this.#place.url).toString('latin1'));
  }

  get request(): KeptMessage {
    const { url, requestHead, responseHead, sent, sentSize } = this.#place;
    const head = this.#bytes(url, requestHead);
    return this.#message('input', head, this.#bytes(url + requestHead + responseHead, sent), sentSize);
  }

  get response(): KeptMessage | undefined {
    if (this.status === undefined) return undefined;
    const { url, requestHead, responseHead, sent, answered, answeredSize } = this.#place;
    const head = this.#bytes(url + requestHead, responseHead);
    const body = this.#bytes(url + requestHead + responseHead + sent, answered);
    return this.#message('output', head, body, answeredSize);
  }

  /** Its place is needed for others. */
  lost(): void {
    const tell = this.#lost;
    this.#lost = undefined;
    tell?.();
  }

  /** Gives its place back. */
  forget(ring: Ring<KeptExchange>): void {
    this.#lost = undefined;
    ring.forget(this.#place.segment);
  }

  #bytes(from: number, length: number): Buffer {
    const { segment, offset } = this.#place;
    return segment.bytes.subarray(offset + from, offset + from + length);
  }

  #message(side: 'input' | 'output', head: Buffer, bytes: Buffer, size: number): KeptMessage {
    const headers = shownHeaders(head.toString('latin1'));
    const [path = ''] = this.url.split('?', 1);
    const isText =
      size > 0 && TEXT.test(headers['content-type'] ?? 'json') && headers['content-encoding'] === undefined;
    const isWhole = size === bytes.length;
    const text = isText ? bytes.toString() : isWhole ? messageText(path, side, headers, bytes) : undefined;
    return {
      headers,
      text: text === undefined ? undefined : redactedText(text, path),
      size,
      truncated: size > 0 && (text === undefined || !isWhole),
    };
  }
}

const TEXT = /^(?!application\/grpc).*(?:json|text|x-www-form-urlencoded)/i;

const LINE = /^([^:\s]+): ?(.*)$/;

/** One that comes more than once has all its values; a line that was cut within its name is none. */
function shownHeaders(head: string): Record<string, string> {
  const shown = new Map<string, string>();
  for (const line of head.replace(/^HTTP\/.*/, '').split('\r\n')) {
    const [, given, value] = LINE.exec(line) ?? [];
    if (given === undefined || value === undefined) continue;
    const name = given.toLowerCase();
    const before = shown.get(name);
    // A referrer may have a token in its query.
    const now = redactedUrl(credentialFree(name, value));
    shown.set(name, before === undefined ? now : `${before}, ${now}`);
  }
  return Object.fromEntries(shown);
}

function lengthOf({ parts }: PassedBody): number {
  let length = 0;
  // A character takes three bytes at most, of those that JSON leaves as they are.
  for (const part of parts) length += typeof part === 'string' ? part.length * 3 : part.length;
  return Math.min(length, MOST_BODY);
}

/** Writes what there is room for. @returns where it ends */
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

/** Writes an exchange into a ring. @param lost told when its place is used again, if it is wanted still */
export function placed(ring: Ring<KeptExchange>, passed: Passed, number: number, lost: () => void): KeptExchange {
  const { url, requestHead, responseHead, requestBody, responseBody } = passed;
  const heads = Math.min(MOST_HEAD, requestHead.length) + Math.min(MOST_HEAD, responseHead.length);
  const segment = ring.room(
    INDEX + Math.min(MOST_URL, url.length) + heads + lengthOf(requestBody) + lengthOf(responseBody),
  );
  const { bytes, used: offset } = segment;
  const afterUrl = offset + bytes.write(url, offset, MOST_URL, 'latin1');
  const afterRequest = afterUrl + bytes.write(requestHead, afterUrl, MOST_HEAD, 'latin1');
  const afterHeads = afterRequest + bytes.write(responseHead, afterRequest, MOST_HEAD, 'latin1');
  const afterSent = written(requestBody, bytes, afterHeads);
  const end = written(responseBody, bytes, afterSent);
  const sent = afterSent - afterHeads;
  const answered = end - afterSent;
  const kept = new KeptExchange(
    passed,
    number,
    {
      segment,
      offset,
      url: afterUrl - offset,
      requestHead: afterRequest - afterUrl,
      responseHead: afterHeads - afterRequest,
      sent,
      answered,
      sentSize: sizeOf(requestBody, sent),
      answeredSize: sizeOf(responseBody, answered),
    },
    lost,
  );
  segment.used = end + INDEX;
  segment.items.push(kept);
  segment.living += 1;
  return kept;
}
