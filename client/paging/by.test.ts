import { expect, test, vi } from 'vitest';
import { InputError } from '../http/index.ts';
import type { ServiceClient } from '../http/types.ts';
import { MOST_AT_ONE_TIME, MOST_WITHOUT_NEW } from '../values/limits.ts';
import { byCursor } from './by-cursor.ts';
import { byRow } from './by-row.ts';
import { byTime } from './by-time.ts';
import { type Reading, readingOf } from './pages.ts';

/** A list whose pages are given: what is read of it, with the queries and the reported progress. */
async function readAll(
  pages: readonly unknown[],
  list: (reading: Reading) => AsyncGenerator<readonly unknown[], void, undefined>,
  query: Readonly<Record<string, unknown>> = {},
) {
  const queries: unknown[] = [];
  const progress: boolean[] = [];
  const rest = [...pages];
  const reading: Reading = {
    path: '/list',
    query,
    read: async (added) => {
      queries.push(added);
      if (rest.length === 0) throw new Error('there is no further page');
      return rest.shift();
    },
    progress: (isNew) => void progress.push(isNew),
  };
  const items: unknown[][] = [];
  let error: unknown;
  try {
    for await (const page of list(reading)) items.push(page.map((item) => (item as { id: unknown }).id));
  } catch (reason) {
    error = `${reason}`;
  }
  return { items, queries, progress, error };
}

const ids = (...given: readonly (number | string)[]) => given.map((id) => ({ id }));

const rowPlaces = { items: ['data'], total: ['total'] };
const rowsOf = (total: number, ...given: readonly number[]) => ({ data: ids(...given), total });

test.each<[string, readonly unknown[], Readonly<Record<string, unknown>>, object]>([
  ['ends with the total', [rowsOf(2, 1, 2)], {}, { items: [[1, 2]], queries: [{ offset: 0 }], progress: [] }],
  [
    'continues up to the total',
    [rowsOf(3, 1, 2), rowsOf(3, 3)],
    {},
    { items: [[1, 2], [3]], queries: [{ offset: 0 }, { offset: 2 }], progress: [true] },
  ],
  [
    'ends with an empty page',
    [rowsOf(3, 1), rowsOf(3)],
    {},
    { items: [[1], []], queries: [{ offset: 0 }, { offset: 1 }], progress: [true] },
  ],
  [
    'begins at the offset of the call',
    [rowsOf(4, 1)],
    { offset: '3' },
    { items: [[1]], queries: [{ offset: 3 }], progress: [] },
  ],
  [
    'returns a row once',
    [rowsOf(3, 1), rowsOf(3, 1), rowsOf(3, 2)],
    {},
    { items: [[1], [], [2]], queries: [{ offset: 0 }, { offset: 1 }, { offset: 2 }], progress: [true, false] },
  ],
])('a list by row %s', async (_what, pages, query, expected) => {
  expect(await readAll(pages, (reading) => byRow(reading, rowPlaces), query)).toEqual({
    ...expected,
    error: undefined,
  });
});

const cursorPlaces = { items: ['data'], next: ['next'], more: ['more'] };
const after = (next: unknown, ...given: readonly number[]) => ({ data: ids(...given), next, more: next !== '' });
const repeated = (cursor: string) =>
  `PagingError: cannot read the complete list: the server repeats the cursor "${cursor}"`;

test.each<[string, readonly unknown[], object]>([
  [
    'needs no cursor after the last page',
    [{ data: ids(1), more: false }],
    { items: [[1]], queries: [{}], progress: [] },
  ],
  ['ends with the last page', [after('', 1)], { items: [[1]], queries: [{}], progress: [] }],
  [
    'continues with each cursor',
    [after('a', 1), after('b', 2), after('', 3)],
    { items: [[1], [2], [3]], queries: [{}, { cursor: 'a' }, { cursor: 'b' }], progress: [true, true] },
  ],
  [
    'reports pages without new items',
    [after('a', 1), after('b', 1), after('c'), after('', 1)],
    {
      items: [[1], [1], [], [1]],
      queries: [{}, { cursor: 'a' }, { cursor: 'b' }, { cursor: 'c' }],
      progress: [true, false, false],
    },
  ],
  [
    'ends with a cursor that it had before',
    [after('a', 1), after('b', 2), after('a', 3)],
    {
      items: [[1], [2], [3]],
      queries: [{}, { cursor: 'a' }, { cursor: 'b' }],
      progress: [true, true],
      error: repeated('a'),
    },
  ],
  [
    'ends with an empty cursor',
    [{ data: ids(1), next: '', more: true }],
    { items: [[1]], queries: [{}], progress: [], error: repeated('') },
  ],
])('a list by cursor %s', async (_what, pages, expected) => {
  expect(await readAll(pages, (reading) => byCursor(reading, cursorPlaces))).toEqual({ error: undefined, ...expected });
});

/** Items as `id@time`. */
const at = (...given: readonly string[]) =>
  given.map((text) => ({ id: text.split('@')[0], created_at: text.split('@')[1] }));
