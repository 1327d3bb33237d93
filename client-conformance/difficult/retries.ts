/** Statuses, `Retry-After`, and which requests may be sent again. */
import { body, each, json, pairs } from './respond.ts';
import { deleteIndex, failed, readOrder, readPairs, resetIndexes, result, type Scenario } from './scenario.ts';

const later = (status: number, retryAfter?: string) =>
  json(status, { code: status, msg: 'not now' }, retryAfter === undefined ? {} : { 'Retry-After': retryAfter });

/** A moment the given number of seconds from now, as a date in one of the three forms of RFC 9110, section 5.6.7. */
function date(seconds: number, form: 'imf' | 'rfc850' | 'asctime'): string {
  const at = new Date(Date.now() + seconds * 1000);
  const [day = '', month = '', year = '', time = ''] = at.toUTCString().slice(5).split(' ');
  const name = new Intl.DateTimeFormat('en', { weekday: form === 'rfc850' ? 'long' : 'short', timeZone: 'UTC' }).format(
    at,
  );
  if (form === 'imf') return `${name}, ${day} ${month} ${year} ${time} GMT`;
  if (form === 'rfc850') return `${name}, ${day}-${month}-${year.slice(2)} ${time} GMT`;
  return `${name} ${month} ${day.replace(/^0/, ' ')} ${time} ${year}`;
}

function waits(id: string, title: string, retryAfter: () => string, gap?: number): Scenario {
  return {
    id: `retry-after.${id}`,
    title: `Asks to wait ${title}`,
    call: readPairs,
    outcome: result,
    requests: 2,
    respond: (exchange) => each(later(503, retryAfter()), pairs)(exchange),
    ...(gap === undefined ? {} : { gap }),
  };
}

/** An unreadable value counts as absent. */
const unreadable = {
  negative: '-5',
  fraction: '1.5',
  month: '2026-1',
  word: 'soon 5',
  zone: 'Mon, 01 Jan 2026 00:00:00 +99999999999999',
  empty: '',
  'no-such-day': 'Mon, 30 Feb 2099 00:00:00 GMT',
  'no-such-hour': 'Mon, 02 Feb 2099 25:00:00 GMT',
  plus: '+3600',
  hex: '0x1000',
  exponent: '1e9',
  unit: '3600s',
  list: '3600, 3600',
  arabic: Buffer.from('\u0663\u0666\u0660\u0660').toString('latin1'),
  iso: '2099-01-01T00:00:00Z',
  offset: 'Thu, 01 Jan 2099 00:00:00 +0000',
  local: 'Thu, 01 Jan 2099 00:00:00',
  'other-day': 'Mon, 01 Jan 2099 00:00:00 GMT',
  'unknown-day': 'Xyz, 01 Jan 2099 00:00:00 GMT',
  'last-day': 'Sat, 30 Feb 2099 00:00:00 GMT',
  spaces: 'Thu,  01 Jan 2099  00:00:00 GMT',
} as const;

const twice = { 'Retry-After': ['3600', '3600'] };

export const retries: readonly Scenario[] = [
  ...[429, 502, 503, 504].map(
    (status): Scenario => ({
      id: `status.${status}`,
      title: `Responds with ${status} once`,
      respond: each(later(status), pairs),
      call: readPairs,
      outcome: result,
      requests: 2,
    }),
  ),
  ...[400, 401, 403, 404, 408, 409, 410, 412, 418, 422, 423, 425, 428, 431, 451, 500, 501, 505, 507, 599, 600, 999].map(
    (status): Scenario => ({
      id: `status.${status}`,
      title: `Responds with ${status} again and again`,
      respond: later(status, '0'),
      call: readPairs,
      outcome: failed('refused', status),
      requests: 1,
    }),
  ),
  {
    // Of the fetch of browsers and Node.js, 407 is a failure of the network.
    id: 'status.407',
    title: 'Responds as a proxy that wants a password',
    respond: later(407),
    call: readPairs,
    outcome: { ...failed('refused', 407), or: 'network' },
    requests: 3,
  },
  {
    // The fetch of browsers and Node.js tries another connection, as RFC 9110 allows.
    id: 'status.421',
    title: 'Responds with 421 again and again',
    respond: later(421),
    call: readPairs,
    outcome: failed('refused', 421),
    requests: 2,
  },
  {
    id: 'status.html',
    title: 'Responds with a page of a gateway again and again',
    call: readPairs,
    respond: body(502, '<html>bad gateway</html>', { 'Content-Type': 'text/html' }),
    outcome: failed('refused', 502),
    requests: 3,
  },
  {
    id: 'status.post',
    title: 'Responds with 503 to a POST',
    respond: later(503, '0'),
    call: resetIndexes,
    secrets: { app_id: 'app', app_secret: 'app-secret-1' },
    outcome: failed('refused', 503),
    requests: 1,
  },
  {
    id: 'status.delete',
    title: 'Responds with 503 to a DELETE once',
    call: deleteIndex('an-index'),
    respond: each(later(503, '0'), json(200, { ts: 1, data: {} })),
    outcome: result,
    requests: 2,
    secrets: { app_id: 'app', app_secret: 'app-secret-5' },
  },
  {
    id: 'status.rejected-token',
    title: 'Rejects a token that cannot be renewed',
    respond: later(401),
    call: readOrder,
    secrets: { token: 'eyJzZWNyZXQiOjJ9.rejected' },
    outcome: failed('refused', 401),
    requests: 1,
  },
  waits('seconds', 'a second', () => '1', 950),
  waits('imf', 'until a date', () => date(2, 'imf'), 950),
  waits('rfc850', 'until a date in the form of RFC 850', () => date(2, 'rfc850'), 950),
  waits('asctime', 'until a date in the form of asctime', () => date(2, 'asctime'), 950),
  waits('padded', 'a second, with zeros before it', () => '0001', 950),
  waits('leap', 'until a leap second that has passed', () => 'Sat, 31 Dec 2016 23:59:60 GMT'),
  waits(
    'century',
    'until a date of the last century, of which it names two digits',
    () => 'Sunday, 06-Nov-94 08:49:37 GMT',
  ),
  {
    id: 'retry-after.grows',
    title: 'Asks to wait a second, then an hour',
    call: readPairs,
    respond: each(later(503, '1'), later(503, '3600')),
    outcome: failed('refused', 503),
    requests: 2,
    gap: 950,
  },
  {
    id: 'retry-after.twice',
    title: 'Asks to wait an hour, in two headers',
    call: readPairs,
    outcome: result,
    respond: each(({ response }) => void response.writeHead(503, twice).end(), pairs),
    requests: 2,
  },
  {
    id: 'retry-after.success',
    title: 'Succeeds, and asks to wait an hour',
    call: readPairs,
    outcome: result,
    respond: (exchange) => json(200, exchange.samples.pairs, { 'Retry-After': '3600' })(exchange),
    requests: 1,
  },
  waits('past', 'until a date that has passed', () => date(-60, 'imf')),
  ...Object.entries(unreadable).map(([id, text]) => waits(id, `in an unknown form: ${id}`, () => text)),
  ...Object.entries({
    hour: '3600',
    'far-date': date(7200, 'imf'),
    'far-year': 'Thu, 01 Jan 2099 00:00:00 GMT',
    vast: '9'.repeat(40),
  }).map(
    ([id, text]): Scenario => ({
      id: `retry-after.${id}`,
      title: 'Asks to wait longer than anyone would',
      respond: later(503, text),
      call: readPairs,
      outcome: failed('refused', 503),
      requests: 1,
    }),
  ),
];
