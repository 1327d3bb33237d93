/**
 * A stored exchange. It is kept as bytes in a ring, with no objects to collect as garbage, and is decoded and redacted
 * when it is read.
 */
import { messageText } from './binary.ts';
import * as layout from './layout.ts';
import { credentialFree, redactedText, redactedUrl } from './redact.ts';
import type { Segment } from './ring.ts';

/** The request or the response of a stored exchange. */
export interface KeptMessage {
  /** The headers, without credentials. */
  readonly headers: Readonly<Record<string, string>>;
  /** The redacted body; for an RPC message, its JSON. Undefined when it is not text. */
  readonly text: string | undefined;
  /** Bytes on the wire. */
  readonly size: number;
  /** Whether the journal does not have the whole body, or not as text. */
  readonly truncated: boolean;
}

/** Consecutive exchanges of one world in one segment. */
export class Run {
  readonly segment: Segment<Run>;
  /** Number of the first exchange. */
  readonly first: number;
  /** Whether its memory was reused or released. */
  isGone = false;
  /** Called when its memory is reused. */
  readonly lost: (run: Run) => void;
  /** Offset of each exchange in the segment. */
  readonly #begins: number[] = [];
  /** Properties that are not stored as bytes: few exchanges have any. */
  readonly #notes = new Map<number, { readonly broken?: string; readonly faults?: readonly string[] }>();
  /** The exchanges that were decoded already. */
  readonly #read: KeptExchange[] = [];

  constructor(segment: Segment<Run>, first: number, lost: (run: Run) => void) {
    this.segment = segment;
    this.first = first;
    this.lost = lost;
  }

  get size(): number {
    return this.#begins.length;
  }

  /** Writes an exchange; the segment must have room for it. */
  add(passed: layout.Passed): void {
    if (passed.faults.length > 0) this.#notes.set(this.first + this.size, { faults: passed.faults });
    this.#begins.push(layout.placed(this.segment, passed));
  }

  /** @param how how the connection was broken */
  broke(number: number, how: string): void {
    this.#notes.set(number, { ...this.#notes.get(number), broken: how });
  }

  noteOf(number: number): { readonly broken?: string; readonly faults?: readonly string[] } | undefined {
    return this.#notes.get(number);
  }

  /** The exchanges, newest first; iteration ends when their memory is reused. */
  *exchanges(): Generator<KeptExchange> {
    for (let at = this.size - 1; at >= 0 && !this.isGone; at -= 1) {
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
    return this.#read(layout.AT);
  }

  get milliseconds(): number {
    return this.#read(layout.MILLISECONDS);
  }

  get status(): number | undefined {
    return this.#read(layout.STATUS) || undefined;
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
    const lines = this.#text(layout.REQUEST_HEAD).toString('latin1').split('\n');
    const pairs = lines.flatMap((name, at) => (at % 2 === 0 ? [[name, lines[at + 1]] as const] : []));
    return this.#message('input', shownHeaders(pairs), this.#text(layout.SENT), this.#read(layout.SENT_SIZE));
  }

  get response(): KeptMessage | undefined {
    if (this.status === undefined) return undefined;
    const lines = this.#text(layout.RESPONSE_HEAD).toString('latin1').split('\r\n');
    const pairs = lines.map((line) => LINE.exec(line)?.slice(1) ?? []);
    return this.#message('output', shownHeaders(pairs), this.#text(layout.ANSWERED), this.#read(layout.ANSWERED_SIZE));
  }

  get #call(): string {
    return this.#text(layout.CALL).toString('latin1');
  }

  #read(which: number): number {
    return layout.numberAt(this.#run.segment, this.#begin, which);
  }

  #text(which: number): Buffer {
    return layout.textAt(this.#run.segment, this.#begin, which);
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

/** A header line. It does not match the status line, which has a space before any colon. */
const LINE = /^([^:\s]+): ?(.*)$/;

/**
 * Joins the values of a repeated header. Headers with a truncated name and the pseudo-headers of HTTP/2 are dropped.
 */
function shownHeaders(pairs: Iterable<readonly (string | undefined)[]>): Record<string, string> {
  const shown = new Map<string, string>();
  for (const [given, value] of pairs) {
    if (given === undefined || value === undefined || given.startsWith(':')) continue;
    const name = given.toLowerCase();
    const before = shown.get(name);
    // A Referer header may have a token in its query.
    const now = redactedUrl(credentialFree(name, value));
    shown.set(name, before === undefined ? now : `${before}, ${now}`);
  }
  return Object.fromEntries(shown);
}
