import { expect, test } from 'vitest';
import type { Exchange } from '../model/exchange.ts';
import type { ExchangeFinished } from '../run/events.ts';
import { harEntry, harFrame } from './har.ts';

const text = '{"data":{"access_token":"made-by-the-server"},"echo":"the-secret-token"}';

const exchange: Exchange = {
  call: {
    kind: 'http',
    label: 'sign in',
    operation: 'signIn',
    schemes: [],
    method: 'POST',
    path: '/auth?limit=10',
    headers: {},
    body: null,
    intent: 'valid',
    credentials: 'given',
  },
  url: 'http://127.0.0.1:4000/auth?limit=10',
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization: 'Bearer anything', 'x-request-id': '7' },
  requestBody: '{"mixin_token":"the-secret-token"}',
  outcome: {
    kind: 'answer',
    status: 200,
    contentType: 'application/json',
    retryAfter: null,
    body: { text, bytes: text.length, json: { ok: true, value: {} } },
  },
};

function entryOf(changes: Partial<Exchange> = {}) {
  const event: ExchangeFinished = {
    type: 'exchange-finished',
    service: 'comment',
    exchange: { ...exchange, ...changes },
    secrets: () => ['the-secret-token'],
    startedAt: 1_763_690_400_000,
    milliseconds: 12.34567,
    repeat: false,
  };
  return harEntry(event);
}

test('an entry has all that HAR 1.2 requires', () => {
  const { log } = JSON.parse(`${harFrame.before}${JSON.stringify(entryOf())}${harFrame.after}`);
  expect(log).toMatchObject({ version: '1.2', creator: { name: expect.any(String), version: expect.any(String) } });
  expect(log.entries[0]).toMatchObject({
    startedDateTime: '2025-11-21T02:00:00.000Z',
    time: 12.346,
    request: {
      method: 'POST',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      queryString: [{ name: 'limit', value: '10' }],
      postData: { mimeType: 'application/json' },
      headersSize: -1,
      bodySize: 34,
    },
    response: { status: 200, statusText: 'OK', redirectURL: '', content: { size: text.length }, bodySize: text.length },
    cache: {},
    timings: { send: 0, wait: 12.346, receive: 0 },
  });
});

test('credentials are left out everywhere', () => {
  const written = JSON.stringify(entryOf());
  expect(written).not.toMatch(/the-secret-token|made-by-the-server|Bearer/);
  expect(written).toContain('x-request-id');
});

test('a request without an answer has status 0 and the reason', () => {
  const { response } = entryOf({ outcome: { kind: 'failure', reason: 'timeout', message: 'no response within 10 s' } });
  expect(response).toMatchObject({ status: 0, comment: 'no response within 10 s' });
});

test('a huge body is cut, with a note', () => {
  const huge = 'x'.repeat(100_000);
  const { content } = entryOf({
    outcome: {
      kind: 'answer',
      status: 200,
      contentType: null,
      retryAfter: null,
      body: { text: huge, bytes: 100_000, json: { ok: false, problem: 'no JSON' } },
    },
  }).response;
  expect(content).toMatchObject({ size: 100_000, comment: 'cut after 65536 characters', text: 'x'.repeat(65_536) });
});