const many = (count: number, time: string) => Array.from({ length: count }, (_, id) => ({ id, created_at: time }));
const incomplete = (why: string) => `PagingError: cannot read the complete list: ${why}`;

test.each<[string, readonly unknown[], Readonly<Record<string, unknown>>, object]>([
  ['ends with an empty page', [[]], {}, { items: [[]], queries: [{}], progress: [] }],
  [
    'continues at the last time',
    [at('a@1', 'b@2'), at('b@2', 'c@3'), at('c@3')],
    {},
    { items: [['a', 'b'], ['c'], []], queries: [{}, { offset: '2' }, { offset: '3' }], progress: [true, true, false] },
  ],
  [
    'does not count new items at the same time as progress',
    [at('a@1'), at('b@1'), at('b@1')],
    {},
    { items: [['a'], ['b'], []], queries: [{}, { offset: '1' }, { offset: '1' }], progress: [true, false, false] },
  ],
  [
    'ends where the times go back',
    [at('a@2'), at('a@1')],
    {},
    { queries: [{}, { offset: '2' }], error: incomplete('after 2 comes 1 again') },
  ],
  [
    'ends with a short page of the same time',
    [at('a@1', 'b@1'), at('a@1', 'b@1')],
    { limit: '3' },
    { queries: [{}, { offset: '1' }], error: undefined },
  ],
  [
    'ends with a full page of several times',
    [at('a@1', 'b@2'), at('a@1', 'b@2')],
    { limit: '2' },
    { queries: [{}, { offset: '2' }], error: undefined },
  ],
  [
    'asks for twice as many where a full page has one time',
    [at('a@1', 'b@1'), at('a@1', 'b@1'), at('a@1', 'b@1', 'c@1', 'd@2'), at('d@2')],
    { limit: '2' },
    {
      queries: [{}, { offset: '1' }, { offset: '1', limit: '4' }, { offset: '2', limit: '4' }],
      error: undefined,
    },
  ],
  [
    'asks for the longest page at most',
    [many(300, '1'), many(300, '1'), many(300, '1')],
    { limit: '300' },
    { queries: [{}, { offset: '1' }, { offset: '1', limit: String(MOST_AT_ONE_TIME) }], error: undefined },
  ],
  [
    'fails where the longest page has one time',
    [many(MOST_AT_ONE_TIME, '1'), many(MOST_AT_ONE_TIME, '1')],
    {},
    { queries: [{}, { offset: '1' }], error: incomplete(`more than ${MOST_AT_ONE_TIME} items have the time 1`) },
  ],
  [
    'fails for an item without a time',
    [[{ id: 'a', created_at: 1 }]],
    {},
    { items: [], error: 'CallError: the response to GET /list: 0.created_at is not a text' },
  ],
])('a list by time %s', async (_what, pages, query, expected) => {
  expect(await readAll(pages, byTime, query)).toMatchObject(expected);
});

const clientWith = (GET: (path: string, init: object) => Promise<unknown>) =>
  ({ GET }) as unknown as ServiceClient<object>;

test('a page is read with the query of the call and its own', async () => {
  const GET = vi.fn(async () => ({ data: 1 }));
  const params = { path: { a: '1' }, query: { limit: 5, offset: 1 } };
  const init = { params, maxPages: 2, timeout: 7 };
  const { path, query, read } = readingOf(clientWith(GET), '/list', init);
  expect({ path, query }).toEqual({ path: '/list', query: params.query });
  expect(await read({ offset: 2 })).toBe(1);
  expect(GET.mock.calls).toEqual([
    ['/list', { timeout: 7, params: { path: { a: '1' }, query: { limit: 5, offset: 2 } } }],
  ]);
});

test.each([0, 0.5, Number.NaN])('%d is no number of pages', (maxPages) => {
  const read = () =>
    readingOf(
      clientWith(async () => ({})),
      '/list',
      { maxPages },
    );
  expect(read).toThrow(InputError);
  expect(read).toThrow('maxPages is a number of pages from 1 on');
});

test('a list has at most the number of pages that is allowed', async () => {
  const { read } = readingOf(
    clientWith(async () => ({ data: 1 })),
    '/list',
    { maxPages: 1 },
  );
  expect(await read({})).toBe(1);
  await expect(read({})).rejects.toThrow('cannot read the complete list of /list: it has more than 1 pages (maxPages)');
});

test.each([1, 2])('a list ends where pages in a row bring nothing new, in round %i', (rounds) => {
  const { progress } = readingOf(
    clientWith(async () => ({})),
    '/list',
  );
  for (let round = 1; round <= rounds; round += 1) {
    if (round > 1) progress(true);
    for (let page = 1; page < MOST_WITHOUT_NEW; page += 1) progress(false);
  }
  expect(() => progress(false)).toThrow(
    `cannot read the complete list of /list: ${MOST_WITHOUT_NEW} pages in a row bring nothing new`,
  );
});
