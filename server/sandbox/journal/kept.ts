/**
 * An exchange as it is kept: bytes in a ring, and nothing beside them, so that there is nothing to collect. They are read,
 * and redacted, when somebody looks at them.
 */
import { messageText } from './binary.ts';
import { credentialFree, redactedText, redactedUrl } from './redact.ts';
import type { Segment } from './ring.ts';

/** Longest path, longest head of a message, and longest part of a body that is kept, in bytes. */
const MOST_URL = 16_384;
const MOST_HEAD = 16_384;
export const MOST_BODY = 65_536;

/** What stands before the texts and bodies of an exchange: a place for each number. */
const AT = 0;
const MILLISECONDS = 1;
const STATUS = 2;
/** Bytes of the texts, the bodies, and the bodies on the wire. */
const CALL = 3;
const REQUEST_HEAD = 4;
const RESPONSE_HEAD = 5;
const SENT = 6;
const ANSWERED = 7;
const SENT_SIZE = 8;
const ANSWERED_SIZE = 9;
const NUMBERS = 10;

/** Bytes of a number. */
const EACH = 8;

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
  /** Names and values, each a line. */
  readonly requestHead: string;
  readonly requestBody: PassedBody;
  /** Undefined where nothing could be sent. */
  readonly status: number | undefined;
  /** Lines as HTTP/1 has them; that of the status may stand before them. */
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

/** Exchanges of one world that stand in one segment, one after the other. */
export class Run {
  readonly segment: Segment<Run>;
  /** Number of the first. */
  readonly first: number;
  /** To be told when its place is used again. */
  readonly lost: (run: Run) => void;
  /** Where each begins. */
  readonly #begins: number[] = [];
  /** What is not among the bytes: few have any. */
  readonly #notes = new Map<number, { readonly broken?: string; readonly faults?: readonly string[] }>();
  /** Those that were read. */
  readonly #read: KeptExchange[] = [];

  constructor(segment: Segment<Run>, first: number, lost: (run: Run) => void) {
    this.segment = segment;
    this.first = first;
    this.lost = lost;
  }

  get size(): number {
    return this.#begins.length;
  }

  /** Writes one; there is room for it. */
  add(passed: Passed): void {
    if (passed.faults.length > 0) this.#notes.set(this.first + this.size, { faults: passed.faults });
    this.#begins.push(placed(this.segment, passed));
  }

  /** @param how what the connection did instead of answering */
  broke(number: number, how: string): void {
    this.#notes.set(number, { ...this.#notes.get(number), broken: how });
  }

  noteOf(number: number): { readonly broken?: string; readonly faults?: readonly string[] } | undefined {
    return this.#notes.get(number);
  }

  /** The newest first. */
  *exchanges(): Generator<KeptExchange> {
    for (let at = this.size - 1; at >= 0; at -= 1) {
      const exchange = this.#read[at] ?? new KeptExchange(this, this.first + at, this.#begins[at] ?? 0);
      this.#read[at] = exchange;
      yield exchange;
    }
  }
}

export class KeptExchange {
  readonly number: number;
  readonly #run: Run;
  readonly #begin: number;

  constructor(run: Run, number: number, begin: number) {
    this.number = number;
    this.#run = run;
    this.#begin = begin;
  }

  get at(): number {
    return this.#read(AT);
  }

  get milliseconds(): number {
    return this.#read(MILLISECONDS);
  }

  get status(): number | undefined {
    return this.#read(STATUS) || undefined;
  }

  get method(): string {
    return this.#call.split(' ', 1)[0] ?? '';
  }

  /** Path and query, without the address of the world; redacted. */
  get url(): string {
    return redactedUrl(this.#call.slice(this.method.length + 1));
  }

  get faults(): readonly string[] {
    return this.#run.noteOf(this.number)?.faults ?? [];
  }

  get broken(): string | undefined {
    return this.#run.noteOf(this.number)?.broken;
  }

  get request(): KeptMessage {
    const lines = this.#text(REQUEST_HEAD).toString('latin1').split('\n');
    const pairs = lines.flatMap((name, at) => (at % 2 === 0 ? [[name, lines[at + 1]] as const] : []));
    return this.#message('input', shownHeaders(pairs), this.#text(SENT), this.#read(SENT_SIZE));
  }

  get response(): KeptMessage | undefined {
    if (this.status === undefined) return undefined;
    const lines = this.#text(RESPONSE_HEAD).toString('latin1').split('\r\n');
    const pairs = lines.map((line) => LINE.exec(line)?.slice(1) ?? []);
    return this.#message('output', shownHeaders(pairs), this.#text(ANSWERED), this.#read(ANSWERED_SIZE));
  }

  get #call(): string {
    return this.#text(CALL).toString('latin1');
  }

  #read(which: number): number {
    return this.#run.segment.numbers[this.#begin / EACH + which] ?? 0;
  }

  /** They stand one after the other, as their lengths do. */
  #text(which: number): Buffer {
    let from = this.#begin + NUMBERS * EACH;
    for (let before = CALL; before < which; before += 1) from += this.#read(before);
    return this.#run.segment.bytes.subarray(from, from + this.#read(which));
  }

  #message(side: 'input' | 'output', headers: Record<string, string>, bytes: Buffer, size: number): KeptMessage {
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

/** Of a header: the line of a status has a space in what would be its name. */
const LINE = /^([^:\s]+): ?(.*)$/;

/**
 * One that comes more than once has all its values. What was cut within its name is none, and what HTTP/2 begins with is
 * none either.
 */
function shownHeaders(pairs: Iterable<readonly (string | undefined)[]>): Record<string, string> {
  const shown = new Map<string, string>();
  for (const [given, value] of pairs) {
    if (given === undefined || value === undefined || given.startsWith(':')) continue;
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

/** Room that an exchange may take, in bytes. */
export function roomFor({ method, url, requestHead, responseHead, requestBody, responseBody }: Passed): number {
  const heads = Math.min(MOST_HEAD, requestHead.length) + Math.min(MOST_HEAD, responseHead.length);
  const call = Math.min(MOST_URL, method.length + 1 + url.length);
  return (NUMBERS + 1) * EACH + call + heads + lengthOf(requestBody) + lengthOf(responseBody);
}

const upTo = (most: number, text: string) => (text.length > most ? text.slice(0, most) : text);

/** Writes an exchange into a segment that has room for it. @returns where it begins */
function placed(segment: Segment<Run>, passed: Passed): number {
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
