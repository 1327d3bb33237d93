import { expect, test } from 'vitest';
import type { RunEvent } from '../run/events.ts';
import { sampleReport } from '../testing/sample.ts';
import { progress } from './progress.ts';

const [lending, vault] = sampleReport.services;

function events(): readonly RunEvent[] {
  if (lending === undefined || vault === undefined) throw new Error('the sample has two services');
  return [
    {
      type: 'run-started',
      services: [
        { service: 'lending', url: 'http://a' },
        { service: 'vault', url: 'http://b' },
      ],
    },
    { type: 'service-started', service: 'lending', url: 'http://a', cases: 2 },
    { type: 'service-started', service: 'vault', url: 'http://b', cases: 2 },
    { type: 'request-finished', service: 'vault', requests: 3 },
    { type: 'case-finished', service: 'lending', done: 1, cases: 2, broken: 0 },
    { type: 'case-finished', service: 'vault', done: 2, cases: 2, broken: 1 },
    { type: 'service-finished', report: { ...vault, unreachable: null } },
    { type: 'case-finished', service: 'lending', done: 2, cases: 2, broken: 1 },
    { type: 'service-finished', report: lending },
    { type: 'run-finished', report: sampleReport },
  ];
}

function written(isTTY: boolean, columns = 100): readonly string[] {
  const texts: string[] = [];
  let time = 0;
  const listener = progress({ isTTY, columns, write: (text) => texts.push(text) }, () => (time += 6000));
  for (const event of events()) listener(event);
  return texts;
}

test('on a terminal one line shows all services, and the findings so far', () => {
  const texts = written(true).map((text) => text.replace('\r\x1b[2K', ''));
  expect(texts).toContainEqual(
    expect.stringMatching(/█+░+ 3 of 4 cases, 3 requests, 1 broken rules {2}lending vault$/),
  );
  expect(texts).toContainEqual(expect.stringMatching(/3 of 4 cases, 3 requests, 1 broken rules {2}lending$/));
  expect(texts.at(-1)).toBe('');
});

test('the line never breaks', () => {
  for (const columns of [10, 40, 60]) {
    const lines = written(true, columns).map((text) => text.replace('\r\x1b[2K', ''));
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(columns);
  }
});

test('elsewhere there are plain lines: when a service begins and ends, and now and then', () => {
  expect(written(false)).toEqual([
    'checking lending at http://a\n',
    'checking vault at http://b\n',
    'lending: 1 of 2 cases, 0 broken rules so far\n',
    'vault: 2 of 2 cases, 1 broken rules so far\n',
    'checked vault: 1 checks, 1 requests, 0 findings\n',
    'lending: 2 of 2 cases, 1 broken rules so far\n',
    'checked lending: 9 checks, 12 requests, 2 findings\n',
  ]);
});

/** What is written, with the time of the clock at each event. */
function writtenAt(isTTY: boolean, ...timed: readonly (readonly [time: number, event: RunEvent])[]): readonly string[] {
  const texts: string[] = [];
  let now = 0;
  const listener = progress({ isTTY, write: (text) => texts.push(text) }, () => now);
  for (const [time, event] of timed) {
    now = time;
    listener(event);
  }
  return texts;
}

const started: RunEvent = { type: 'run-started', services: [{ service: 'vault', url: 'http://b' }] };
const finished = (done: number): RunEvent => {
  return { type: 'case-finished', service: 'vault', done, cases: 9, broken: 0 };
};

test('plain lines come every ten seconds at most', () => {
  const lines = writtenAt(false, [5, started], [10_004, finished(1)], [10_005, finished(2)], [20_004, finished(3)]);
  expect(lines).toEqual(['checking vault at http://b\n', 'vault: 2 of 9 cases, 0 broken rules so far\n']);
});

test('a terminal is drawn on every 50 ms at most, and when a service has finished', () => {
  const lines = writtenAt(true, [5, started], [54, finished(1)], [55, finished(2)], [56, finished(9)]);
  expect(lines.map((line) => /\d of \d/.exec(line)?.[0])).toEqual(['0 of 0', '2 of 9', '9 of 9']);
});

test('a terminal of unknown width has 80 columns', () => {
  const names = ['lending', 'vault', 'swap', 'comment', 'assistant'] as const;
  const many: RunEvent = { type: 'run-started', services: names.map((service) => ({ service, url: '' })) };
  const [short, long] = [writtenAt(true, [0, started]), writtenAt(true, [0, many])];
  expect(short.join()).toContain('░ 0 of 0 cases, 0 requests, 0 broken rules  vault');
  expect(long.join()).toMatch(/░ 0 of 0 cases, 0 requests, 0 broken rules$/);
});

test('the bar is as long as what is done', () => {
  const [, line = ''] = writtenAt(true, [0, started], [99, finished(3)]);
  expect(line).toContain(` ${'█'.repeat(5)}${'░'.repeat(11)} 3 of 9`.slice(1));
});

test('a service that cannot be reached has not been checked', () => {
  if (vault === undefined) throw new Error('the sample has two services');
  const unreachable: RunEvent = { type: 'service-finished', report: { ...vault, unreachable: 'no answer' } };
  expect(writtenAt(false, [0, unreachable])).toEqual([]);
  expect(writtenAt(true, [0, unreachable])).toHaveLength(1);
});
