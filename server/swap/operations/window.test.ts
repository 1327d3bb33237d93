import { Refusal } from '@wallet-services/runtime/refusal';
import { describe, expect, test } from 'vitest';
import { ANSWERED } from '../../testing/swap.ts';
import { durationMilliseconds } from '../../values/index.ts';
import { windowOf } from './window.ts';

const LONG_AGO = 0;
const iso = (seconds: number | undefined) => new Date((seconds ?? 0) * 1000).toISOString();

describe('the points of a series', () => {
  test.each([
    ['72h', 3, 86_400, '2021-08-15T00:00:00.000Z'],
    ['48h', 2, 86_400, '2021-08-16T00:00:00.000Z'],
    [undefined, 30, 86_400, '2021-07-19T00:00:00.000Z'],
    ['720h', 30, 86_400, '2021-07-19T00:00:00.000Z'],
    ['4320h', 180, 86_400, '2021-02-19T00:00:00.000Z'],
    ['24h', 24, 3_600, '2021-08-16T12:00:00.000Z'],
    ['2h', 2, 3_600, '2021-08-17T10:00:00.000Z'],
    ['90m', 90, 60, '2021-08-17T09:56:00.000Z'],
    ['1h30m0.5s', 91, 60, '2021-08-17T09:55:00.000Z'],
  ])('of %s: %d, %d seconds apart, from %s', (dur, count, step, first) => {
    const window = windowOf(dur, LONG_AGO, ANSWERED);
    expect(window).toMatchObject({ step, now: ANSWERED });
    expect(window.starts).toHaveLength(count);
    expect(iso(window.starts[0])).toBe(first);
  });

  test('are few, however long the duration', () => {
    for (const dur of ['100000h', '10000000h', '2562047h47m16.854775807s', `${'9'.repeat(300)}h`]) {
      const { starts } = windowOf(dur, LONG_AGO, ANSWERED);
      expect(starts.length).toBeGreaterThan(100);
      expect(starts.length).toBeLessThanOrEqual(720);
    }
  });

  test('lie within the duration, and not before the first record', () => {
    for (const dur of ['1ns', '59s', '61s', '119m', '121m', '49h', '17281h']) {
      const { starts, step } = windowOf(dur, LONG_AGO, ANSWERED);
      for (const start of starts) {
        expect(start * 1000).toBeLessThanOrEqual(ANSWERED);
        expect(start * 1000).toBeGreaterThan(ANSWERED - (durationMilliseconds(dur) ?? 0));
        expect(start % step).toBe(0);
      }
    }
    expect(windowOf('10s', LONG_AGO, ANSWERED + 30_000).starts).toEqual([]);
    const { starts } = windowOf('720h', 1_629_072_000 + 600, ANSWERED);
    expect(starts.map(iso)).toEqual(['2021-08-16T00:00:00.000Z', '2021-08-17T00:00:00.000Z']);
  });

  test.each(['', '24', 'h', '1d', '-1h', '0', '0s', '0.0h', 'day', '1 h', '1h ', '1h1', '１h', 'NaNh', 'Infinityh'])(
    'of %j are refused',
    (dur) => {
      expect(() => windowOf(dur, LONG_AGO, ANSWERED)).toThrow(Refusal);
    },
  );
});
