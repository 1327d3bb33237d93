/** Counts the answer of a request before it is sent, and refuses in its place when there is no room for it. */
import type { ServerResponse } from 'node:http';
import type { Http2ServerResponse } from 'node:http2';
import { type Answers, SMALL_ANSWER } from './answers.ts';
import { overloaded } from './turns.ts';

/** Watches what is written to a response. */
export function holdAnswers(answers: Answers, response: ServerResponse | Http2ServerResponse): void {
  const cut = () => response.destroy();
  /** @returns what is to be sent; undefined when it may not be */
  const held = (given: unknown[]): unknown[] | undefined => {
    const [chunk, ...rest] = given;
    if (!isLarge(chunk)) return given;
    // A text would wait as text and as bytes, of which many more are reserved than it takes.
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    const leave = answers.send({ size: bytes.byteLength, cut });
    if (leave === undefined) return undefined;
    response.once('finish', leave);
    response.once('close', leave);
    return [bytes, ...rest];
  };
  const { end, write } = response;
  const call = (method: typeof end | typeof write, given: unknown[]) => Reflect.apply(method, response, given);
  Object.assign(response, {
    end(...given: unknown[]) {
      const kept = held(given);
      if (kept !== undefined) return call(end, kept);
      if (response.headersSent) return cut();
      const { status, body, headers } = overloaded();
      const text = JSON.stringify(body);
      response.statusCode = status;
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      response.setHeader('Content-Type', 'application/json; charset=utf-8');
      response.setHeader('Content-Length', Buffer.byteLength(text));
      return call(end, [text]);
    },
    write(...given: unknown[]) {
      const kept = held(given);
      if (kept !== undefined) return call(write, kept);
      cut();
      return false;
    },
  });
}

function isLarge(chunk: unknown): chunk is string | Uint8Array {
  return (typeof chunk === 'string' || chunk instanceof Uint8Array) && chunk.length > SMALL_ANSWER;
}
