import { expect, it } from 'vitest';
import { sortedValues, withinLimits } from './alternative.ts';

it.each<[readonly unknown[], Readonly<Record<string, unknown>>, readonly unknown[], readonly string[]]>([
  [['a', 'ab', 'abc', 1], { minLength: 2 }, ['ab', 'abc', 1], []],
  [['a', 'ab', 'abc', 1], { maxLength: 2 }, ['a', 'ab', 1], []],
  [['\u{1f600}'], { maxLength: 1 }, ['\u{1f600}'], []],
  [['a', 'b', 1], { pattern: '^a' }, ['a', 1], []],
  [['a'], { pattern: '(' }, ['a'], ['pattern']],
  [[1, 2, 3, 'a'], { minimum: 2 }, [2, 3, 'a'], []],
  [[1, 2, 3, 'a'], { maximum: 2 }, [1, 2, 'a'], []],
  [[1, 2, 3, 'a'], { exclusiveMinimum: 2 }, [3, 'a'], []],
  [[1, 2, 3, 'a'], { exclusiveMaximum: 2 }, [1, 'a'], []],
  [[0.3, 0.25, 'a'], { multipleOf: 0.1 }, [0.3, 'a'], []],
  [[1, 2], { minimum: 2, format: 'int32', maximum: { not: 'a number' } }, [2], ['format', 'maximum']],
  [[1, { a: 1 }], { minimum: 2 }, [1, { a: 1 }], ['minimum']],
  [[null, true], { minimum: 2, minLength: 2 }, [null, true], []],
])('of %j, the limits %j leave %j', (values, given, expected, left) => {
  const limits = new Map(Object.entries(given));
  expect(withinLimits(values, limits)).toEqual(expected);
  expect([...limits.keys()]).toEqual(left);
});

it('sorts values, and keeps each once', () => {
  const values = ['b', 'a', 2, 'b', { z: 1, y: 2 }, null, [1]];
  expect(sortedValues(values)).toEqual(['[1]', 'a', 'b', '{"y":2,"z":1}', 2, null]);
});
