/** Checks some hundred random pairs; `node oracle/cli.ts --pairs 3000` checks thousands. */
import { describe, expect, it } from 'vitest';
import { type Trial, tryPair } from './oracle.ts';

const PAIRS = 250;

describe('random pairs of schemas', () => {
  const trials: Trial[] = [];

  it('lose nothing where the report says that they are compatible', () => {
    for (let seed = 0; seed < PAIRS; seed += 1) trials.push(...tryPair(seed));
    const missed = trials.filter((trial) => trial.missed.length > 0);
    expect(
      missed.map(({ seed, direction, old, now, lost, gained }) => ({ seed, direction, old, now, lost, gained })),
    ).toEqual([]);
    expect(trials.length).toBeGreaterThan(PAIRS);
  });

  it('lose values in most cases in which the report claims it', () => {
    const alarms = trials.filter(({ falseAlarm }) => falseAlarm).length;
    expect(alarms / trials.length).toBeLessThan(0.05);
    expect(trials.filter(({ lost }) => lost !== undefined).length).toBeGreaterThan(PAIRS / 4);
  });
});
