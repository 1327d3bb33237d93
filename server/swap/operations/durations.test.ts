import { describe, expect, test } from 'vitest';
import { STORY_VALIDATORS } from '../../testing/server.ts';
import { ANSWERED, BTC, ETH, sharedSwap, USDC } from '../../testing/swap.ts';

describe.each(STORY_VALIDATORS)('a duration, validated by %s', (validator) => {
  const served = sharedSwap({ validator });
  const PATHS = ['/stats/markets', `/stats/markets/${BTC}/${USDC}`, `/stats/markets/${BTC}/${USDC}/kline/v2`];

  test.each(['24', '1d', '-24h', '0s', 'yesterday', '', '%00', '24h;drop', '+1h'])('%j is rejected', async (dur) => {
    for (const path of PATHS)
      expect(await served().get(`${path}?dur=${dur}`)).toMatchObject({
        status: 400,
        body: { code: 400, msg: expect.stringMatching(/\w/) },
      });
  });

  test.each(['1ns', '45m', '90m', '24h', '36h30m', '720h', '4320h', '87600h'])(
    'of %s limits the points',
    async (dur) => {
      for (const path of PATHS) {
        const points = await served().read<readonly ({ readonly ts: number } | readonly [number])[] | null>(
          `${path}?dur=${dur}`,
        );
        const times = (points ?? []).map((point) => ('ts' in point ? point.ts : point[0]));
        expect(times.length).toBeLessThanOrEqual(720);
        expect(times.toSorted((a, b) => a - b)).toEqual(times);
        expect(times.every((ts) => Number.isInteger(ts) && ts * 1000 <= ANSWERED)).toBe(true);
        if (!['1ns', '87600h'].includes(dur)) expect(times.length).toBeGreaterThan(1);
      }
    },
  );

  test('defaults to 720h', async () => {
    for (const path of PATHS) expect(await served().read(path)).toEqual(await served().read(`${path}?dur=720h`));
  });

  test('dates and times agree, and the two prices are reciprocal', async () => {
    const stats = await served().read<{ ts: number; date: string }[]>('/stats/markets?dur=30h');
    for (const { ts, date } of stats) expect(Date.parse(date)).toBe(ts * 1000);
    const candles = await served().read<[number, string, string][]>(`/stats/markets/${ETH}/${BTC}/kline/v2`);
    for (const [, price, inverse] of candles) expect(Number(price) * Number(inverse)).toBeCloseTo(1, 6);
  });
});
