import { expect, test } from 'vitest';
import type { JsonObject } from '../../model/values/json.ts';
import { exchange, smallSuite } from '../../testing/api.ts';
import { type Comparison, differences, type Reported } from './compare.ts';

const suite = smallSuite({ operations: { listBooks: { request: 'GET /books' } } });

function shown(...values: readonly JsonObject[]): Reported {
  const things = values.map((value, index) => ({ key: String(value['id']), pointer: `/${index}`, value }));
  return { exchange: exchange(suite, 'listBooks', [200, values]), things };
}

const comparison: Comparison = {
  name: 'listBooks',
  members: [
    ['price', 'cost'],
    ['data', 'data'],
  ],
  encoded: new Set(['data']),
  whole: 2,
};

function ids(before: Reported, there: Reported, after = before, more: Partial<Comparison> = {}): readonly string[] {
  return differences(before, there, after, { ...comparison, ...more }).map(({ id }) => id);
}

const price = (value: unknown, id = 'a') => shown({ id, price: value });
const cost = (value: unknown, id = 'a') => shown({ id, cost: value });

test.each<[string, unknown, unknown, boolean]>([
  ['amounts', '1.50', '1.5', true],
  ['other amounts', '1.50', '1.6', false],
  ['nothing and an empty text', null, '', true],
  ['nothing and zero', null, 0, true],
  ['nothing and zero as text', '', '0', true],
  ['nothing and false', undefined, false, true],
  ['nothing and a value', null, 'x', false],
  ['a value and nothing', 'x', undefined, false],
  ['zero and nothing', 0, undefined, false],
  ['a time of the year 1 and nothing', '0001-01-01T00:00:00Z', undefined, true],
  ['a time to the nanosecond', '2021-08-17T11:00:00.123456789Z', '2021-08-17T11:00:00.123456788Z', false],
  ['a time to the microsecond', '2021-08-17T11:00:00.123456Z', '2021-08-17T11:00:00.123456789Z', true],
  ['another time to the microsecond', '2021-08-17T11:00:00.123456Z', '2021-08-17T11:00:00.123455999Z', true],
  ['times a microsecond apart', '2021-08-17T11:00:00.123456Z', '2021-08-17T11:00:00.123457000Z', false],
  ['a time to the millisecond', '2021-08-17T11:00:00.123Z', '2021-08-17T11:00:00.123999Z', true],
  ['times a millisecond apart', '2021-08-17T11:00:00.123Z', '2021-08-17T11:00:00.124Z', false],
  ['times without a fraction', '2021-08-17T11:00:00Z', '2021-08-17T11:00:00Z', true],
])('%s are equal: %#', (_, here, there, equal) => {
  expect(ids(price(here), cost(there))).toEqual(equal ? [] : ['a price']);
});

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');

test.each<[string, unknown, unknown, boolean]>([
  ['the same', { a: 1 }, base64({ a: 1 }), true],
  ['more there', { a: 1 }, base64({ a: 1, b: 2 }), true],
  ['another value', { a: 1 }, base64({ a: 2 }), false],
  ['nothing in common', { a: 1 }, base64({ b: 1 }), false],
  ['nothing there', { a: 1 }, '', false],
  ['nothing on either side', {}, '', true],
  ['an empty object there', {}, base64({}), true],
  ['an empty object there alone', { a: 1 }, base64({}), false],
  ['no JSON', { a: 1 }, 'a picture', true],
  ['no text', { a: 1 }, 5, true],
])('data in bytes with %s', (_, here, there, equal) => {
  expect(ids(shown({ id: 'a', data: here }), shown({ id: 'a', data: there }))).toEqual(equal ? [] : ['a data']);
});

const books = (text: string) =>
  shown(
    ...text
      .split(' ')
      .filter(Boolean)
      .map((id) => ({ id })),
  );

test.each([
  ['a b', 'a b', 'a b', []],
  ['a b', 'a', 'a b', ['b lost']],
  ['a b', 'a', 'a', []],
  ['a b c', 'a b', 'a b c', []],
  ['a', 'a b', 'a', ['b extra']],
  ['a', 'a b', 'a b', []],
  ['a b', 'a b c', 'a b', []],
])('between %j and %j, the other side shows %j', (before, there, after, expected) => {
  expect(ids(books(before), books(there), books(after))).toEqual(expected);
});

test('a member that changed meanwhile is not compared', () => {
  expect(ids(price('1'), cost('3'), price('2'))).toEqual([]);
  expect(ids(price('1'), cost('3'), price('1'))).toEqual(['a price']);
  expect(ids(price('1'), cost('3'), price('1', 'b'))).toEqual([]);
});

test('a difference shows both sides', () => {
  const [before, there] = [price('1'), cost('3')];
  const [found] = differences(before, there, before, comparison);
  expect(found?.breach).toEqual({
    expected: '"1", the price of listBooks',
    actual: '"3"',
    pointer: '/0/cost',
    against: 'listBooks',
    other: before.exchange,
    exchange: there.exchange,
  });
  const [lost] = differences(books('a'), books(''), books('a'), comparison);
  expect(lost?.breach).toMatchObject({ expected: 'a, which listBooks returns', actual: 'it is missing', pointer: '' });
});
