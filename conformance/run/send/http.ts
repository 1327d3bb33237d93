/** One HTTP request and its answer. Any fault of a server becomes a value, within the time limit. */
import http from 'node:http';
import https from 'node:https';
import { addressesIn, keptHeaders } from '../../model/addresses.ts';
import type { Answer, Failure, FailureReason } from '../../model/exchange.ts';
import { readBody } from './body.ts';

export interface HttpRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export interface HttpLimits {
  /** The time limit of the whole exchange, from connecting to the last byte, in milliseconds. */
  readonly timeoutMs: number;
  /** The size limit of the answer's body. */
  readonly maxBytes: number;
}

export interface Agents {
  readonly 'http:': http.Agent;
  readonly 'https:': https.Agent;
}

/** Connections that are kept for the next request. Close with `closeAgents`. */
export function openAgents(connections: number): Agents {
  const options = { keepAlive: true, maxSockets: connections };
  return { 'http:': new http.Agent(options), 'https:': new https.Agent(options) };
}

export function closeAgents(agents: Agents): void {
  agents['http:'].destroy();
  agents['https:'].destroy();
}

const UNREACHABLE = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EADDRNOTAVAIL)$/;

export function failure(reason: FailureReason, message: string): Failure {
  return { kind: 'failure', reason, message };
}

export function closed(why: string): Failure {
  return failure('closed', `the connection was closed before the response was complete (${why})`);
}

/** What an error of a socket means. */
function failureOf(error: NodeJS.ErrnoException): Failure {
  const code = error.code ?? '';
  if (UNREACHABLE.test(code)) return failure('unreachable', `no connection (${code})`);
  if (code.startsWith('HPE_')) return failure('malformed', `not valid HTTP (${error.message})`);
  if (code.includes('CERT') || code.startsWith('ERR_TLS') || code.startsWith('ERR_SSL')) {
    return failure('unreachable', `no secure connection (${error.message})`);
  }
  return closed(code || error.message);
}

const EVENTS = 'text/event-stream';

/** The time for which a stream of events is read, in milliseconds. */
const EVENTS_MS = 1000;

/** A connection that was closed during the request, as servers do with kept ones and under load. */
class StaleConnection extends Error {}

function exchange(
  request: HttpRequest,
  limits: HttpLimits,
  agent: http.Agent | undefined,
  signal: AbortSignal | undefined,
  mayRepeat = false,
): Promise<Answer | Failure> {
  return new Promise((resolve, reject) => {
    const { body } = request;
    const { protocol } = new URL(request.url);
    const send = protocol === 'https:' ? https.request : http.request;
    const outgoing = send(request.url, {
      method: request.method,
      // Node omits the length where it expects no body: the server would then read the body as the next request.
      headers: { ...request.headers, ...(body === null ? {} : { 'content-length': Buffer.byteLength(body) }) },
      agent: agent ?? false,
      signal,
    });
    let started = false;
    let events: NodeJS.Timeout | undefined;
    const finish = (outcome: Answer | Failure) => {
      clearTimeout(timer);
      clearTimeout(events);
      resolve(outcome);
      if (outcome.kind === 'failure') outgoing.destroy();
    };
    const timer = setTimeout(() => {
      const what = started ? 'no complete response' : 'no response';
      finish(failure('timeout', `${what} within ${limits.timeoutMs / 1000} s`));
    }, limits.timeoutMs);
    const fail = (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      if (signal?.aborted === true) reject(error);
      else if (mayRepeat && !started && error.code === 'ECONNRESET') reject(new StaleConnection());
      else finish(failureOf(error));
    };
    outgoing.on('error', fail);
    outgoing.on('response', (incoming) => {
      started = true;
      const chunks: Buffer[] = [];
      let size = 0;
      incoming.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= limits.maxBytes) chunks.push(chunk);
        else finish(failure('too-large', `a response of more than ${limits.maxBytes / 2 ** 20} MiB`));
      });
      incoming.on('error', fail);
      const { 'content-type': contentType = null, 'retry-after': retryAfter = null, date } = incoming.headers;
      const { location, etag } = incoming.headers;
      const complete = () =>
        finish({
          kind: 'answer',
          status: incoming.statusCode ?? 0,
          contentType,
          retryAfter,
          date,
          ...(location === undefined ? {} : { location }),
          ...(etag === undefined ? {} : { etag }),
          addresses: addressesIn(incoming.headers),
          headers: keptHeaders(incoming.headers),
          body: readBody(Buffer.concat(chunks), incoming.headers['content-encoding'], limits.maxBytes),
        });
      incoming.on('end', complete);
      // A stream of events has no end: the events of the first moment represent the rest.
      if (contentType?.startsWith(EVENTS) === true) {
        events = setTimeout(
          () => {
            complete();
            outgoing.destroy();
          },
          Math.min(EVENTS_MS, limits.timeoutMs / 2),
        );
      }
    });
    outgoing.end(body ?? undefined);
  });
}

/**
 * Sends a request and reads the answer. Redirects are not followed.
 *
 * @throws only when the signal is aborted.
 */
export async function sendHttp(
  request: HttpRequest,
  limits: HttpLimits,
  agents: Agents,
  signal?: AbortSignal,
): Promise<Answer | Failure> {
  // A kept connection may be closed during a request: it is then unknown whether the server carried out a request that
  // may change something.
  if (request.method !== 'GET') return exchange(request, limits, undefined, signal);
  const agent = request.url.startsWith('https:') ? agents['https:'] : agents['http:'];
  try {
    return await exchange(request, limits, agent, signal, true);
  } catch (error) {
    if (error instanceof StaleConnection) return exchange(request, limits, undefined, signal);
    throw error;
  }
}
