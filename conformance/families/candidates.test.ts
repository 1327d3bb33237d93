/** What families propose for the document of an API, and for what its server was seen to answer. */
import { expect, test } from 'vitest';
import type { FamilyName } from '../model/document/behaviour.ts';
import { exchange, type SmallOperation, smallSuite } from '../testing/api.ts';
import { familyOf } from './index.ts';

type Api = Readonly<Record<string, SmallOperation>>;

const [text, integer, flag] = [{ type: 'string' }, { type: 'integer' }, { type: 'boolean' }];
const object = (properties: object) => ({ type: 'object', properties });
const list = { family: 'list', items: '/books', noun: 'books', rules: [] };
const books = (item: object, beside: object = {}) =>
  object({ books: { type: 'array', items: object(item) }, ...beside });
const listOf = (item: object, more: Partial<SmallOperation> & { readonly beside?: object } = {}): SmallOperation => {
  const { beside, ...rest } = more;
  return { request: 'GET /books', answer: books(item, beside), behaviour: [list], ...rest };
};
const body = (properties: object) => ({ schema: object(properties), example: {} });

/** An answer that was seen: the operation, its JSON, and the body that was sent. */
type Seen = readonly [operation: string, json: unknown, sent?: unknown];

/** The members of what a family proposes, by operation. */
function proposed(family: FamilyName, operations: Api, seen: readonly Seen[] = []) {
  const { api, ...suite } = smallSuite({ operations });
  const exchanges = seen.map(([operation, json, sent]) =>
    exchange({ api, ...suite }, operation, { ok: json }, sent === undefined ? {} : { body: sent }),
  );
  return (familyOf({ family })?.candidates?.({ api, exchanges }) ?? []).map(({ operation, members }) => [
    operation,
    members,
  ]);
}

const paging = (query: readonly string[], beside: object) => ({ list: listOf({ id: text }, { query, beside }) });

