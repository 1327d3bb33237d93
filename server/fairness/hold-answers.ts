/** Counts the answer of a request before it is sent, and refuses in its place when there is no room for it. */
import type { ServerResponse } from 'node:http';
import type { Http2ServerResponse } from 'node:http2';
import { type Answers, SMALL_ANSWER } from './answers.ts';
import { overloaded } from './turns.ts';

/** Watches what is written to a response. */
export function holdAnswers(answers: Answers, response: ServerResponse | Http2ServerResponse): void {
  const cut = () => response.destroy();
  /** @returns whether it may be sent */
  const isHeld = (chunk: unknown): boolean => {
    const size = sizeOf(chunk);
    if (size <= SMALL_ANSWER) return true;
    const leave = answers.send({ size, cut });
    if (leave === undefined) return false;
    response.once('finish', leave);
    response.once('close', leave);
    return true;
  };
  const { end, write } = response;
  const call = (method: typeof end | typeof write, given: unknown[]) => Reflect.apply(method, response, given);
  Object.assign(response, {
    end(...given: unknown[]) {
      if (isHeld(given[0])) return call(end, given);
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
      if (isHeld(given[0])) return call(write, given);
      cut();
      return false;
    },
  });
}

/** About how many bytes a chunk takes. */
function sizeOf(chunk: unknown): number {
  if (typeof chunk === 'string') return chunk.length;
  return chunk instanceof Uint8Array ? chunk.byteLength : 0;
}
