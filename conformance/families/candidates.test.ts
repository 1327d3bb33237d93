/** What families propose for the document of an API. */
import { expect, test } from 'vitest';
import type { FamilyName } from '../model/document/behaviour.ts';
import { type Api, body, flag, integer, list, listOf, object, proposed, text } from '../testing/proposed.ts';

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
