import { expect, test } from 'vitest';
import type { Call } from '../model/exchange.ts';
import { played } from './recorded.ts';

type Parts = readonly (readonly [name: string, times: number])[];

/** Recorded calls of operations, in order: `a`, or `rpc b`, each so many times. */
function recorded(parts: Parts) {
  return parts.flatMap(([name, times]) => {
    const [, method] = /^rpc (.*)/.exec(name) ?? [];
    const call = (method === undefined ? { kind: 'http', operation: name } : { kind: 'rpc', method }) as Call;
    return Array.from({ length: times }, () => [name, { call }] as const);
  });
}

test.each<[string, Parts, Readonly<Record<string, number>>]>([
  ['all of a short recording', [['a', 1_000]], { a: 1_000 }],
  ['the first of a long one', [['a', 1_001]], { a: 1_000 }],
  [
    'some of each operation that comes later',
    [
      ['a', 1_000],
      ['b', 60],
      ['rpc c', 60],
    ],
    { a: 1_000, b: 50, 'rpc c': 50 },
  ],
  [
    'the rest of an operation that began in time',
    [
      ['b', 20],
      ['a', 980],
      ['b', 60],
      ['a', 9],
    ],
    { b: 50, a: 980 },
  ],
])('faulty servers are applied to %s', (_what, parts, expected) => {
  const names = played(recorded(parts)).map(([name]) => name);
  expect(Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]))).toEqual(
    expected,
  );
});
