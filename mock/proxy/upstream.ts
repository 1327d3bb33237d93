/** Forwards requests to the service behind the proxy. */
import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { connect } from 'node:net';
import { passedOn } from './headers.ts';

/** Largest head of a forwarded message, in bytes. */
export const HEAD_LIMIT = 64 * 1024;

/**
 * Largest number of provisional answers (1xx) before the answer; a service that sends more is treated as one that does
 * not answer.
 */
const MOST_PROVISIONAL = 32;

/** The service did not answer. The message is a sentence without a capital letter. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  /** The status for the client: 502, or 504 when the service took too long. */
  readonly status: 502 | 504;
  /** Whether the connection was closed before any answer. */
  readonly isCut: boolean;

  constructor(status: 502 | 504, message: string, isCut = false) {
    super(message);
    this.status = status;
    this.isCut = isCut;
  }
}

/** A request that was started: its body must still be written. */
export interface Requested {
  /** Where to write the body; undefined when the request has none. */
  readonly body: ClientRequest | undefined;
  /** @throws UpstreamError when there is no answer */
  readonly answer: Promise<IncomingMessage>;
  /** Ends pending requests. */
  destroy(): void;
}

/** Sends requests to one service. */
export interface Upstream {
  /**
   * Starts the same request at the service: method, target and headers with their spelling are unchanged, except for
   * `Host` and the headers of the connection.
   */
  deliver(incoming: IncomingMessage): Requested;
  /** Closes the kept-alive connections. */
  close(): void;
}

/** Settings of kept-alive connections. The timeout in milliseconds is below that of services, which is 5 s or more. */
const KEPT = { keepAlive: true, maxFreeSockets: 64, timeout: 4_000 };

/** Methods that may be repeated (RFC 9110, Safe Methods). */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Opens the connections to a service. They are only kept alive for requests that may be repeated, because the service
 * may close one just when it is used. A request that writes, or has a body, has a separate connection.
 *
 * @param timeout longest time in which the service sends nothing, in milliseconds
 */
export function openUpstream(upstream: URL, timeout: number): Upstream {
  const agent = upstream.protocol === 'https:' ? new HttpsAgent(KEPT) : new HttpAgent(KEPT);
  return {
    deliver(incoming) {
      const isKept = SAFE.has(incoming.method ?? 'GET') && !hasBody(incoming);
      let begun = begin(incoming, upstream, { timeout, agent: isKept && agent });
      const requested = { answer: begun.answer, destroy: () => begun.request.destroy() };
      if (!isKept) return { ...requested, body: begun.request };
      incoming.resume();
      begun.request.end();
      const answer = begun.answer.catch((error: unknown) => {
        if (!begun.request.reusedSocket || !(error instanceof UpstreamError && error.isCut)) throw error;
        begun = begin(incoming, upstream, { timeout, agent: false });
        begun.request.end();
        return begun.answer;
      });
      return { ...requested, answer, body: undefined };
    },
    close: () => agent.destroy(),
  };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
}

interface Begun {
  readonly request: ClientRequest;
  readonly answer: Promise<IncomingMessage>;
}

interface Way {
  readonly timeout: number;
  /** False for a connection that serves only this request. */
  readonly agent: HttpAgent | false;
}

function begin(incoming: IncomingMessage, upstream: URL, { timeout, agent }: Way): Begun {
  const request = (upstream.protocol === 'https:' ? requestHttps : requestHttp)({
    hostname: hostOf(upstream),
    port: upstream.port,
    method: incoming.method,
    path: joined(upstream, incoming.url ?? '/'),
    headers: [...passedOn(incoming.rawHeaders, ['host']), 'Host', upstream.host, ...framing(incoming)],
    agent,
    maxHeaderSize: HEAD_LIMIT,
    timeout,
  });
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    let isAnswered = false;
    request.once('response', (response) => {
      isAnswered = true;
      resolve(response);
    });
    const give = (message: string, isCut = false) => {
      const error = new UpstreamError(502, message, isCut);
      reject(error);
      request.destroy(error);
    };
    request.once('upgrade', (_answer, socket) => {
      socket.destroy();
      give('the service switched protocols (101) without a request to do so');
    });
    let provisional = 0;
    request.on('information', () => {
      provisional += 1;
      if (provisional > MOST_PROVISIONAL) give('the service sent only provisional responses (1xx)');
    });
    request.once('close', () => {
      if (!isAnswered) give('the service closed the connection without a response', true);
    });
    request.once('timeout', () => {
      const error = new UpstreamError(504, `the service was silent for ${timeout / 1000} s`);
      reject(error);
      request.destroy(error);
    });
    // The listener stays, because errors after the start of the answer are reported on the answer.
    request.on('error', (error) => reject(error instanceof UpstreamError ? error : failureOf(error)));
  });
  return { request, answer };
}

/**
 * Headers that mark the end of the body, when no forwarded header does: Node.js would send an absent body as chunked.
 */
function framing({ method = 'GET', headers }: IncomingMessage): string[] {
  if (headers['transfer-encoding'] !== undefined) return ['Transfer-Encoding', 'chunked'];
  const isExpected = ['POST', 'PUT', 'PATCH'].includes(method);
  return isExpected && headers['content-length'] === undefined ? ['Content-Length', '0'] : [];
}

/** The request's target, below the path of the base address. */
export function joined({ pathname }: URL, target: string): string {
  const base = pathname.replace(/\/+$/, '');
  if (target === '*') return target;
  if (target.startsWith('/')) return `${base}${target}`;
  // The absolute form, which clients send to a forward proxy.
  return URL.canParse(target) ? `${base}${new URL(target).pathname}${new URL(target).search}` : `${base}/`;
}

function failureOf(error: NodeJS.ErrnoException): UpstreamError {
  return new UpstreamError(502, reasonOf(error), CUT.has(error.code ?? ''));
}

const CUT = new Set(['ECONNRESET', 'EPIPE']);

/** Why a service cannot be reached, from the error of a socket: a sentence without a capital letter. */
function reasonOf({ code = '' }: NodeJS.ErrnoException): string {
  if (code === 'ECONNREFUSED') return 'connection refused: start the service, or correct its URL';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unknown host: correct its URL';
  if (CUT.has(code)) return 'the service closed the connection without a response';
  if (code === 'ETIMEDOUT' || code === 'EHOSTUNREACH' || code === 'ENETUNREACH') return 'the host cannot be reached';
  if (code.startsWith('HPE_')) return `the service did not respond with HTTP (${code})`;
  return `the connection to the service failed${code === '' ? '' : ` (${code})`}`;
}

/** Longest wait for a connection, in milliseconds. */
const REACHING_LIMIT = 2_000;

/** @returns why an address cannot be reached, a sentence without a capital letter; undefined when it can */
export function unreachable(upstream: URL): Promise<string | undefined> {
  return new Promise((resolve) => {
    const end = (why?: string): void => {
      socket.destroy();
      resolve(why);
    };
    const socket = connect({
      host: hostOf(upstream),
      port: Number(upstream.port) || (upstream.protocol === 'https:' ? 443 : 80),
      timeout: REACHING_LIMIT,
    });
    socket.once('connect', () => end());
    socket.once('timeout', () => end('the host does not respond'));
    socket.once('error', (error) => end(reasonOf(error)));
  });
}

/** The host for a socket: IPv6 without the brackets of a URL. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}
