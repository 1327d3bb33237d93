import { expect, test } from 'vitest';
import type { CheckContext } from '../core/context.ts';
import type { Exchange } from '../model/exchange.ts';
import { exchange, smallSuite } from '../testing/api.ts';
import { aheadOf, isConstant, nearness, nowText } from './now.ts';

const suite = smallSuite({ operations: { readNow: { request: 'GET /now' }, readDay: { request: 'GET /day' } } });
const NOW = Date.parse('2021-08-17T11:00:00Z');
const [MINUTE, HOUR] = [60_000, 3_600_000];

/** An answer with the times that clocks show, in milliseconds from now. */
function answered(clocks: { readonly server?: number; readonly ours?: number }, operation = 'readNow'): Exchange {
  const one = exchange(suite, operation, [200, { time: clocks.server ?? null }]);
  const { server, ours } = clocks;
  return {
    ...one,
    ...(ours === undefined ? {} : { receivedAt: NOW + ours }),
    outcome: {
      ...one.outcome,
      ...(server === undefined ? {} : { date: new Date(NOW + server).toUTCString() }),
    } as Exchange['outcome'],
  };
}

test.each([
  ['near', 10 * MINUTE, { server: 0, ours: 0 }],
  ['near', -10 * MINUTE, { server: 0, ours: 0 }],
  ['near', HOUR, { server: HOUR, ours: 0 }],
  ['near', HOUR, { server: 0, ours: HOUR }],
  ['far', 10 * MINUTE + 1, { ours: 0 }],
  ['zone', HOUR, { server: 0, ours: 0 }],
  ['zone', 15 * MINUTE + 90_000, { ours: 0 }],
  ['far', 15 * MINUTE + 90_001, { ours: 0 }],
  ['zone', -14 * HOUR, { ours: 0 }],
  ['zone', 14 * HOUR + 90_000, { ours: 0 }],
  ['far', 14 * HOUR + 15 * MINUTE, { ours: 0 }],
  ['far', HOUR, { server: 17 * MINUTE, ours: 0 }],
  ['unknown', 0, {}],
])('%s: %d ms from %j', (expected, apart, clocks) => {
  expect(nearness(NOW + apart, answered(clocks))).toBe(expected);
});

test.each([
  ['none', 10 * MINUTE, { ours: 0 }, null],
  ['zone', 10 * MINUTE + 1, { ours: 0 }, null],
  ['zone', 14 * HOUR + 90_000, { ours: 0 }, null],
  ['more', 14 * HOUR + 90_001, { ours: 0 }, null],
  ['none', HOUR, { server: HOUR, ours: 0 }, null],
  ['none', HOUR, { ours: 0 }, NOW + HOUR],
  ['zone', HOUR, { ours: 0 }, NOW],
  ['none', HOUR, {}, null],
])('ahead by %s: %d ms from %j', (expected, apart, clocks, reported) => {
  expect(aheadOf(NOW + apart, answered(clocks), reported)).toBe(expected);
});

test('the time of a response is that of its own header first', () => {
  expect(nowText(answered({ server: MINUTE, ours: 0 }))).toBe('2021-08-17T11:01:00.000Z');
  expect(nowText(answered({ ours: 0 }))).toBe('2021-08-17T11:00:00.000Z');
  expect(nowText(answered({}))).toBeNull();
});

const day = (time: number | null) => answered(time === null ? {} : { server: time }, 'readDay');

test.each<[string, readonly Exchange[], number, boolean]>([
  ['the same in all responses, and later', [answered({ server: 1000 }), day(1000)], 1000, true],
  ['the same in all responses, and another later', [answered({ server: 1000 }), day(1000)], 2000, false],
  ['different', [answered({ server: 1000 }), day(2000)], 1000, false],
  ['that of one operation alone', [answered({ server: 1000 }), answered({ server: 1000 })], 1000, false],
  ['shown by one operation alone', [answered({ server: 1000 }), day(null)], 1000, false],
  ['not shown', [], 1000, false],
])('a time is %s', async (_, exchanges, later, constant) => {
  const pauses: unknown[] = [];
  const send: CheckContext['send'] = async (call) => {
    pauses.push(call.kind === 'http' && call.pauseMs);
    return answered({ server: later });
  };
  const timeOf = ({ outcome }: Exchange) =>
    outcome.kind === 'answer' && outcome.date !== undefined ? Date.parse(outcome.date) : null;
  const found = await isConstant({ send, suite } as CheckContext, exchanges, timeOf);
  expect(found !== null).toBe(constant);
  if (constant) expect(pauses).toEqual([1100]);
});
