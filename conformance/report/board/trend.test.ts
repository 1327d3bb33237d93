import { expect, test } from 'vitest';
import { groups, type Tally } from './board.ts';
import { trend, trendText } from './trend.ts';

const run = (counts: Readonly<Record<string, number>>): readonly Tally[] =>
  groups.map(([name]) => ({ count: counts[name] ?? 0, change: null }));

const better = [run({ passed: 30, failed: 10 }), run({ passed: 40, failed: 0 })];

test('the text describes the picture', () => {
  expect(trendText(better)).toBe(
    'From the first run to the last of 2: passed went from 30 to 40, failed went from 10 to 0.',
  );
  expect(trendText([run({ passed: 3 }), run({ passed: 3 })])).toContain('3 passed in both, 0 failed in both');
});

test('each run is a column, in which each check has the same height', () => {
  const { source } = trend(better, ['A', 'B']) ?? { source: '' };
  const bars = [...source.matchAll(/<rect class="(\w+)" x="(\d+)" y="([\d.]+)" width="36" height="([\d.]+)">/g)];
  expect(bars.map(([, colour, x, y, height]) => [colour, x, Number(y), Number(height)])).toEqual([
    ['good', '14', 30, 90],
    ['bad', '14', 0, 30],
    ['good', '64', 0, 120],
  ]);
  expect(source).toContain('role="img" aria-label="From the first run');
  expect(source.match(/<figcaption>From the first run/g)).toHaveLength(1);
});

test('one run has no trend, and runs without checks have empty columns', () => {
  expect(trend([run({})], ['A'])).toBeNull();
  expect(trend([run({}), run({})], ['A', 'B'])?.source).not.toContain('<rect');
});
