/** Clients that handle difficult services badly. */
import { request } from 'node:https';
import { answeredWith, followedRedirects, headersOf, resent, type WrongClient, wrong } from './change.ts';
import type { Changes } from './in-process.ts';

/** Sends each request several times. */
const sentTimes =
  (times: number): Changes['fetch'] =>
  async (url, init, next) => {
    for (let time = 1; time < times; time += 1) await (await next(url, init)).text();
    return next(url, init);
  };

/** Reports an error with another message. */
const withMessage =
  (message: string): Changes['line'] =>
  (line) =>
    'ok' in line && !line.ok ? { ok: false, error: { ...line.error, message } } : line;

const failing = (kind: string): Changes['line'] => always({ ok: false, error: { kind, message: '' } });

/** Has one reply for everything. */
function always(line: ReturnType<NonNullable<Changes['line']>>): Changes['line'] {
  return () => line;
}

/** Sends what is for the service to the proxy. */
const sentToProxy: Changes['fetch'] = (_url, init, next, { HTTPS_PROXY = '' }) => next(HTTPS_PROXY, init);

/** Asks whoever answers, whatever the certificate. */
const trusting: Changes['fetch'] = (url, init) =>
  new Promise((resolve, reject) => {
    const { hostname, port, pathname } = new URL(url);
    const headers = Object.fromEntries(headersOf(init));
    const sent = request({ hostname, port, path: pathname, headers, rejectUnauthorized: false }, (response) => {
      response.resume().once('end', () => resolve(new Response('{}', { status: response.statusCode ?? 200 })));
    });
    sent.once('error', reject).end();
  });

const pleased = always({ ok: true, result: null });

