import { describe, expect, it } from 'vitest';
import type { Exchange, HttpCall } from '../model/exchange.ts';
import { described } from './index.ts';
import {
  blocked,
  blockedBy,
  broken,
  CREDENTIALS_HINT,
  hintFor,
  inconclusive,
  isRefusal,
  judgeRefused,
  judgeTaken,
  noInputFor,
  orNull,
  pass,
  passUnless,
  Stopped,
  shownBy,
  shownOtherwise,
  stop,
  unlessClosed,
} from './judgement.ts';

const call: HttpCall = {
  kind: 'http',
  label: 'read',
  operation: 'listBooks',
  schemes: [],
  method: 'GET',
  path: '/books',
  headers: {},
  body: null,
  intent: 'valid',
  credentials: 'given',
};

function exchangeWith(outcome: Exchange['outcome']): Exchange {
  return { call, url: 'http://x/books', method: 'GET', headers: {}, requestBody: null, outcome };
}

function answer(status: number): Exchange {
  const body = { text: '{}', bytes: 2, json: { ok: true as const, value: {} } };
  return exchangeWith({ kind: 'answer', status, contentType: 'application/json', retryAfter: null, body });
}

const failure = exchangeWith({ kind: 'failure', reason: 'timeout', message: 'no response', hint: 'wait' });

it.each([
  [399, false],
  [400, true],
  [428, true],
  [429, false],
  [430, true],
  [499, true],
  [500, false],
])('the status %i is a rejection of the request: %s', (status, expected) => {
  expect(isRefusal(answer(status))).toBe(expected);
});

it('no response is no rejection', () => {
  expect(isRefusal(failure)).toBe(false);
});

describe('a request that must be rejected', () => {
  it.each([
    [400, 'pass'],
    [500, 'pass'],
    [200, 'broken'],
    [428, 'pass'],
    [429, 'blocked'],
  ])('with the answer %i is judged %s', (status, verdict) => {
    expect(judgeRefused(answer(status), 'a wrong id').verdict).toBe(verdict);
  });

  it('without an answer is blocked', () => {
    expect(judgeRefused(failure, 'a wrong id')).toEqual(blocked('GET /books: no response', 'wait'));
  });

  it('shows the exchange, and what was accepted', () => {
    const exchange = answer(200);
    expect(judgeRefused(exchange, 'a wrong id')).toEqual(
      broken({ expected: 'a refusal of a wrong id', actual: expect.any(String), about: 'a wrong id', exchange }),
    );
  });
});

describe('a request that must be accepted', () => {
  it.each([
    [200, 'pass'],
    [400, 'broken'],
    [429, 'blocked'],
    [500, 'blocked'],
  ])('with the answer %i is judged %s', (status, verdict) => {
    expect(judgeTaken(answer(status), 'the books').verdict).toBe(verdict);
  });

  it('shows the exchange, and states what was expected', () => {
    const exchange = answer(404);
    const breach = { expected: 'the books', actual: expect.stringContaining('404'), about: 'the books', exchange };
    expect(judgeTaken(exchange, 'the books')).toEqual(broken(breach));
    expect(judgeTaken(exchange, 'the books', 'x')).toEqual(broken({ ...breach, about: 'x' }));
  });
});

describe('a breach', () => {
  const breach = broken({ expected: 'a', actual: 'b' });

  it('counts if the server still accepts a request that it accepted before', async () => {
    expect(await unlessClosed(breach, async () => answer(200))).toBe(breach);
    expect(await unlessClosed(breach, async () => answer(503))).toMatchObject({ verdict: 'blocked' });
    const never = () => Promise.reject(new Error('not needed'));
    expect(await unlessClosed(pass, never)).toBe(pass);
  });

  it('has the exchange that shows it', () => {
    const [one, other] = [answer(200), answer(201)];
    expect([shownBy(pass), shownBy(breach)]).toEqual([undefined, undefined]);
    const shown = shownOtherwise(breach, one);
    expect(shownBy(shown)).toBe(one);
    expect(shownBy(shownOtherwise(shown, other))).toBe(other);
    expect(shown).toEqual(broken({ expected: 'a', actual: 'b', exchange: one }));
    expect(shownOtherwise(pass, one)).toBe(pass);
  });

  it('replaces a pass', () => {
    expect(passUnless([])).toEqual([pass]);
    expect(passUnless([breach])).toEqual([breach]);
  });
});

describe('a search', () => {
  const reason = inconclusive('there is none', 'add one');

  it('gives a reason when it ends a conversation', () => {
    expect(() => stop(reason)).toThrow(expect.objectContaining({ name: 'Stopped', message: 'there is none' }));
    expect(new Stopped(reason).judgement).toBe(reason);
  });

  it('can fail without ending the conversation', async () => {
    const reported: unknown[] = [];
    const report = (one: unknown) => reported.push(one);
    expect(await orNull(Promise.resolve(1), report)).toBe(1);
    expect(await orNull(Promise.reject(new Stopped(reason)))).toBe(null);
    expect(await orNull(Promise.reject(new Stopped(reason)), report)).toBe(null);
    expect(reported).toEqual([reason]);
    await expect(orNull(Promise.reject(new Error('other')))).rejects.toThrow('other');
  });
});

describe('the reason why a rule is blocked', () => {
  it.each<[Exchange | undefined, string, string | undefined]>([
    [undefined, 'an earlier request that this check depends on returned nothing to continue with', undefined],
    [failure, 'GET /books: no response', 'wait'],
    [answer(200), 'GET /books returned a response that cannot be read', undefined],
    [answer(404), 'GET /books returned status 404', undefined],
    [answer(401), 'GET /books returned status 401', CREDENTIALS_HINT],
    [answer(403), 'GET /books returned status 403', CREDENTIALS_HINT],
    [answer(429), 'GET /books returned status 429', 'the server limits the request rate'],
  ])('%#', (exchange, reason, hint) => {
    const judged = blockedBy(exchange);
    expect(judged).toMatchObject({ verdict: 'blocked', reason: expect.stringContaining(reason) });
    expect(judged.hint).toEqual(hint === undefined ? undefined : expect.stringContaining(hint));
  });

  it('has the hint of an exchange without an answer', () => {
    expect(hintFor(failure)).toBe('wait');
  });

  it('names the operation that the suite has no input for', () => {
    expect(noInputFor('listBooks')).toBe('the suite knows no request that listBooks accepts');
  });
});

it('a variant changes the target of its own service alone', () => {
  const target = { services: { books: { url: 'a', name: 'b' }, films: { url: 'c' } }, other: 1 } as never;
  const change = described('books', () => ({ url: 'd' }) as never);
  expect(change(target)).toEqual({ services: { books: { url: 'd', name: 'b' }, films: { url: 'c' } }, other: 1 });
  expect(described('none', () => ({}))(target)).toBe(target);
});
