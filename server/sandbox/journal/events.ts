/** Sends server-sent events about new exchanges in a journal; pages then read the exchanges from the control API. */
import type { ServerResponse } from 'node:http';
import { Refusal } from '@wallet-services/runtime/refusal';
import type { Journal } from './journal.ts';

/** Largest number of open streams. */
const MOST = 50;

/** Shortest interval between events, and longest time without an event or a comment, in milliseconds. */
const SHORTEST = 100;
const LONGEST = 15_000;

export class Streams {
  readonly #open = new Set<ServerResponse>();

  /**
   * Sends an event at once, and another whenever the journal changes. The stream ends with the journal.
   *
   * @throws Refusal 503 when there are too many streams
   */
  send(journal: Journal, response: ServerResponse): void {
    if (this.#open.size >= MOST) {
      throw new Refusal(503, `${MOST} pages already watch journals`, { hint: 'close some, or use GET .../journal' });
    }
    this.#open.add(response);
    response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
    let waiting: NodeJS.Timeout | undefined;
    const report = () => {
      waiting = undefined;
      // A slow client gets the event later.
      if (!response.writableNeedDrain) response.write(`event: journal\ndata: {"newest":${journal.newest}}\n\n`);
    };
    const unwatch = journal.watch(
      () => {
        waiting ??= setTimeout(report, SHORTEST);
      },
      () => response.end(),
    );
    const beat = setInterval(() => response.write(': nothing new\n\n'), LONGEST);
    response.once('close', () => {
      this.#open.delete(response);
      clearTimeout(waiting);
      clearInterval(beat);
      unwatch();
    });
    report();
  }

  /** Ends all streams. */
  close(): void {
    for (const response of this.#open) response.end();
  }
}
