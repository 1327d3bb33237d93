/** What families propose for the answers that a server was seen to send. */
import { expect, test } from 'vitest';
import { type Api, body, integer, listOf, object, proposed, type Seen, text } from '../testing/proposed.ts';

const times = (...values: readonly unknown[]): readonly Seen[] => [
  ['list', { books: values.map((made_at) => ({ made_at })) }],
];
const at = (unit: object) => [['list', { at: '/books/*/made_at', ...unit }]];

test.each<[readonly unknown[], readonly unknown[]]>([
  [[1e9], at({ unit: 'seconds' })],
  [[1e9 - 1], []],
  [[4.2e9], at({ unit: 'seconds' })],
  [[4.2e9 + 1], []],
  [[1e12, 4.2e12], at({ unit: 'milliseconds' })],
  [[1e12, 1e9], []],
  [[], []],
  [['2026-01-01T00:00:00Z'], at({ unit: 'iso', zone: 'offset' })],
  [['2026-01-01T00:00:00+01:00', '2026-01-01T00:00:00Z'], at({ unit: 'iso', zone: 'offset' })],
  [['2026-01-01T00:00:00'], []],
  [[1, 2, 3, 4, 5, 6].map((day) => `2026-01-0${day}T00:00:00Z`), at({ unit: 'iso', zone: 'utc' })],
  [['2026-01-01'], []],
  [['2026-99-01T00:00:00Z'], []],
])('members with the values %j are moments: %j', (values, expected) => {
  const api = { list: listOf({ made_at: { anyOf: [text, integer] } }) };
  expect(proposed('moment', api, times(...values))).toEqual(expected);
});

test('a member of a name that means no time is a moment only where its text is one', () => {
  const api = { list: listOf({ size: { anyOf: [text, integer] } }) };
  const seen = (size: unknown): readonly Seen[] => [['list', { books: [{ size }] }]];
  expect(proposed('moment', api, seen(1e9))).toEqual([]);
  expect(proposed('moment', api, seen('2026-01-01T00:00:00Z'))).toHaveLength(1);
});

test('moments of one unit at several places are proposed once', () => {
  const answer = object({ made_at: integer });
  const api = { one: { request: 'GET /one', answer }, two: { request: 'GET /two', answer } };
  const seen = (other: number): readonly Seen[] => [
    ['one', { made_at: 1e9 }],
    ['two', { made_at: other }],
  ];
  expect(proposed('moment', api, seen(2e9))).toEqual([[null, { at: '/made_at', unit: 'seconds' }]]);
  expect(proposed('moment', api, seen(2e12))).toEqual([
    ['one', { at: '/made_at', unit: 'seconds' }],
    ['two', { at: '/made_at', unit: 'milliseconds' }],
  ]);
});

test.each<[string, readonly Seen[], number]>([
  [
    'comes back each time',
    [
      ['add', { title: 'a' }, { name: 'a' }],
      ['add', { title: 'b' }, { name: 'b' }],
    ],
    2,
  ],
  ['comes back once', [['add', { title: 'a' }, { name: 'a' }]], 0],
  [
    'comes back twice with one value',
    [
      ['add', { title: 'a' }, { name: 'a' }],
      ['add', { title: 'a' }, { name: 'a' }],
    ],
    0,
  ],
  [
    'does not always come back',
    [
      ['add', { title: 'a' }, { name: 'a' }],
      ['add', { title: 'c' }, { name: 'b' }],
    ],
    0,
  ],
])('a member of another name is an echo where it %s', (_what, seen, count) => {
  const api = { add: { request: 'POST /books', body: body({ name: text }), answer: object({ title: text }) } };
  expect(proposed('echoes', api, seen)).toHaveLength(count);
});

