import { describe, expect, test } from 'vitest';
import { smallDocument } from '../../testing/api.ts';
import { buildApi } from '../document/api.ts';
import { declarationsOf, wrongDeclaration } from '../document/behaviour.ts';
import { unknownName } from './names.ts';
import { completed } from './short.ts';

const book = { type: 'object', properties: { id: { type: 'string' }, title: { type: 'string' } } };
const page = { type: 'object', properties: { books: { type: 'array', items: book }, next: { type: 'string' } } };

/** The declarations of two operations on books, completed. */
function wholeOf(list: readonly object[], read: readonly object[] = [], behaviour: readonly object[] = []) {
  const document = smallDocument({
    operations: {
      listBooks: { request: 'GET /books', query: ['limit', 'after'], answer: page, behaviour: list },
      readBook: { request: 'GET /books/{book}', answer: book, behaviour: read },
    },
    behaviour,
  });
  const whole = completed('library', document);
  const api = buildApi('vault', whole, { rules: [], questions: [] });
  return { whole, declarations: declarationsOf(whole), problem: wrongDeclaration(whole) ?? unknownName(api) };
}

describe('the short form', () => {
  test('of an order names the list and the direction, and has the rule with its id and sentence', () => {
    const { declarations, problem } = wholeOf([{ family: 'sorted', member: 'title' }]);
    expect(problem).toBeNull();
    expect(declarations).toMatchObject([
      { family: 'list', items: '/books', noun: 'books', rules: [] },
      {
        family: 'sorted',
        member: 'title',
        direction: 'ascending',
        rules: [
          {
            id: 'library.listBooks.sorted.title',
            aspect: 'title',
            level: 'must',
            source: 'Small',
            text: 'The books run by title, ascending.',
          },
        ],
      },
    ]);
  });

  test('of an item that is read names the parameter, and the list of the other operation', () => {
    const { declarations, problem } = wholeOf([], [{ family: 'one-of', list: 'listBooks' }]);
    expect(problem).toBeNull();
    expect(declarations).toMatchObject([
      { family: 'list', operation: 'listBooks', items: '/books' },
      { family: 'one-of', parameter: 'book', at: '', rules: [{ level: 'must' }, { level: 'should' }] },
    ]);
  });

  test.each([
    [{ by: 'after' }, [{ value: 'title' }, { value: '-title' }]],
    [
      { by: 'after', order: 'limit' },
      [
        { value: 'title', beside: { limit: 'asc' } },
        { value: 'title', beside: { limit: 'desc' } },
      ],
    ],
  ])('of both directions is two orders: %j', (said, orders) => {
    const { declarations, problem } = wholeOf([{ family: 'sorted', members: ['title'], ...said }]);
    expect(problem).toBeNull();
    expect(declarations).toMatchObject([
      { family: 'list' },
      { member: 'title', direction: 'ascending', when: { parameter: 'after', ...orders[0] } },
      { member: 'title', direction: 'descending', when: { parameter: 'after', ...orders[1] } },
    ]);
  });

  test('of an order by an unknown parameter is an error', () => {
    const of = (said: object) => wholeOf([{ family: 'sorted', members: ['title'], ...said }]).problem;
    expect(of({ by: 'sort' })).toContain('listBooks has no parameter sort');
    expect(of({ by: 'after', order: 'way' })).toContain('listBooks has no parameter way');
  });

  test('takes level and source, and an envelope into account', () => {
    const { declarations } = wholeOf([], [], [{ family: 'json', level: 'should', source: 'the handbook' }]);
    expect(declarations[0]?.rules).toEqual([
      {
        id: 'library.json.bodies',
        aspect: 'bodies',
        level: 'should',
        text: 'Every successful response is JSON.',
        source: 'the handbook',
      },
    ]);
  });

  test('gives two declarations of one family different ids', () => {
    const by = (value: string) => ({ family: 'sorted', member: 'title', when: { parameter: 'after', value } });
    const { declarations } = wholeOf([
      by('a'),
      by('b'),
      { family: 'sorted', member: 'title' },
      { family: 'limited', limit: 'limit' },
    ]);
    const ids = declarations.flatMap(({ rules }) => rules.map(({ id }) => id.replace('library.listBooks.', '')));
    expect(ids).toEqual(['sorted.a', 'sorted.b', 'sorted.title', 'limited.at-most', 'limited.filled']);
  });

  test('leaves the full form unchanged', () => {
    const rule = { id: 'x.y', aspect: 'bodies', level: 'must', text: 'JSON.', source: 'here' };
    const document = smallDocument({ operations: {}, behaviour: [{ family: 'json', rules: [rule] }] });
    expect(completed('library', document)).toBe(document);
  });

  test.each([
    [[{ family: 'sorted', member: 'title', when: { parameter: 'order', value: 'x' } }], 'no parameter order'],
    [[{ family: 'limited', limit: 'limits' }], 'listBooks has no parameter limits'],
    [[{ family: 'counts', at: '/next', list: 'listBook' }], 'there is no operation listBook'],
    [[{ family: 'sorted', order: 'title' }], 'sorted'],
    [[{ family: 'sort', member: 'title' }], 'there is no family "sort"'],
  ])('%j is an error', (entries, message) => {
    expect(wholeOf(entries).problem).toContain(message);
  });

  test('of a list that the schema does not show is an error that names the missing member', () => {
    expect(wholeOf([], [{ family: 'list' }]).problem).toContain('add items');
  });
});
