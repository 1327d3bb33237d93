import { expect, test } from 'vitest';
import { exchange, smallSuite } from '../../testing/api.ts';
import { movesCandidates } from './candidates.ts';

const properties = {
  likes: { type: 'integer' },
  title: { type: 'string' },
  shelf: { type: 'string' },
  updated_at: { type: 'string' },
};
const moves = { family: 'moves', by: 1, read: 'readBook', pointer: '/likes', rules: [] };

function suiteWith(behaviour: readonly object[]) {
  const read = { request: 'GET /books/{book}', answer: { type: 'object', properties } };
  return smallSuite({ operations: { readBook: read, like: { request: 'POST /books/{book}/likes', behaviour } } });
}

/** What is proposed to stay, after readings of some books. */
function keptIn(readings: readonly (readonly [book: string, json: object])[], behaviour: readonly object[] = [moves]) {
  const suite = suiteWith(behaviour);
  const exchanges = readings.map(([book, json]) => exchange(suite, 'readBook', { ok: json }, { path: { book } }));
  return movesCandidates({ api: suite.api, exchanges })[0]?.members['keeps'];
}

const first = { likes: 1, title: 'Emma', shelf: 'A', updated_at: '2026-01-01T00:00:00Z' };
const liked = (book: string, after: object = {}) =>
  [
    [book, first],
    [book, { ...first, likes: 2, ...after }],
  ] as const;

test('what no reading showed to change while the number moved is kept, but no time of change', () => {
  expect(keptIn([...liked('1'), ...liked('2')])).toEqual(['title', 'shelf']);
  expect(keptIn([...liked('1'), ...liked('2', { shelf: 'B' })])).toEqual(['title']);
});

test('nothing is kept where one thing alone moved, or the operation is not known to move it', () => {
  expect(keptIn([...liked('1'), ['2', first], ['2', first]])).toBeUndefined();
  expect(keptIn([...liked('1'), ...liked('2')], [])).toBeUndefined();
});
