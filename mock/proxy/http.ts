/** The proxy server of one service: forwards each exchange, and has a copy of it checked. */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { sendProblem } from '../problem.ts';
import type { Violation } from '../violation.ts';
import { type Copy, createCopy, type Room, type SeenBody } from './copy.ts';
import type { Exchange } from './journal.ts';
import type { Judging, RulesListener } from './judge/judging.ts';
import type { Seen, SeenRequest, SeenResponse, Verdict } from './judge/tasks.ts';
import type { LiveParts } from './live/live.ts';
import { endAt, type Held, hold, passBody, passHead } from './pass.ts';
import { HEAD_LIMIT, joined, openUpstream, type Requested, type Upstream, UpstreamError } from './upstream.ts';

/** The settings of a proxied service. */
export interface Proxying {
  readonly service: string;
  readonly upstream: URL;
  readonly judging: Pick<Judging, 'check' | 'finish'>;
  /** Whether a violation is answered with an error. */
  readonly strict: boolean;
  /** Largest body to check, in bytes. */
  readonly limit: number;
  /** Memory for all bodies that are checked. */
  readonly room: Room;
  /** Largest answer to forward, in bytes. */
  readonly most: number;
  /** Longest time in which the service sends nothing, in milliseconds. */
  readonly timeout: number;
  /** Called for every exchange when it has ended and was checked. */
  readonly done: (exchange: Exchange) => void;
  /** Receives every exchange and the findings of the rules; absent when no rules are judged. */
  readonly live?: Pick<LiveParts, 'passed' | keyof RulesListener> | undefined;
}

/** A server that does not listen yet, and the end of its exchanges. */
export interface ProxyServer {
  readonly server: Server;
  /** Resolves when no exchange is pending. */
  idle(): Promise<void>;
  /** Closes the kept-alive connections to the service. */
  release(): void;
}

/** Creates the server. */
export function createProxyServer(proxying: Proxying): ProxyServer {
  const underWay = new Set<Promise<void>>();
  const upstream = openUpstream(proxying.upstream, proxying.timeout);
  const server = createServer({ maxHeaderSize: HEAD_LIMIT }, (incoming, outgoing) => {
    const exchange = serve(incoming, outgoing, proxying, upstream)
      .then(proxying.done)
      .finally(() => underWay.delete(exchange));
    underWay.add(exchange);
  });
  const idle = async (): Promise<void> => {
    while (underWay.size > 0) await Promise.allSettled(underWay);
  };
  return { server, idle, release: upstream.close };
}

/** The state of an exchange. */
interface Course {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly sent: Copy;
  requested?: Requested;
  answer?: IncomingMessage;
  received?: Copy;
  verdict?: Verdict;
  refused: boolean;
  /** Milliseconds since the epoch. */
  readonly began: number;
  /** Time at which the complete answer had arrived. */
  at?: number;
}

/** Time in milliseconds with fractions, so that the order of exchanges is known. */
function now(): number {
  return performance.timeOrigin + performance.now();
}

/** Joins the values of repeated headers in order. */
function flat(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value ?? '')]));
}

/** Handles an exchange; never rejects. */
async function serve(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  proxying: Proxying,
  upstream: Upstream,
): Promise<Exchange> {
  const { service, limit, room, judging } = proxying;
  const course: Course = { incoming, outgoing, sent: createCopy(limit, room), refused: false, began: now() };
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) course.requested?.destroy();
  });
  // A broken connection is reported where it is read.
  incoming.on('error', () => {});
  outgoing.on('error', () => {});

  const failure = await exchange(course, proxying, upstream)
    .catch((error: unknown) => fail(course, error))
    .catch(() => {
      outgoing.destroy();
      return UNSENDABLE;
    });
  course.requested?.destroy();
  // A request body that the service did not read must not block the client's next request.
  incoming.unpipe();
  incoming.resume();
  const { answer, verdict: known, refused, began, at } = course;
  const status = answer?.statusCode;
  if (!refused) proxying.live?.passed(service, { status, seconds: ((at ?? now()) - began) / 1000 });
  const release = (): void => {
    for (const copy of [course.sent, course.received]) copy?.release();
  };
  const isKnown = refused && known !== undefined;
  const verdict = isKnown ? known : await judging.finish(seenIn(course, proxying), known, proxying.live, release);
  release();
  const passed = outgoing.headersSent ? outgoing.statusCode : undefined;
  const { method = 'GET', url: target = '/' } = incoming;
  return { service, method, target, status, passed, verdict, failure, refused };
}

