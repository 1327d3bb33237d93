/** Forwards an answer unchanged: status, reason, headers with their spelling, bytes, trailers. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { finished } from 'node:stream/promises';
import type { Copy } from './copy.ts';
import { pairsOf, passedOn } from './headers.ts';

/** Copies the head of an answer. @throws TypeError or RangeError when Node.js cannot send it */
export function passHead(answer: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.sendDate = false;
  outgoing.writeHead(answer.statusCode ?? 502, answer.statusMessage, passedOn(answer.rawHeaders));
}

/**
 * Writes the held chunks, and pipes the rest. Resolves when everything was written; rejects when either side closed the
 * connection.
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

/** Destroys an answer with an error when more than `most` further bytes of it arrive: it may be endless. */
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

/** The part of a message that was read before it was admitted. */
export interface Held {
  readonly chunks: readonly Buffer[];
  /** Whether it is the whole message. */
  readonly whole: boolean;
}

/** Reads a message to its end, or until the limit of the copy. @throws when the message is incomplete */
export async function hold(message: IncomingMessage, copy: Copy): Promise<Held> {
  const chunks: Buffer[] = [];
  // The stream stays open, so that the rest can be piped.
  for await (const chunk of message.iterator({ destroyOnReturn: false })) {
    const bytes = Buffer.from(chunk);
    chunks.push(bytes);
    if (!copy.take(bytes)) return { chunks, whole: false };
  }
  return { chunks, whole: true };
}
