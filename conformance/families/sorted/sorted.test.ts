import { describe, expect, test } from 'vitest';
import { type Answered, demanded, reportedOf, smallSuite } from '../../testing/api.ts';

function operationOf(direction: string, when?: object) {
  const rules = [demanded('created_at')];
  return {
    request: 'GET /books',
    query: ['order_by'],
    behaviour: [
      { family: 'list', items: '/books', noun: 'books', rules: [] },
      { family: 'sorted', member: 'created_at', direction, ...(when === undefined ? {} : { when }), rules },
    ],
  };
}

function suite(direction: string, when?: object) {
  return smallSuite({ operations: { listBooks: operationOf(direction, when) } });
}

function books(...days: readonly number[]): Answered {
  return { ok: { books: days.map((day) => ({ id: `${day}`, created_at: `2021-01-0${day}T10:00:00Z` })) } };
}

function verdict(direction: string, answer: Answered) {
  return reportedOf(suite(direction), { 'GET /books': answer });
}

describe('a recorded list', () => {
  test.each([
    ['descending', books(3, 2, 1)],
    ['ascending', books(1, 2, 2, 3)],
    ['either', books(1, 2, 3)],
    ['either', books(3, 3, 1)],
  ])('that runs %s passes', async (direction, answer) => {
    expect(await verdict(direction, answer)).toEqual({ created_at: ['pass'] });
  });

  test.each([
    ['descending', books(1, 2, 3)],
    ['descending', books(3, 1, 2)],
    ['ascending', books(3, 2)],
    ['either', books(1, 3, 2)],
  ])('that does not run %s is broken', async (direction, answer) => {
    expect(await verdict(direction, answer)).toEqual({ created_at: ['broken'] });
  });

  test.each([
    ['too short', books(1)],
    ['of one moment', books(2, 2)],
  ])('that is %s decides nothing', async (_, answer) => {
    expect(await verdict('descending', answer)).toEqual({ created_at: ['inconclusive'] });
  });

  test('that is refused decides nothing', async () => {
    expect(await verdict('descending', [503, { msg: 'later' }])).toEqual({ created_at: ['blocked'] });
  });

  test('is requested with the parameter that sorts', async () => {
    const built = suite('ascending', { parameter: 'order_by', value: 'oldest' });
    const record = { 'GET /books?order_by=oldest': books(1, 2), 'GET /books': books(2, 1) };
    expect(await reportedOf(built, record)).toEqual({ created_at: ['pass'] });
  });

  test('is requested with the parameter beside it', async () => {
    const built = suite('descending', { parameter: 'order_by', value: 'day', beside: { way: 'desc' } });
    const record = { 'GET /books?way=desc&order_by=day': books(2, 1), 'GET /books?order_by=day': books(1, 2) };
    expect(await reportedOf(built, { ...record, 'GET /books': books(1, 2) })).toEqual({ created_at: ['pass'] });
  });

  test.each([
    ['in any alphabet', ['Asphalt', 'der Blaue', 'Häxan', 'The Kid', 'Zuflucht'], 'pass'],
    ['with capitals first', ['Zuflucht', 'asphalt'], 'inconclusive'],
    ['with an accent behind all others', ['Zuflucht', 'Ärger'], 'inconclusive'],
    ['the other way', ['Zuflucht', 'Asphalt'], 'broken'],
  ] as const)('of texts that run %s is %s', async (_, titles, expected) => {
    const answer = { ok: { books: titles.map((created_at, id) => ({ id: `${id}`, created_at })) } };
    expect(await verdict('ascending', answer)).toEqual({ created_at: [expected] });
  });

  describe('in pages', () => {
    const paged = (...pages: readonly [large: Answered, first: Answered, second: Answered]) => {
      const [large, first, second] = pages;
      const family = { by: 'offset', offset: 'offset', limit: 'limit', rules: [] };
      const list = { ...operationOf('ascending'), query: ['offset', 'limit'] };
      const behaviour = [...list.behaviour, { family: 'paged', ...family }];
      return reportedOf(smallSuite({ operations: { listBooks: { ...list, behaviour } } }), {
        'GET /books?limit=500': large,
        'GET /books?limit=2': first,
        'GET /books?offset=2&limit=2': second,
        'GET /books': first,
      });
    };

    test('that run on passes', async () => {
      expect(await paged(books(1, 2, 3, 4), books(1, 2), books(3, 4))).toEqual({ created_at: ['pass'] });
    });

    test('of which each is sorted by itself is broken', async () => {
      expect(await paged(books(1, 2, 3, 4), books(3, 4), books(1, 2))).toEqual({ created_at: ['broken', 'pass'] });
    });
  });
});

describe('an order by several members', () => {
  const rules = [demanded('created_at')];
  const built = (value: string) => {
    const when = { parameter: 'sort', value };
    const behaviour = [
      { family: 'list', items: '', noun: 'books', rules: [] },
      { family: 'sorted', member: 'title', direction: 'ascending', when, rules },
    ];
    return smallSuite({ operations: { listBooks: { request: 'GET /books', query: ['sort'], behaviour } } });
  };
  const priced = (...all: readonly (readonly [title: string, price: number | null])[]): Answered => ({
    ok: all.map(([title, price], id) => ({ id: `${id}`, title, price })),
  });

  test.each([
    ['ties that run as named', 'title,-price', priced(['a', 3], ['b', 9], ['b', 4], ['c', 8]), 'pass'],
    ['ties that run the other way', 'title,-price', priced(['a', 3], ['b', 4], ['b', 9], ['c', 8]), 'broken'],
    ['ties in a request that names one member', 'title', priced(['a', 3], ['b', 4], ['b', 9]), 'pass'],
    ['ties of the second member', 'title, price', priced(['a', 3], ['b', 4], ['b', null], ['b', 9]), 'pass'],
    ['a first member out of order', 'title,-price', priced(['b', 3], ['a', 4]), 'broken'],
    ['ties alone, in order', 'title,-price', priced(['b', 4], ['b', 3]), 'inconclusive'],
    ['ties alone, out of order', 'title,-price', priced(['b', 3], ['b', 4]), 'broken'],
  ] as const)('judges %s', async (_, value, answer, expected) => {
    expect(await reportedOf(built(value), { 'GET /books': answer })).toEqual({ created_at: [expected] });
  });
});