test.each<[FamilyName, Api, readonly unknown[]]>([
  ['limited', { list: listOf({ id: text }, { query: ['page_size'] }) }, [['list', { limit: 'page_size' }]]],
  ['limited', { list: listOf({ id: text }, { query: ['sized', 'q'] }) }, []],
  ['limited', { read: { request: 'GET /info', query: ['limit'] } }, []],
  [
    'paged',
    paging(['cursor'], { next_cursor: text }),
    [['list', { by: 'cursor', cursor: 'cursor', next: '/next_cursor' }]],
  ],
  ['paged', paging(['cursor'], {}), []],
  ['paged', paging([], { next_cursor: text }), []],
  ['paged', paging(['cursor'], { next_cursor: flag }), []],
  [
    'paged',
    paging(['after', 'limit'], {
      meta: object({ page: object({ next: { anyOf: [text, { type: 'null' }] } }) }),
      more: flag,
    }),
    [['list', { by: 'cursor', cursor: 'after', next: '/meta/page/next', more: '/more', limit: 'limit' }]],
  ],
  [
    'paged',
    paging(['cursor'], { next: text, more: text }),
    [['list', { by: 'cursor', cursor: 'cursor', next: '/next' }]],
  ],
  [
    'paged',
    paging(['offset', 'page'], { total: integer }),
    [
      ['list', { by: 'offset', offset: 'offset', total: '/total' }],
      ['list', { by: 'page', page: 'page', total: '/total' }],
    ],
  ],
  ['paged', paging(['offset'], { total: text }), [['list', { by: 'offset', offset: 'offset' }]]],
  [
    'chosen-by',
    { list: listOf({ site: text, id: text }, { query: ['site', 'page_id', 'q'], headers: ['X-Page-Id', 'X-Site'] }) },
    [
      [
        'list',
        { headers: ['X-Site', 'X-Page-Id'], query: ['site', 'page_id'], subject: 'site', shown: ['/books/*/site'] },
      ],
    ],
  ],
  [
    'chosen-by',
    { read: { request: 'GET /info', query: ['site_id'], headers: ['X-Site-Id'], answer: object({ site_id: text }) } },
    [['read', { headers: ['X-Site-Id'], query: ['site_id'], subject: 'site', shown: ['/site_id'] }]],
  ],
  [
    'chosen-by',
    { read: { request: 'GET /info', query: ['id'], headers: ['X-Id'] } },
    [['read', { headers: ['X-Id'], query: ['id'], subject: 'id', shown: [] }]],
  ],
  ['chosen-by', { read: { request: 'GET /info', query: ['site'], headers: ['X-Page'] } }, []],
  [
    'idempotent',
    { add: { request: 'POST /books', headers: ['Idempotency-Key'] } },
    [['add', { header: 'Idempotency-Key' }]],
  ],
  ['idempotent', { list: { request: 'GET /books', headers: ['Idempotency-Key'] } }, []],
  ['idempotent', { add: { request: 'POST /books', headers: ['Key'], query: ['idempotency_key'] } }, []],
  [
    'echoes',
    {
      add: {
        request: 'POST /books',
        body: body({ title: text, pages: integer, by: text }),
        answer: object({ title: text, pages: text }),
      },
    },
    [
      ['add', { members: { title: '/title' } }],
      ['add', { members: { title: '/title' }, trimmed: true }],
    ],
  ],
  ['echoes', { add: { request: 'POST /books', body: body({ by: text }), answer: object({ title: text }) } }, []],
  [
    'removes',
    { list: listOf({ id: text }), read: { request: 'GET /books/{id}' }, remove: { request: 'DELETE /books/{id}' } },
    [['remove', { read: 'read', lists: ['list'] }]],
  ],
  [
    'removes',
    {
      readAll: { request: 'GET /pens' },
      read: { request: 'GET /pens/{id}' },
      remove: { request: 'DELETE /pens/{id}' },
    },
    [['remove', { read: 'read' }]],
  ],
  [
    'removes',
    { read: { request: 'GET /pens/{id}' }, removeAll: { request: 'DELETE /pens' }, put: { request: 'PUT /pens/{id}' } },
    [],
  ],
  [
    'removes',
    { list: listOf({}), remove: { request: 'DELETE /books/{id}' }, removeAll: { request: 'DELETE /books' } },
    [],
  ],
  [
    'read-back',
    {
      list: listOf({ id: text }),
      add: { request: 'POST /books', answer: object({ id: text }) },
      read: { request: 'GET /books/{id}' },
    },
    [['add', { read: 'read', parameter: 'id', id: '/id', lists: ['list'] }]],
  ],
  [
    'read-back',
    { put: { request: 'PUT /books/{id}', answer: object({ id: text }) }, read: { request: 'GET /books/{id}' } },
    [['put', { read: 'read', parameter: 'id', id: '/id' }]],
  ],
  [
    'read-back',
    { add: { request: 'POST /orders/new/books', answer: object({ id: text }) }, read: { request: 'GET /book/{id}' } },
    [['add', { read: 'read', parameter: 'id', id: '/id' }]],
  ],
  [
    'read-back',
    { add: { request: 'POST /books', answer: object({ key: text }) }, read: { request: 'GET /books/{id}' } },
    [],
  ],
  [
    'read-back',
    { add: { request: 'DELETE /books', answer: object({ id: text }) }, read: { request: 'GET /books/{id}' } },
    [],
  ],
  [
    'read-back',
    { add: { request: 'POST /books', answer: object({ id: text }) }, read: { request: 'GET /pens/{id}' } },
    [],
  ],
  [
    'conditional',
    {
      read: { request: 'GET /books/{id}', headers: ['If-None-Match'] },
      ...Object.fromEntries(
        ['PUT', 'PATCH', 'DELETE', 'POST'].map((method) => [
          method,
          { request: `${method} /books/{id}`, headers: ['If-Match'] },
        ]),
      ),
    },
    [['read', {}], ...['PUT', 'DELETE', 'PATCH'].map((method) => [method, { read: 'read' }])],
  ],
  [
    'conditional',
    {
      read: { request: 'GET /books/{id}', headers: ['If-None-Match'] },
      put: { request: 'PUT /books/{id}' },
      putPage: { request: 'PUT /pages/{id}', headers: ['If-Match'] },
      readPage: { request: 'GET /pages/{id}', headers: ['If-Match'], query: ['If-None-Match'] },
    },
    [['read', {}]],
  ],
  ['json', { read: { request: 'GET /info' } }, [[null, {}]]],
  ['json', { remove: { request: 'DELETE /books', answer: null } }, []],
  [
    'envelope',
    Object.fromEntries(
      ['a', 'b', 'c', 'd'].map((id) => [
        id,
        { request: `GET /${id}`, answer: object(id === 'd' ? {} : { data: text, ts: integer }) },
      ]),
    ),
    [[null, { payload: 'data', time: 'ts', except: ['d'] }]],
  ],
  [
    'envelope',
    Object.fromEntries(['a', 'b'].map((id) => [id, { request: `GET /${id}`, answer: object({ data: text }) }])),
    [],
  ],
  [
    'envelope',
    Object.fromEntries(
      ['a', 'b', 'c', 'd', 'e'].map((id) => [
        id,
        { request: `GET /${id}`, answer: object(id > 'c' ? {} : { data: text }) },
      ]),
    ),
    [],
  ],
  [
    'envelope',
    Object.fromEntries(
      ['a', 'b', 'c'].map((id) => [
        id,
        { request: `GET /${id}`, answer: object({ data: text, ts: id === 'a' ? text : integer }) },
      ]),
    ),
    [[null, { payload: 'data', except: [] }]],
  ],
  [
    'counts',
    {
      list: listOf({ id: text, page_count: integer, pages: integer, title: text }),
      listPages: {
        ...listOf({ id: text, book_id: text }),
        request: 'GET /pages',
        behaviour: [{ ...list, noun: 'pages' }],
      },
    },
    [
      ['list', { at: '/books/*/page_count', list: 'listPages', by: 'book_id' }],
      ['list', { at: '/books/*/pages', list: 'listPages', by: 'book_id' }],
    ],
  ],
  [
    'counts',
    {
      list: listOf({ id: text, page_count: integer }),
      listPages: {
        ...listOf({ id: text, shelf_id: text }),
        request: 'GET /pages',
        behaviour: [{ ...list, noun: 'pages' }],
      },
    },
    [],
  ],
])('%s of %j is proposed as %j', (family, api, expected) => {
  expect(proposed(family, api)).toEqual(expected);
});

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
