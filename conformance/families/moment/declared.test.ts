import { expect, test } from 'vitest';
import { exchange, smallSuite } from '../../testing/api.ts';
import { type Moment, momentOf, nameOf, pastAspectOf, placesIn } from './declared.ts';

const moment = (more: object) => ({ at: '/due', operation: null, rules: [], ...more }) as unknown as Moment;

test.each<[string, object, unknown, number | null]>([
  ['a time in UTC', { unit: 'iso', zone: 'utc' }, '2021-08-17T11:00:00.5Z', 1_629_198_000_500],
  ['a time with another offset', { unit: 'iso', zone: 'utc' }, '2021-08-17T12:00:00+01:00', null],
  ['a time with an offset', { unit: 'iso', zone: 'offset' }, '2021-08-17T12:00:00+01:00', 1_629_198_000_000],
  ['a time without one', { unit: 'iso', zone: 'offset' }, '2021-08-17T12:00:00', null],
  ['any time', { unit: 'iso' }, '2021-08-17T11:00:00', 1_629_198_000_000],
  ['another text', { unit: 'iso' }, 'soon', null],
  ['a number, as a time', { unit: 'iso' }, 1_629_198_000, null],
  ['the first second', { unit: 'seconds' }, 5e8, 5e11],
  ['a second too early', { unit: 'seconds' }, 5e8 - 1, null],
  ['the last second', { unit: 'seconds' }, 1e11 - 1, (1e11 - 1) * 1000],
  ['a second too late', { unit: 'seconds' }, 1e11, null],
  ['the first millisecond', { unit: 'milliseconds' }, 5e11, 5e11],
  ['a millisecond too early', { unit: 'milliseconds' }, 5e11 - 1, null],
  ['a millisecond too late', { unit: 'milliseconds' }, 1e13, null],
  ['digits', { unit: 'seconds' }, '1629198000', 1_629_198_000_000],
  ['digits and more', { unit: 'seconds' }, '1629198000 s', null],
  ['nothing', { unit: 'seconds' }, null, null],
])('%s', (_, declared, value, expected) => expect(momentOf(moment(declared), value)).toBe(expected));

test('a member is named by the end of its place', () => {
  expect([nameOf(moment({ at: '/loans/*/due' })), pastAspectOf(moment({}))]).toEqual(['due', 'due-past']);
});

test('a value that is not set has no moment', () => {
  const loans = { type: 'object', properties: { due: { type: 'integer' } } };
  const suite = smallSuite({
    operations: {
      readLoan: { request: 'GET /loan', answer: loans },
      readOther: { request: 'GET /other', answer: { type: 'object' } },
    },
  });
  const places = (declared: object, operation: string, due: unknown, status = 200) =>
    placesIn(moment(declared), suite.api, exchange(suite, operation, [status, { due }])).map(({ value }) => value);
  const here = { operation: 'readLoan' };
  expect(places(here, 'readLoan', 5)).toEqual([5]);
  expect(places(here, 'readOther', 5)).toEqual([]);
  expect(places({}, 'readLoan', 5)).toEqual([5]);
  expect(places({}, 'readOther', 5)).toEqual([]);
  expect(places(here, 'readLoan', 5, 404)).toEqual([]);
  expect([null, '', 0].flatMap((value) => places(here, 'readLoan', value))).toEqual([]);
  expect(places({ ...here, now: true }, 'readLoan', 0)).toEqual([0]);
});
