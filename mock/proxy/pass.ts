/** Passes an answer on as it is: status, reason, headers and their spelling, bytes, trailers. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { finished } from 'node:stream/promises';
import type { Copy } from './copy.ts';
import { pairsOf, passedOn } from './headers.ts';

/** Copies the head of an answer. @throws TypeError or RangeError when Node would not send it */
export function passHead(answer: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.sendDate = false;
  outgoing.writeHead(answer.statusCode ?? 502, answer.statusMessage, passedOn(answer.rawHeaders));
}

/**
 * Writes the held chunks, and pipes the rest. Resolves when all of it has been taken; rejects when either side closed
 * the connection.
 */
export async function passBody(
  answer: IncomingMessage,
  outgoing: ServerResponse,
  held: readonly Buffer[],
): Promise<void> {
  for (const chunk of held) outgoing.write(chunk);
  if (!answer.readableEnded) {
    answer.pipe(outgoing, { end: false });
    await Promise.race([finished(answer), closedEarly(outgoing)]);
  }
  if (answer.rawTrailers.length > 0) outgoing.addTrailers(pairsOf(answer.rawTrailers));
  outgoing.end();
  await finished(outgoing);
}

/** Breaks an answer off, with an error, when more than `most` further bytes of it come: it may have no end. */
export function endAt(most: number, answer: IncomingMessage, error: Error): void {
  let room = most;
  answer.on('data', (chunk: Buffer) => {
    room -= chunk.length;
    if (room < 0) answer.destroy(error);
  });
}

function closedEarly(outgoing: ServerResponse): Promise<never> {
  return new Promise((_, reject) => {
    outgoing.once('close', () => reject(new Error('the client closed the connection')));
  });
}

/** The part of a message that was read before it was let through. */
export interface Held {
  readonly chunks: readonly Buffer[];
  /** Whether that is all of it. */
  readonly whole: boolean;
}

/** Reads a message until its end, or until no more of it is kept. @throws when it breaks off */
export async function hold(message: IncomingMessage, copy: Copy): Promise<Held> {
  const chunks: Buffer[] = [];
  // Left open, so that the rest can be piped.
  for await (const chunk of message.iterator({ destroyOnReturn: false })) {
    const bytes = Buffer.from(chunk);
    chunks.push(bytes);
    if (!copy.take(bytes)) return { chunks, whole: false };
  }
  return { chunks, whole: true };
}
