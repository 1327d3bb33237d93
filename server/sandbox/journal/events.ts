/** Notifies pages, as server-sent events, of new exchanges in a journal: the pages read them from the control API. */
import type { ServerResponse } from 'node:http';
import { Refusal } from '@wallet-services/runtime/refusal';
import type { Journal } from './journal.ts';

/** Streams at the same time. */
const MOST = 50;

/** Least interval between events, and longest time without an event or a comment, in milliseconds. */
const SHORTEST = 100;
const LONGEST = 15_000;

export class Streams {
  readonly #open = new Set<ServerResponse>();

  /**
   * Sends an event for the current content of the journal, and another whenever that changes; it ends with the journal.
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
    const report = () => {
      waiting = undefined;
      // A slow reader gets the event later.
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

  /** Ends them all. */
  close(): void {
    for (const response of this.#open) response.end();
  }
}
