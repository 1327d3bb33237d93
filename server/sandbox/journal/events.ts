/** Tells pages, as server-sent events, that there is something new in a journal: what it is they ask the control API. */
import type { ServerResponse } from 'node:http';
import { Refusal } from '@wallet-services/runtime/refusal';
import type { Journal } from './journal.ts';

/** Streams at the same time. */
const MOST = 50;

/** At most one event in so many milliseconds, and a comment after so many without one. */
const SHORTEST = 100;
const LONGEST = 15_000;

export class Streams {
  readonly #open = new Set<ServerResponse>();

  /**
   * Sends an event for what is in the journal now, and another whenever that changes; it ends with the journal.
   *
   * @throws Refusal 503 when there are too many
   */
  send(journal: Journal, response: ServerResponse): void {
    if (this.#open.size >= MOST) {
      throw new Refusal(503, `${MOST} pages already watch journals`, { hint: 'close some, or use GET .../journal' });
    }
    this.#open.add(response);
    response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
    let waiting: NodeJS.Timeout | undefined;
    const tell = () => {
      waiting = undefined;
      // Who reads slowly is told later.
      if (!response.writableNeedDrain) response.write(`event: journal\ndata: {"newest":${journal.newest}}\n\n`);
    };
    const unwatch = journal.watch(
      () => {
        waiting ??= setTimeout(tell, SHORTEST);
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
    tell();
  }

  /** Ends them all. */
  close(): void {
    for (const response of this.#open) response.end();
  }
}
