/** Listens to an exchange as it passes, without touching it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../values/index.ts';
import type { Journal, KeptMessage } from './journal.ts';
import { redactedHeaders, redactedText, redactedUrl } from './redact.ts';

/** So many bytes of a body are kept. */
const MOST = 65_536;

/** A copy: a part of a text or of bytes holds all of it in memory. */
function beginning(part: string | Uint8Array, length: number): Uint8Array {
  return typeof part === 'string'
    ? Buffer.from(part.slice(0, length))
    : Uint8Array.prototype.slice.call(part, 0, length);
}

/** The parts of a body. */
class Parts {
  readonly #parts: (string | Uint8Array)[] = [];
  #kept = 0;
  size = 0;

  add(part: unknown): void {
    if (typeof part !== 'string' && !(part instanceof Uint8Array)) return;
    this.size += part.length;
    const room = MOST - this.#kept;
    if (room <= 0) return;
    this.#kept += Math.min(part.length, room);
    this.#parts.push(part.length <= room ? part : beginning(part, room));
  }

  get isCut(): boolean {
    return this.size > this.#kept;
  }

  get text(): string {
    const [only] = this.#parts;
    if (typeof only === 'string' && this.#parts.length === 1) return only;
    return Buffer.concat(this.#parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)))
      .subarray(0, MOST)
      .toString();
  }
}

const TEXT = /json|text|x-www-form-urlencoded/i;

const asItIs = (text: string) => text;

/** @param clean makes a text one that may be kept */
function kept(parts: Parts, headers: Record<string, string>, clean: (text: string) => string): KeptMessage {
  const { size } = parts;
  const isText = size > 0 && TEXT.test(headers['content-type'] ?? 'json') && headers['content-encoding'] === undefined;
  return {
    headers,
    text: isText ? clean(parts.text) : undefined,
    size,
    truncated: size > 0 && (!isText || parts.isCut),
  };
}

/** What an exchange was, beside what passed: said while it lasts. */
export interface Remarks {
  readonly faults: string[];
  /** What the connection did instead of answering. */
  broken: string | undefined;
}

/**
 * Keeps an exchange when it is over. To be called before any of the body comes.
 *
 * @param url path and query, without the address of the world
 */
export function tap(
  journal: Journal,
  clock: Clock,
  url: string,
  request: IncomingMessage,
  response: ServerResponse,
): Remarks {
  const remarks: Remarks = { faults: [], broken: undefined };
  const at = clock();
  const begun = performance.now();
  const sent = new Parts();
  const answered = new Parts();
  if (request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined) {
    const push = request.push;
    request.push = (chunk: unknown, ...rest: [BufferEncoding?]) => {
      sent.add(chunk);
      return push.call(request, chunk, ...rest);
    };
  }
  const { write, end } = response;
  response.write = (chunk: unknown, ...rest: unknown[]) => {
    answered.add(chunk);
    return Reflect.apply(write, response, [chunk, ...rest]);
  };
  response.end = (chunk?: unknown, ...rest: unknown[]) => {
    answered.add(chunk);
    return Reflect.apply(end, response, [chunk, ...rest]);
  };
  const requestHeaders = redactedHeaders(request.headers);
  response.once('close', () => {
    const path = url.split('?', 1)[0] ?? '';
    const redacted = (text: string) => redactedText(text, path);
    // What a service answers to a GET holds no credential: a test holds the documents to it.
    const isRead = request.method === 'GET';
    const { headersSent, writableFinished, statusCode } = response;
    journal.add({
      at,
      method: request.method ?? 'GET',
      url: redactedUrl(url),
      request: kept(sent, requestHeaders, redacted),
      status: headersSent ? statusCode : undefined,
      response: headersSent
        ? kept(answered, redactedHeaders(response.getHeaders()), isRead ? asItIs : redacted)
        : undefined,
      broken: remarks.broken ?? (writableFinished ? undefined : 'the client went away'),
      milliseconds: Math.round((performance.now() - begun) * 100) / 100,
      faults: remarks.faults,
    });
  });
  return remarks;
}
