import { expect, test } from 'vitest';
import { tableText } from './table.ts';

test('clients stand beside each other, with what could be measured', () => {
  const one = {
    name: 'Some',
    package: 'some',
    passed: 58,
    steps: 59,
    size: 90_215,
    bench: { bare: 502.1, client: 543 },
  };
  const other = { name: 'Other', package: 'other', passed: 59, steps: 59, size: undefined, bench: undefined };
  expect(tableText([one, other]).split('\n').slice(2)).toEqual([
    '| Some | `some` | 58 of 59 | 90 kB | 502 µs | 543 µs | 1.08 |',
    '| Other | `other` | 59 of 59 |  |  |  |  |',
  ]);
});
