import { expect, test } from 'vitest';
import { firstWrong, wrongIn } from './order.ts';

test.each<[readonly unknown[], 'ascending' | 'descending' | 'either', number | null]>([
  [[1, 2, 3], 'ascending', -1],
  [[1, 3, 2], 'ascending', 2],
  [[3, 2, 1], 'ascending', 1],
  [[3, 2, 1], 'descending', -1],
  [[3, 2, 1], 'either', -1],
  [[1, 2, 1], 'either', 2],
  [[3, 2, 3], 'either', 2],
  [[1, 1, 1], 'ascending', null],
  [[1], 'ascending', null],
  [[], 'ascending', null],
  [[1, 1, 2, 2], 'ascending', -1],
  [['9', '10'], 'ascending', -1],
  [['9', 'ten', '10'], 'ascending', 2],
  [['1', '', '2', null, '3'], 'ascending', null],
  [['1', '2', '', '1'], 'ascending', -1],
  [['2021-08-17T12:00:00+02:00', '2021-08-17T11:00:00Z'], 'ascending', -1],
  [['2021-08-17T12:00:00+02:00', '2021-08-17T09:00:00Z'], 'ascending', 1],
  [['a', 'b'], 'ascending', -1],
  [['b', 'a'], 'ascending', 1],
  [['a', 'B'], 'ascending', null],
  [['b', 'A'], 'ascending', 1],
  [['é', 'f'], 'ascending', null],
  [['a b', 'ab'], 'ascending', null],
  [[{}, 'a'], 'ascending', null],
])('%j, %s: %s', (values, direction, expected) => expect(firstWrong(values, direction)).toBe(expected));

const items = (text: string) =>
  text.split(' ').map((pair) => ({ group: pair.slice(0, 1), number: Number(pair.slice(1)) }));
const [group, number] = [
  { member: 'group', direction: 'ascending' },
  { member: 'number', direction: 'ascending' },
] as const;

test.each([
  ['a1 a2 b1 b2', -1, true],
  ['a1 a2 b2 b1', 3, true],
  ['a2 a1 b1 b2', 1, true],
  ['a1 b1 c1', -1, false],
  ['a1 a1 b2', -1, false],
  ['a1 b2 b1 a3', 2, true],
])('within groups, %s is wrong at %i, and shows the order: %s', (text, wrong, isShown) => {
  expect(wrongIn(items(text), number, [group])).toEqual({ wrong, isShown });
});

test('without a group, all items are compared', () => {
  expect(wrongIn(items('a1 b2 a3'), number, [])).toEqual({ wrong: -1, isShown: true });
  expect(wrongIn(items('a1 b3 a2'), number, [])).toEqual({ wrong: 2, isShown: true });
  expect(wrongIn([], number, [])).toEqual({ wrong: -1, isShown: false });
});
