import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ATTEMPTS, DELAY, LONGEST_WAIT } from '../values/limits.ts';
import { attemptsOf, retryDelay } from './retry.ts';

test.each([
  ['GET', undefined, ATTEMPTS],
  ['PUT', undefined, ATTEMPTS],
  ['DELETE', 5, 5],
  ['POST', 5, 1],
  ['PATCH', 5, 1],
])('%s with %j attempts has %i', (method, attempts, expected) => {
  expect(attemptsOf(method, { attempts })).toBe(expected);
});

describe('the next attempt', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.UTC(2021, 7, 17, 11, 14, 49) });
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  test.each([
    [1, 1_000, 500],
    [2, 1_000, 1_000],
    [3, 1_000, 2_000],
    [1, undefined, DELAY / 2],
  ])('after %i with the delay %j waits for %i ms', (attempt, delay, expected) => {
    expect(retryDelay(undefined, attempt, { delay })).toBe(expected);
  });

  test.each([
    [200, undefined],
    [408, undefined],
    [429, 500],
    [500, undefined],
    [503, 500],
  ])('after the status %i waits for %j ms', (status, expected) => {
    expect(retryDelay(new Response(null, { status }), 1, { delay: 1_000 })).toBe(expected);
  });

  const JITTER = 500;
  test.each([
    ['0', 0],
    ['2', 2_000],
    [String(LONGEST_WAIT / 1_000), LONGEST_WAIT],
    [String(LONGEST_WAIT / 1_000 + 1), undefined],
    ['', JITTER],
    ['soon', JITTER],
    ['1.5', JITTER],
    ['-1', JITTER],
    ['Tue, 17 Aug 2021 11:14:54 GMT', 5_000],
    ['Tue, 17 Aug 2021 11:14:44 GMT', 0],
    ['Tue, 17 Aug 2021 11:15:20 GMT', undefined],
    ['Tuesday, 17-Aug-21 11:14:54 GMT', 5_000],
    ['Monday, 17-Aug-71 11:14:54 GMT', undefined],
    ['Thursday, 17-Aug-72 11:14:54 GMT', 0],
    ['Tue Aug 17 11:14:54 2021', 5_000],
    ['Tue Aug  3 11:14:54 2021', 0],
    ['Thu, 01 Jan 2099 00:00:00 GMT', undefined],
    ['Fri, 01 Jan 2099 00:00:00 GMT', JITTER],
    ['Mon, 30 Feb 2099 00:00:00 GMT', JITTER],
    ['Thu, 01 Jan 2099 25:00:00 GMT', JITTER],
    ['Wed Aug 17 11:14:54 1921', 0],
    ['2, 2', JITTER],
    ['Tue, 17 Aug 2021 11:14:54', JITTER],
    ['xTue, 17 Aug 2021 11:14:54 GMT', JITTER],
    ['Tue, 17 Xyz 2021 11:14:54 GMT', JITTER],
    ['2021-08-17T11:14:54Z', JITTER],
  ])('after Retry-After: %s waits for %j ms', (text, expected) => {
    const response = new Response(null, { status: 503, headers: { 'Retry-After': text } });
    expect(retryDelay(response, 1, { delay: 1_000 })).toBe(expected);
  });
});