export const wrongWithDifficulties: readonly WrongClient[] = [
  wrong(
    "follows redirects with an application's secret",
    ['redirect.302-secret', 'redirect.307-secret', 'redirect.308-secret'],
    'no secret for another host',
    { fetch: followedRedirects },
  ),
  wrong('follows redirects with a token', ['redirect.301-token', 'redirect.307-token'], 'no request to another host', {
    fetch: followedRedirects,
  }),
  wrong('shows a token', ['error.echo', 'status.rejected-token', 'slow.signed-in'], 'no secret in the message', {
    line: withMessage('eyJzZWNyZXQiOjN9.token-secret eyJzZWNyZXQiOjJ9.rejected eyJzZWNyZXQiOjF9.slow-secret'),
  }),
  wrong('shows a password', 'address.password', 'no secret in the message', {
    line: withMessage('http://user:pass-word-1@127.0.0.1 is no address'),
  }),
  wrong('shows the beginning of a token', 'error.edge', 'no secret in the message', {
    line: withMessage('xxx eyJzZWNyZXQiOjN9.tok'),
  }),
  wrong('shows part of a token', 'credential.lines', 'no secret in the message', {
    line: withMessage('invalid header value: Bearer eyJzZWNyZXQiOjV9'),
  }),
  wrong('tries anything again', ['status.500', 'status.501', 'status.404', 'retry-after.hour'], 'at most 1 request', {
    fetch: sentTimes(3),
  }),
  wrong('tries a POST again', 'status.post', 'at most 1 request', { fetch: sentTimes(2) }),
  wrong('tries again for ever', ['status.html', 'broken.body'], 'at most 3 requests', {
    fetch: async (url, init, next) => {
      for (let time = 0; time < 3; time += 1) await next(url, init).catch(() => undefined);
      return next(url, init);
    },
  }),
  wrong(
    'does not wait as it is asked to',
    ['retry-after.seconds', 'retry-after.imf', 'retry-after.rfc850', 'retry-after.asctime'],
    'between two requests',
    {
      fetch: async (url, init, next) => {
        const { status } = await next(url, init);
        return status === 503 ? next(url, init) : next(url, init);
      },
    },
  ),
  wrong('rounds ids', 'row.ids-large', 'the items 9007199254740992, 9007199254740993', {
    fetch: (url, init, next) =>
      answeredWith(next(url, init), (json) => json.replace('9007199254740993', '9007199254740992')),
    line: always({ ok: true, result: [{ id: '9007199254740992' }, { id: '9007199254740992' }] }),
  }),
  wrong(
    'takes nothing for a result',
    ['body.empty', 'body.null', 'body.no-content', 'body.html'],
    'the error malformed',
    {
      line: pleased,
    },
  ),
  wrong(
    'takes a list that broke off for the whole',
    ['cursor.no-pagination', 'cursor.null-more', 'row.no-total', 'time.no-time', 'cursor.endless-same', 'time.cycle'],
    'the error',
    { line: pleased },
  ),
  wrong('gives items twice', ['row.moved', 'time.three'], 'the items 1, 2, 3', {
    line: always({ ok: true, result: [1, 2, 2, 3].map((id) => ({ id })) }),
  }),
  wrong('takes an unasked response for the next one', 'http.unasked', 'the items 00000000', {
    line: always({ ok: true, result: [1, 2, 4].map((id) => ({ id: `00000000-0000-4000-8000-00000000000${id}` })) }),
  }),
  wrong(
    'does not name what is missing',
    ['cursor.no-pagination', 'row.null-total', 'time.no-time'],
    'a message that names',
    {
      line: withMessage('malformed'),
    },
  ),
  wrong('calls a timeout something else', ['slow.silence', 'slow.body'], 'the error timeout', {
    line: failing('network'),
  }),
  wrong('calls a malformed response something else', ['body.not-gzip', 'body.utf-8'], 'the error malformed', {
    line: failing('network'),
  }),
  wrong('gives up a list with a null for a list', ['cursor.null-list', 'time.null-list'], 'the items (none)', {
    line: failing('malformed'),
  }),
  wrong('sends what it should refuse', ['path.dots', 'path.empty', 'address.query'], 'the error invalid', {
    line: pleased,
  }),
  wrong('does not read gzip', 'body.gzip', 'a result', { line: failing('malformed') }),
  wrong('does not read GZIP in capitals', ['http.gzip-capitals', 'http.x-gzip'], 'a result', {
    line: failing('malformed'),
  }),
  wrong(
    'takes unclear HTTP for a result',
    ['http.lengths', 'http.length-plus', 'http.chunk-negative', 'http.status-zero', 'http.no-content'],
    'the error',
    { line: pleased },
  ),
  wrong('reads numbers that JSON does not have', ['body.number-plus', 'body.leading-zero'], 'the error malformed', {
    line: pleased,
  }),
  wrong('takes a decimal for another number', ['decimal.point-start', 'decimal.small-exponent'], 'at /data/0/price', {
    line: always({ ok: true, result: { data: [{ price: '5' }] } }),
  }),
  wrong('rounds an id with a fraction', ['row.id-half', 'row.id-close'], 'the error malformed', {
    line: always({ ok: true, result: [{ id: '1' }] }),
  }),
  wrong('does not say who it is', 'request.agent', 'user-agent like', {
    fetch: resent(() => ({ 'user-agent': 'node' })),
  }),
  wrong('does not ask for compression', 'request.compression', 'accept-encoding like', {
    fetch: resent(() => ({ 'accept-encoding': 'identity' })),
  }),
  wrong('takes another protocol for a result', 'interim.switching', 'the error refused 101', { line: pleased }),
  wrong(
    'gives up at dates that are none',
    ['retry-after.iso', 'retry-after.no-such-day', 'retry-after.offset'],
    'a result',
    { line: failing('refused') },
  ),
  wrong('trusts every certificate', ['tls.unknown', 'tls.expired', 'tls.other-name'], 'at most 0 requests', {
    fetch: trusting,
  }),
  wrong('calls a handshake without an end something else', 'tls.silent', 'the error timeout', {
    line: failing('network'),
  }),
  wrong('does not use a proxy', 'proxy.forwards', 'a result', { line: failing('network') }),
  wrong('sends its token to a proxy', 'proxy.tunnel-password', 'no secret for a proxy', { fetch: sentToProxy }),
  wrong('shows the password of a proxy', 'proxy.down', 'no secret in the message', {
    line: withMessage('http://user:proxy-secret-1@127.0.0.1:1 does not answer'),
  }),
];
