/** Test helpers: servers with scripted answers. */
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Starts a server that stops when the test ends. */
export async function serverThat(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** An answer of a scripted server. */
export interface Scripted {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text and bytes are sent unchanged; anything else as JSON. */
  readonly body?: unknown;
  /** Closes the connection instead of answering. */
  readonly cut?: boolean;
  /** Never answers. */
  readonly silent?: boolean;
}

/** A server that sends its answers in order, repeats the last one, and records its requests. */
export async function scripted(...answers: readonly Scripted[]) {
  const requests: Pick<IncomingMessage, 'method' | 'url' | 'headers'>[] = [];
  const baseUrl = await serverThat((request, response) => {
    const answer = answers[Math.min(requests.length, answers.length - 1)] ?? {};
    const { method, url, headers } = request;
    requests.push({ method, url, headers });
    request.resume();
    if (answer.silent) return;
    if (answer.cut) {
      request.socket.destroy();
      return;
    }
    response.writeHead(answer.status ?? 200, { 'Content-Type': 'application/json', ...answer.headers });
    const isText = typeof answer.body === 'string' || answer.body instanceof Uint8Array;
    response.end(isText ? answer.body : JSON.stringify(answer.body ?? {}));
  });
  return { baseUrl, requests };
}
