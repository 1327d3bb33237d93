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
