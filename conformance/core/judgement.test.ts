import { describe, expect, it } from 'vitest';
import type { Declaration } from '../model/document/behaviour.ts';
import type { Exchange, HttpCall } from '../model/exchange.ts';
import { aspectOf } from './family.ts';
import { described } from './index.ts';
import {
  actualText,
  blocked,
  blockedBy,
  broken,
  CREDENTIALS_HINT,
  hintFor,
  inconclusive,
  inputsHint,
  isRefusal,
  judgeRefused,
  judgeTaken,
  noInputFor,
  observed,
  orNull,
  pass,
  passIf,
  passUnless,
  Stopped,
  shownBy,
  shownOtherwise,
  stop,
  unjudged,
  unlessClosed,
  unsupported,
  warn,
  withoutJson,
} from './judgement.ts';
import { each, mutantsOf } from './mutant.ts';

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

describe('a body without JSON', () => {
  const breach = { expected: 'JSON', about: 'json' };

  it('is a breach', () => {
    expect(withoutJson({ ok: false, problem: 'it is empty' }, breach)).toEqual(
      broken({ ...breach, actual: 'it is empty' }),
    );
  });

  it('keeps the message of the parser apart, which quotes the body', () => {
    const judged = withoutJson({ ok: false, problem: 'not JSON', quoted: 'Unexpected token M' }, breach);
    expect(judged).toEqual(broken({ ...breach, actual: 'not JSON', quoted: 'Unexpected token M' }));
    expect('breach' in judged && actualText(judged.breach)).toBe('not JSON: Unexpected token M');
  });

  it('may be right if it was not read', () => {
    expect(withoutJson({ ok: false, problem: '9 MB', isUnread: true }, breach)).toEqual(
      unjudged('the body has 9 MB', 'let the server return less: fewer items, or fewer levels'),
    );
  });
});

describe('a judgement', () => {
  it('has the members of its verdict', () => {
    const breach = { expected: 'a', actual: 'b' };
    expect(passIf(true, breach)).toEqual({ verdict: 'pass' });
    expect(passIf(false, breach)).toEqual({ verdict: 'broken', breach });
    expect(warn(breach)).toEqual({ verdict: 'warn', breach });
    expect(observed('500')).toEqual({ verdict: 'observed', value: '500' });
    expect(unsupported('no list')).toStrictEqual({ verdict: 'unsupported', reason: 'no list' });
    expect(inconclusive('no list', 'add one')).toEqual({ verdict: 'inconclusive', reason: 'no list', hint: 'add one' });
  });
});

describe('a hint', () => {
  const receivedAt = Date.parse('2021-08-17T11:00:00Z');
  const atClock = (status: number, date: string): Exchange => {
    const { outcome } = answer(status);
    return { ...exchangeWith({ ...outcome, date } as Exchange['outcome']), receivedAt };
  };

  it.each([
    [401, '2021-08-17T11:01:00Z', /^set the server's clock/],
    [401, '2021-08-17T10:59:00Z', /^set the server's clock/],
    [401, '2021-08-17T11:00:59Z', CREDENTIALS_HINT],
    [403, '2021-08-17T12:00:00Z', CREDENTIALS_HINT],
    [429, '2021-08-17T12:00:00Z', /lower --concurrency/],
  ])('on the status %i at %s', (status, date, hint) => {
    expect(hintFor(atClock(status, date))).toMatch(hint);
  });

  it.each([400, 402, 404, 428, 500])('is not known for the status %i', (status) => {
    expect(hintFor(answer(status))).toBeUndefined();
  });

  it('names the operation without an input', () => {
    expect(inputsHint('listBooks')).toContain('known.inputs.listBooks ');
  });
});

describe('a declaration', () => {
  it('has the aspect of its rule, or the name of its family', () => {
    const declared = (...aspects: readonly string[]) =>
      ({ family: 'owned', rules: aspects.map((aspect) => ({ aspect })) }) as unknown as Declaration;
    expect([aspectOf(declared('own-only', 'other')), aspectOf(declared())]).toEqual(['own-only', 'owned']);
  });

  it('has a faulty server for each wrong of each aspect', () => {
    const [cut, long, late] = [1, 2, 3].map((place) => () => ({ place }) as never);
    if (cut === undefined || long === undefined || late === undefined) throw new Error('there are three');
    const wrongs = {
      'at-most': { 'it is cut': cut, ...each(['long'], (name) => [`it is ${name}`, long]) },
      first: { late },
    };
    expect(mutantsOf('listBooks: ', wrongs)).toEqual([
      { id: 'listBooks: it is cut', kills: 'at-most', mutation: cut },
      { id: 'listBooks: it is long', kills: 'at-most', mutation: long },
      { id: 'listBooks: late', kills: 'first', mutation: late },
    ]);
  });
});

it('a variant changes the target of its own service alone', () => {
  const target = { services: { books: { url: 'a', name: 'b' }, films: { url: 'c' } }, other: 1 } as never;
  const change = described('books', () => ({ url: 'd' }) as never);
  expect(change(target)).toEqual({ services: { books: { url: 'd', name: 'b' }, films: { url: 'c' } }, other: 1 });
  expect(described('none', () => ({}))(target)).toBe(target);
});