/** @throws UpstreamError when there is no answer, another error when either side closed the connection */
async function exchange(course: Course, proxying: Proxying, upstream: Upstream): Promise<undefined> {
  const { judging, strict, limit, room, most } = proxying;
  const { incoming, outgoing, sent } = course;
  const heldRequest = strict ? await hold(incoming, sent) : NOTHING;
  if (strict) {
    const verdict = await judging.check(seenIn(course, proxying));
    if (verdict.violations.some(isError)) return refuse(course, verdict, requestRefusal(verdict));
  }

  const requested = upstream.deliver(incoming);
  course.requested = requested;
  sendBody(course, requested, heldRequest);
  const answer = await requested.answer;
  course.answer = answer;
  answer.on('error', () => {});
  if (incoming.method !== 'HEAD' && Number(answer.headers['content-length'] ?? 0) > most) throw tooLarge(most);

  const received = createCopy(limit, room);
  course.received = received;
  const heldAnswer = strict ? await hold(answer, received) : NOTHING;
  // When the answer is too large, everything except its body is checked.
  const verdict = strict ? await judging.check(seenIn({ ...course, at: now() }, proxying)) : undefined;
  if (verdict?.violations.some(isError)) return refuse(course, verdict, RESPONSE_REFUSAL);
  passHead(answer, outgoing);
  endAt(most - heldAnswer.chunks.reduce((size, { length }) => size + length, 0), answer, tooLarge(most));
  if (!heldAnswer.whole) answer.on('data', (chunk: Buffer) => received.take(chunk));
  await passBody(answer, outgoing, heldAnswer.chunks);
  course.at = now();
  if (verdict !== undefined) course.verdict = verdict;
  return undefined;
}

function tooLarge(most: number): UpstreamError {
  return new UpstreamError(502, `the response of the service is larger than ${most} bytes`);
}

const UNSENDABLE = 'the response of the service cannot be forwarded';

const NOTHING: Held = { chunks: [], whole: false };

function sendBody({ incoming, sent }: Course, { body: request }: Requested, held: Held): void {
  if (request === undefined) return;
  for (const chunk of held.chunks) request.write(chunk);
  if (held.whole) request.end();
  else {
    incoming.on('data', (chunk: Buffer) => sent.take(chunk));
    incoming.pipe(request);
  }
}

/** The exchange so far; it has a response when all of it has arrived. */
function seenIn(course: Course, { service, upstream }: Proxying): Seen {
  const { incoming, answer, received, began, at } = course;
  const { method = 'GET', url: target = '/' } = incoming;
  const body: SeenBody = incoming.complete ? course.sent.body() : { kind: 'unread', why: 'the body is incomplete' };
  const url = `${upstream.origin}${joined(upstream, target)}`;
  const request: SeenRequest = { service, method, target, url, headers: flat(incoming.headers), body };
  const response: SeenResponse | undefined =
    answer === undefined || received === undefined || at === undefined
      ? undefined
      : { status: answer.statusCode ?? 0, headers: flat(answer.headers), body: received.body() };
  return {
    request,
    response,
    isAnswered: answer !== undefined,
    began,
    at: at ?? now(),
    from: incoming.socket.remoteAddress ?? '',
  };
}

function isError({ severity }: Violation): boolean {
  return severity === 'error';
}

interface Refusal {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
}

const RESPONSE_REFUSAL: Refusal = {
  status: 502,
  title: 'The response violates the document',
  detail: 'the document does not allow the response of the service',
};

/** Answers an invalid request with the statuses that Prism uses. */
function requestRefusal({ violations }: Verdict): Refusal {
  const codes = new Set(violations.map(({ code }) => code));
  const status = codes.has('unknown-path')
    ? 404
    : codes.has('unknown-method')
      ? 405
      : codes.has('401')
        ? 401
        : codes.has('415')
          ? 415
          : 422;
  return { status, title: 'The request violates the document', detail: 'the document does not allow this request' };
}

function refuse(course: Course, verdict: Verdict, { status, title, detail }: Refusal): undefined {
  course.verdict = verdict;
  course.refused = true;
  const violations = verdict.violations.filter(isError);
  sendProblem(course.outgoing, { title, status, detail, violations });
  return undefined;
}

/** @returns the text of the failure */
function fail({ outgoing, incoming }: Course, error: unknown): string {
  if (outgoing.destroyed || (incoming.destroyed && !incoming.complete))
    return 'the client closed the connection before the response';
  if (outgoing.headersSent) {
    // Closes the connection, because the client must not consider the partial answer complete.
    outgoing.destroy();
    return error instanceof UpstreamError ? error.message : 'the service ended its response early';
  }
  const known = error instanceof UpstreamError;
  const status = known ? error.status : 502;
  const text = known ? error.message : UNSENDABLE;
  // Node.js keeps an invalid reason phrase that it could not send.
  outgoing.statusMessage = '';
  for (const name of outgoing.getHeaderNames()) outgoing.removeHeader(name);
  sendProblem(outgoing, { title: 'No response from the service', status, detail: text });
  return text;
}
