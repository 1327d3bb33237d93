import { describe, expect, test } from 'vitest';
import type { Message } from './reporter.ts';
import { after, atFirst, lacks, whatRuns } from './standing.ts';
import { summary } from './summary.ts';

const messages = (...all: readonly Message[]) => all.reduce(after, atFirst);
const started = (id: string, name: string): Message => ({ type: 'started', id, name });
const judged = (verdict: 'passed' | 'failed' | 'skipped', name: string): Message => ({ type: 'judged', verdict, name });

describe('the running tests', () => {
  const begun = [started('1', 'a.test.ts'), started('2', 'b.test.ts'), started('3', 'b.test.ts > waits')];

  test('are listed by test, or by file when none of its tests runs', () => {
    expect(whatRuns(messages(...begun))).toEqual(['a.test.ts', 'b.test.ts > waits']);
  });

  test('are no longer listed when they have ended', () => {
    expect(whatRuns(messages(...begun, { type: 'ended', id: '3' }))).toEqual(['a.test.ts', 'b.test.ts']);
  });
});

test('a missing tool is reported once, with the command that installs it', () => {
  const line = 'SKIPPED: pages need a browser: apt-get install chromium';
  expect(lacks(`ok\n${line}\n\n ok\n${line}\n not SKIPPED: x`)).toEqual([line.replace('SKIPPED: ', '')]);
});

describe('the last line', () => {
  const outcomes = (ok: boolean) => [
    { name: 'types', ok: true, seconds: 1 },
    { name: 'tests', ok, seconds: 2 },
  ];
  const printed = (all: readonly Message[], ok: boolean, mayBeSkipped = true) => {
    const { text, ok: well } = summary({
      outcomes: outcomes(ok),
      standing: messages(...all),
      lacks: [],
      mayBeSkipped,
      left: [],
    });
    return [text.split('\n').at(-1), well];
  };

  test('counts tests and checks', () => {
    expect(printed([judged('passed', 'a')], true)).toEqual(['2 passed, 0 failed', true]);
    expect(printed([judged('passed', 'a'), judged('failed', 'b')], false)).toEqual(['2 passed, 1 failed', false]);
  });

  test('counts errors outside of the tests', () => {
    expect(printed([{ type: 'broken', name: 'b.test.ts' }], false)).toEqual(['1 passed, 1 failed', false]);
  });

  test('never reports 0 failed for a runner that failed', () => {
    expect(printed([judged('passed', 'a')], false)).toEqual(['2 passed, 1 failed', false]);
  });

  test('counts skipped tests separately, and in CI as failed', () => {
    expect(printed([judged('skipped', 'a')], true)).toEqual(['1 passed, 0 failed, 1 skipped', true]);
    expect(printed([judged('skipped', 'a')], true, false)).toEqual(['1 passed, 1 failed', false]);
  });
});
