import { describe, expect, test } from 'vitest';
import { type Answered, demanded, saidOf, smallScene } from '../../testing/api.ts';

function scene(direction: string, when?: object) {
  const rules = [demanded('created_at')];
  return smallScene({
    operations: {
      listBooks: {
        request: 'GET /books',
        query: ['order_by'],
        behaviour: [
          { family: 'list', items: '/books', noun: 'books', rules: [] },
          { family: 'sorted', member: 'created_at', direction, ...(when === undefined ? {} : { when }), rules },
        ],
      },
    },
  });
}

function books(...days: readonly number[]): Answered {
  return { ok: { books: days.map((day) => ({ id: `${day}`, created_at: `2021-01-0${day}T10:00:00Z` })) } };
}

function verdict(direction: string, answer: Answered) {
  return saidOf(scene(direction), { 'GET /books': answer });
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

  test('is asked for with the parameter that sorts', async () => {
    const built = scene('ascending', { parameter: 'order_by', value: 'oldest' });
    const record = { 'GET /books?order_by=oldest': books(1, 2), 'GET /books': books(2, 1) };
    expect(await saidOf(built, record)).toEqual({ created_at: ['pass'] });
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
    const rules = [demanded('day')];
    const paged = smallScene({
      operations: {
        listBooks: {
          request: 'GET /books',
          query: ['after', 'limit'],
          behaviour: [
            { family: 'list', items: '/books', noun: 'books', rules: [] },
            { family: 'paged', by: 'cursor', cursor: 'after', limit: 'limit', next: '/next', rules: [] },
            { family: 'sorted', member: 'day', direction: 'ascending', rules },
          ],
        },
      },
    });
    const page = (days: readonly number[], next: string) => ({
      ok: { books: days.map((day) => ({ id: `${day}`, day })), next },
    });

    test.each([
      ['that go on', [3, 4], 'pass'],
      ['that are sorted one by one', [1, 4], 'broken'],
    ] as const)('%s', async (_, second, expected) => {
      const record = {
        'GET /books': page([2, 3], ''),
        'GET /books?limit=2': page([2, 3], 'b'),
        'GET /books?after=b&limit=2': page(second, ''),
      };
      expect((await saidOf(paged, record))['day']).toContain(expected);
    });
  });
});
