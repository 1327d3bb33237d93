/** The responses of difficult services. */
import { setTimeout as wait } from 'node:timers/promises';
import { type Exchange, type Item, type Respond, swapId } from './scenario.ts';

type Headers = Readonly<Record<string, string>>;

/** A response with a body. */
export function body(status: number, text: string | Buffer, headers: Headers = {}): Respond {
  return ({ response }) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(text);
  };
}

export function json(status: number, value: unknown, headers: Headers = {}): Respond {
  return body(status, JSON.stringify(value), headers);
}

/** A valid response, for every operation that is read. */
export const pairs: Respond = (exchange) => json(200, exchange.samples.pairs)(exchange);

/** A valid response, made from its text. */
export function good(respond: (text: string) => Respond): Respond {
  return (exchange) => respond(exchange.samples.good)(exchange);
}

/** One after another; the last one is repeated. */
export function each(...responds: readonly Respond[]): Respond {
  return (exchange) => responds[Math.min(exchange.number, responds.length) - 1]?.(exchange);
}

/** Writes to the connection directly. */
export function raw(...pieces: readonly (string | Buffer)[]): Respond {
  return ({ response: { socket } }) => {
    for (const piece of pieces) socket?.write(piece);
  };
}

/** Writes a piece, then one piece repeatedly at an interval in milliseconds, until the client disconnects. */
export function drip(first: string, piece: string | ((count: number) => string), every: number): Respond {
  return async ({ response: { socket } }) => {
    if (!socket) return;
    socket.on('error', () => undefined);
    socket.write(first);
    for (let count = 1; !socket.destroyed; count += 1) {
      const isRead = socket.write(typeof piece === 'string' ? piece : piece(count));
      if (every > 0) await wait(every, undefined, { ref: false });
      else if (!isRead) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), wait(1_000)]);
    }
  };
}

/** Sends a piece and then closes the connection: gracefully, or with a reset. */
export function cut(text: string, how: 'end' | 'reset' = 'end'): Respond {
  return ({ response: { socket } }) => {
    socket?.write(text, () => (how === 'end' ? socket.destroy() : socket.resetAndDestroy()));
  };
}

export const silent: Respond = () => undefined;

export function redirect(status: number): Respond {
  return ({ request, response, elsewhere }) => {
    response.writeHead(status, { Location: `${elsewhere}${request.url}` }).end();
  };
}

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

/** The head of a response, with further headers. */
export const head = (...headers: readonly string[]): string =>
  `${HEAD}${headers.map((line) => `${line}\r\n`).join('')}\r\n`;

/** JSON text in which a member of an item has a value that JSON.stringify cannot write. */
export function withRaw(item: Item, name: string, text: string): string {
  return JSON.stringify({ ...item, [name]: '@raw@' }).replace('"@raw@"', text);
}

type Page = Readonly<Record<string, unknown>>;

/** A page of swaps. */
export function swapPage(ids: readonly (number | string)[], pagination: unknown): (exchange: Exchange) => Page {
  return ({ samples }) => ({
    ts: 1,
    data: { transactions: ids.map((id) => ({ ...samples.swap, id: swapId(id) })), pagination },
  });
}

export const more = (cursor: number | string) => ({ next_cursor: String(cursor), has_next: true });
export const end = { next_cursor: '', has_next: false };

/** A page of comments. */
export function commentPage(ids: readonly number[], total: unknown): (exchange: Exchange) => Page {
  return ({ samples }) => ({ ts: 1, data: { comments: ids.map((id) => ({ ...samples.comment, id })), total } });
}

/** A page of lending's transactions, at seconds of a minute. */
export function eventPage(
  ...rows: readonly (readonly [id: number, second: number])[]
): (exchange: Exchange) => unknown {
  return ({ samples }) => rows.map(([id, second]) => ({ ...samples.event, id, created_at: moment(second) }));
}

const moment = (second: number) => new Date(Date.UTC(2021, 7, 17, 11, 0, second)).toISOString();

/** Pages, one after another; the last one is repeated. */
export function pages(...all: readonly ((exchange: Exchange) => unknown)[]): Respond {
  return each(
    ...all.map(
      (page): Respond =>
        (exchange) =>
          json(200, page(exchange))(exchange),
    ),
  );
}

/** A page for each number, without an end. */
export function endless(page: (number: number) => (exchange: Exchange) => unknown): Respond {
  return (exchange) => json(200, page(exchange.number)(exchange))(exchange);
}
