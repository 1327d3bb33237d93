/** Counts the answer of a request before it is sent, and rejects the request when there is no room for it. */
import type { ServerResponse } from 'node:http';
import type { Http2ServerResponse } from 'node:http2';
import { type Answers, SMALL_ANSWER } from './answers.ts';
import { Overloaded } from './turns.ts';

/** Receives the events of an answer that is being sent. */
export interface Ear {
  /** @param chunk a part of the body, or undefined */
  part(chunk: unknown): void;
  /** Called when the last part was passed on. */
  ended(): void;
}

/** The known properties of an answer before it is made. */
interface Held {
  /** The request line. */
  readonly to: string;
  readonly ear?: Ear | undefined;
}

type AnyResponse = ServerResponse | Http2ServerResponse;

/** The methods of a response that write its body. */
interface Written {
  write(chunk: unknown, encoding?: unknown, done?: unknown): boolean;
  end(chunk?: unknown, encoding?: unknown, done?: unknown): unknown;
}

/** Holds the writes to a response until there is room for them. */
export function holdAnswers(answers: Answers, response: AnyResponse, { to, ear }: Held): void {
  const cut = () => response.destroy();
  /** @returns the part of a large chunk to send; undefined when it must not be sent */
  const held = (chunk: string | Uint8Array): Uint8Array | undefined => {
    // As a string it would wait both as text and as bytes, for which Node.js reserves more memory than it needs.
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    const leave = answers.send({ size: bytes.byteLength, to, cut });
    if (leave === undefined) return undefined;
    response.once('finish', leave);
    response.once('close', leave);
    return bytes;
  };
  const written: Written = response;
  const { end, write } = written;
  const endWith = (chunk: unknown, encoding?: unknown, done?: unknown) => {
    ear?.part(chunk);
    const ended = end.call(response, chunk, encoding, done);
    ear?.ended();
    return ended;
  };
  written.end = (chunk, encoding, done) => {
    const kept = isLarge(chunk) ? held(chunk) : chunk;
    if (kept !== undefined || chunk === undefined) return endWith(kept, encoding, done);
    if (response.headersSent) return cut();
    const { status, body, headers } = new Overloaded();
    const text = JSON.stringify(body);
    response.statusCode = status;
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', Buffer.byteLength(text));
    return endWith(text);
  };
  written.write = (chunk, encoding, done) => {
    const kept = isLarge(chunk) ? held(chunk) : chunk;
    if (kept === undefined) {
      cut();
      return false;
    }
    ear?.part(kept);
    return write.call(response, kept, encoding, done);
  };
}

function isLarge(chunk: unknown): chunk is string | Uint8Array {
  return (typeof chunk === 'string' || chunk instanceof Uint8Array) && chunk.length > SMALL_ANSWER;
}
