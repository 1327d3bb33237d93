import { expect, test } from 'vitest';
import { extentOf, repeatedName } from './json-text.ts';

test.each([
  ['{"a":1,"a":2}', 'a'],
  ['{"a" : 1 , "b":{"c":[1,{"d":1,"d":1}]}}', 'd'],
  ['{"\\u0061":1,"a":2}', 'a'],
  ['{"quote \\" in it":1,"quote \\" in it":2}', 'quote " in it'],
  ['[{"x":1},{"x":[],"y":{"x":1},"x":1}]', 'x'],
])('finds the duplicate name in %s', (text, name) => {
  expect(repeatedName(text)).toBe(name);
});

test.each([
  '{}',
  '[]',
  '"a"',
  '12',
  '{"a":"a","b":"a"}',
  '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}]}',
  '["a","a",{"a":["a","a"]}]',
  '{"a":"text with \\"a\\": in it","b":"ends in a backslash \\\\"}',
  '{"a":"}{,\\"a\\":","b":"]["}',
])('finds no duplicate in %s', (text) => {
  expect(repeatedName(text)).toBeUndefined();
});

test.each([
  ['12', 0],
  ['[]', 1],
  ['[[],{"a":[{}]},"[[[[["]', 4],
  ['[[[ no JSON', 3],
])('returns the depth of %s', (text, depth) => {
  expect(extentOf(text).depth).toBe(depth);
});

test('searches the largest answer that is read with little work', () => {
  const item = JSON.stringify({ id: 'c6d0c728-2624-429b-8e0d-d9d19b6592f1', amount: '1.5', nested: { list: [1, 2] } });
  const text = `[${Array.from({ length: Math.floor((16 * 2 ** 20) / item.length) }, () => item).join(',')}]`;
  const before = process.cpuUsage();
  expect(repeatedName(text)).toBeUndefined();
  // In microseconds of processor time: a busy machine takes longer by the clock.
  expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
});
