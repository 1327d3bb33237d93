/** Tests the pairs of alternatives: each row has the alternatives before and after, and the places of the pairs. */
import { expect, it } from 'vitest';
import type { JsonObject } from '../../json.ts';
import { type Form, match } from './match.ts';

const named = (component: string, content: JsonObject): Form => ({ node: { $ref: component }, content, component });
const own = (content: JsonObject): Form => ({ node: content, content, component: undefined });
const object = (...names: readonly string[]) =>
  own({ type: 'object', properties: Object.fromEntries(names.map((name) => [name, {}])) });
const text = { type: 'string' };

it.each<[string, readonly Form[], readonly Form[], string]>([
  ['nothing', [], [], ''],
  ['one that was added', [], [own(text)], '+0'],
  ['one that was removed', [own(text)], [], '-0'],
  ['equal ones in another order', [own(text), own({ type: 'null' })], [own({ type: 'null' }), own(text)], '0=1 1=0'],
  [
    'equal ones among several of a type',
    [own({ ...text, format: 'a' }), own({ ...text, format: 'b' })],
    [own({ ...text, format: 'b' }), own({ ...text, format: 'c' })],
    '1=0 0=1',
  ],
  [
    'components of a name, equal ones first',
    [named('A', { ...text, minLength: 1 }), named('A', text)],
    [named('A', text), named('A', { ...text, maxLength: 2 })],
    '1=0 0=1',
  ],
  ['components of a name and another type', [named('A', text)], [named('A', { type: 'integer' })], '-0 +0'],
  ['components of another name, the only ones', [named('A', text)], [named('B', text)], '0=0'],
  [
    'components of other names, equal and of one type',
    [named('A', text), named('B', text)],
    [named('C', text), named('D', text)],
    '0=0 1=1',
  ],
  ['the only ones of a type', [own(text), own({ type: 'null' })], [own({ ...text, a: 1 })], '0=0 -1'],
  ['an integer and a number', [own({ type: 'integer' })], [own({ type: 'number' })], '0=0'],
  ['ones without a type', [own({ a: 1 })], [own({ b: 1 })], '0=0'],
  ['one without a type and one with', [own({ a: 1 })], [own(text)], '-0 +0'],
  [
    'the most similar ones',
    [object('a', 'b', 'c'), object('a', 'b')],
    [object('a', 'b', 'd'), object('a', 'b', 'c', 'd')],
    '0=1 1=0',
  ],
  ['ones that are half alike', [object('a', 'b'), object('x')], [object('a'), object('y')], '0=0 -1 +1'],
  ['ones that are less alike', [object('a', 'b', 'c'), object('x')], [object('a'), object('y')], '-0 -1 +0 +1'],
  [
    'ones with the same required members and values',
    [own({ required: ['a', 'b'] }), own({ enum: ['x', 'y'] })],
    [own({ enum: ['x'] }), own({ required: ['a'] })],
    '0=1 1=0',
  ],
  ['ones without anything in common', [own({}), own({ a: 1 })], [own({ type: 'any' }), own({ b: 1 })], '0=0 -1 +1'],
  [
    'ones with a value and a member of one name',
    [own({ required: ['a'] }), own({ c: 1 })],
    [own({ enum: ['a'] }), own({ d: 1 })],
    '-0 -1 +0 +1',
  ],
  ['the first of two equal ones', [own(text)], [own(text), own(text)], '0=0 +1'],
  [
    'a component with that of its name',
    [named('A', { ...text, a: 1 })],
    [named('B', { ...text, a: 1 }), named('A', { ...text, b: 1 })],
    '0=1 +0',
  ],
  ['one with none of two', [own({ ...text, a: 1 })], [own({ ...text, b: 1 }), own({ ...text, c: 1 })], '-0 +0 +1'],
  ['none of two with one', [own({ ...text, a: 1 }), own({ ...text, b: 1 })], [own({ ...text, c: 1 })], '-0 -1 +0'],
  [
    'none with one of many more members',
    [object('a'), object('x')],
    [object('a', 'b', 'c'), object('y')],
    '-0 -1 +0 +1',
  ],
  [
    'none that require other members',
    [own({ required: ['a'] }), own({ c: 1 })],
    [own({ required: ['b'] }), own({ d: 1 })],
    '-0 -1 +0 +1',
  ],
])('pairs %s', (_what, before, after, expected) => {
  const { pairs, removed, added } = match(before, after);
  expect(
    [
      ...pairs.map(([one, other]) => `${before.indexOf(one)}=${after.indexOf(other)}`),
      ...removed.map((one) => `-${before.indexOf(one)}`),
      ...added.map((one) => `+${after.indexOf(one)}`),
    ].join(' '),
  ).toBe(expected);
});
