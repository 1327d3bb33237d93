/** An exchange as it is kept: bytes in a ring, which are read, and redacted, when somebody looks at them. */
import { messageText } from './binary.ts';
import { credentialFree, redactedText, redactedUrl } from './redact.ts';
import type { Ring, Segment } from './ring.ts';

/** Longest head and longest part of a body that is kept, in bytes. */
const MOST_HEAD = 16_384;
export const MOST_BODY = 65_536;

/** What stands for the index of an exchange, in bytes: it is beside the ring. */
const INDEX = 256;

type Headers = Readonly<Record<string, number | string | readonly string[] | undefined>>;

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
  readonly requestHeaders: Headers;
  readonly requestBody: PassedBody;
  /** Undefined where nothing could be sent. */
  readonly status: number | undefined;
  readonly responseHeaders: Headers;
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

/** How much of a segment each part takes, one after the other. */
interface Lengths {
  readonly url: number;
  readonly requestHead: number;
  readonly requestBody: number;
  readonly responseHead: number;
  readonly responseBody: number;
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
  readonly #sizes: readonly [request: number, response: number];
  readonly #segment: Segment<KeptExchange>;
  readonly #offset: number;
  readonly #lengths: Lengths;
  /** Undefined when nobody wants it any more. */
  #lost: (() => void) | undefined;

  constructor(
    { at, method, status, milliseconds, faults }: Passed,
    number: number,
    place: { segment: Segment<KeptExchange>; offset: number; lengths: Lengths; sizes: readonly [number, number] },
    lost: () => void,
  ) {
    this.number = number;
    this.at = at;
    this.method = method;
    this.status = status;
    this.broken = undefined;
    this.milliseconds = milliseconds;
    this.faults = faults;
    this.#segment = place.segment;
    this.#offset = place.offset;
    this.#lengths = place.lengths;
    this.#sizes = place.sizes;
    this.#lost = lost;
  }

  /** Path and query, without the address of the world; redacted. */
  get url(): string {
    return redactedUrl(this.#bytes(0, this.#lengths.url).toString());
  }

  get request(): KeptMessage {
    const { url, requestHead, requestBody } = this.#lengths;
    return this.#message('input', url, requestHead, requestBody, this.#sizes[0]);
  }

  get response(): KeptMessage | undefined {
    if (this.status === undefined) return undefined;
    const { url, requestHead, requestBody, responseHead, responseBody } = this.#lengths;
    const from = url + requestHead + requestBody;
    return this.#message('output', from, responseHead, responseBody, this.#sizes[1]);
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
    ring.forget(this.#segment);
  }

  #bytes(from: number, length: number): Buffer {
    return this.#segment.bytes.subarray(this.#offset + from, this.#offset + from + length);
  }

  #message(side: 'input' | 'output', from: number, head: number, body: number, size: number): KeptMessage {
    const headers = headersIn(this.#bytes(from, head).toString());
    const bytes = this.#bytes(from + head, body);
    const [path = ''] = this.url.split('?', 1);
    const isText =
      size > 0 && TEXT.test(headers['content-type'] ?? 'json') && headers['content-encoding'] === undefined;
    const isWhole = size === body;
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

function headersIn(text: string): Record<string, string> {
  const lines = text.split('\n').slice(0, -1);
  return Object.fromEntries(
    lines.map((line) => {
      const mark = line.indexOf(':');
      // A referrer may have a token in its query.
      return [line.slice(0, mark), redactedUrl(line.slice(mark + 1))];
    }),
  );
}

/** One line each; no value of a header has line breaks. */
function linesOf(headers: Headers): string {
  let lines = '';
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) lines += `${name}:${credentialFree(name, value)}\n`;
  }
  return lines;
}

function lengthOf({ parts }: PassedBody): number {
  let length = 0;
  // A character takes three bytes at most, of those that JSON leaves as they are.
  for (const part of parts) length += typeof part === 'string' ? part.length * 3 : part.length;
  return Math.min(length, MOST_BODY);
}

/** Writes an exchange into a ring. @param lost told when its place is used again, if it is wanted still */
export function placed(ring: Ring<KeptExchange>, passed: Passed, number: number, lost: () => void): KeptExchange {
  const { url, requestBody, responseBody } = passed;
  const head = linesOf(passed.requestHeaders);
  const answered = linesOf(passed.responseHeaders);
  const most =
    INDEX +
    Math.min(MOST_HEAD, url.length * 3) +
    Math.min(MOST_HEAD, head.length * 3) +
    Math.min(MOST_HEAD, answered.length * 3) +
    lengthOf(requestBody) +
    lengthOf(responseBody);
  const segment = ring.room(most);
  const { bytes, used: offset } = segment;
  let end = offset;
  const put = (text: string, longest: number) => {
    const length = text === '' ? 0 : bytes.write(text, end, longest, 'utf8');
    end += length;
    return length;
  };
  const putBody = ({ parts }: PassedBody) => {
    const begin = end;
    for (const part of parts) {
      const room = MOST_BODY - (end - begin);
      if (typeof part === 'string') put(part, room);
      else {
        bytes.set(part.length > room ? part.subarray(0, room) : part, end);
        end += Math.min(part.length, room);
      }
    }
    return end - begin;
  };
  /** Of text a last character may not have had room. */
  const sizeOf = ({ parts, size }: PassedBody, written: number) =>
    size ?? (written > MOST_BODY - 4 ? parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0) : written);
  const lengths = {
    url: put(url, MOST_HEAD),
    requestHead: put(head, MOST_HEAD),
    requestBody: putBody(requestBody),
    responseHead: put(answered, MOST_HEAD),
    responseBody: putBody(responseBody),
  };
  const sizes = [sizeOf(requestBody, lengths.requestBody), sizeOf(responseBody, lengths.responseBody)] as const;
  const kept = new KeptExchange(passed, number, { segment, offset, lengths, sizes }, lost);
  segment.used = end + INDEX;
  segment.items.push(kept);
  segment.living += 1;
  return kept;
}