const people: Api = {
  list: listOf(
    { id: text, person_id: text, book_id: text, other: text, holder: object({ id: text }) },
    { query: ['q'] },
  ),
  listPeople: {
    request: 'GET /people',
    answer: object({ people: { type: 'array', items: object({ id: text }) } }),
    behaviour: [{ family: 'list', items: '/people', noun: 'persons', rules: [] }],
  },
  readHolder: { request: 'GET /holders/{holder}' },
};
const named = [
  ['list', { at: '/books/*/person_id', list: 'listPeople' }],
  ['list', { at: '/books/*/holder/id', read: 'readHolder', parameter: 'holder' }],
];
const ids = (count: number, prefix = 'person-') => Array.from({ length: count }, (_, index) => `${prefix}${index}`);

test.each<[string, readonly string[], readonly string[], boolean]>([
  ['enough telling ids', ids(2), ids(3), true],
  ['one id', ids(1), ids(3), false],
  ['ids that no list has', ids(3), ids(2), false],
  ['ids of as few letters as a counter has', ids(2, ''), ids(3, ''), false],
])('a member refers to a list by its name, or by its values: %s', (_what, others, known, isSeen) => {
  const seen: readonly Seen[] = [
    ['list', { books: others.map((other) => ({ other })) }],
    ['listPeople', { people: known.map((id) => ({ id })) }],
  ];
  const byValue = isSeen ? [['list', { at: '/books/*/other', list: 'listPeople' }]] : [];
  const found = proposed('refers-to', people, seen);
  expect(found).toHaveLength(named.length + byValue.length);
  expect(found).toEqual(expect.arrayContaining([...named, ...byValue]));
});

test.each([
  [[3, 4], 1],
  [[3.5, 4], 0],
])('a number that is named as the things of a list refers to one, unless it is a measure: %j', (values, count) => {
  const height = { type: 'number' };
  const api: Api = {
    list: listOf({ id: text, height }),
    readHeight: { request: 'GET /heights/{height}' },
  };
  const seen: readonly Seen[] = [['list', { books: values.map((one) => ({ id: 'a', height: one })) }]];
  expect(proposed('refers-to', api, seen)).toHaveLength(count);
});

test.each<[string, object, readonly unknown[]]>([
  ['names run up, and ids do not', { title: 'abcdef', id: 'fedcba' }, [{ member: 'title', direction: 'ascending' }]],
  ['names and ids run up', { title: 'abcdef', id: 'abcdef' }, []],
  ['names run down', { title: 'fedcba', id: 'acbdef' }, []],
  ['few names run up', { title: 'abcde', id: 'edcba' }, []],
  ['names do not run one way', { title: 'abcedf', id: 'fedcba' }, []],
  ['times run down, as ids do', { made_at: 'fedcba', id: 'fedcba' }, [{ member: 'made_at', direction: 'descending' }]],
  ['times run up', { made_at: 'abcdef', id: 'fedcba' }, []],
  ['members of no such name run up', { pages: 'abcdef', id: 'fedcba' }, []],
])('a list is sorted where %s', (_what, columns, expected) => {
  const names = Object.keys(columns);
  const items = [...String(Object.values(columns)[0])].map((_, index) =>
    Object.fromEntries(Object.entries(columns).map(([name, letters]) => [name, String(letters)[index]])),
  );
  const api = (query: readonly string[]) => ({
    list: listOf(Object.fromEntries(names.map((name) => [name, text])), { query }),
  });
  const seen: readonly Seen[] = [['list', { books: items }]];
  expect(proposed('sorted', api([]), seen)).toEqual(expected.map((members) => ['list', members]));
});

test.each([
  [[1, 2, 2, 1, 1], 0],
  [[1, 2, 3, 1, 1], 1],
  [[1, 2], 1],
])(
  'an order that a parameter names needs some different values, where a list shows many items: %j',
  (values, count) => {
    const api = (query: readonly string[]) => ({ list: listOf({ id: text, owner: { type: 'integer' } }, { query }) });
    const seen: readonly Seen[] = [['list', { books: values.map((owner, id) => ({ id: String(id), owner })) }]];
    expect(proposed('sorted', api(['sort=owner']), seen)).toHaveLength(count);
  },
);
