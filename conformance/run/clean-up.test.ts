import { describe, expect, test } from 'vitest';
import { withOwnId } from '../discovery/own-id.ts';
import { freshText } from '../discovery/texts.ts';
import { operationOf } from '../model/document/api.ts';
import type { Call, Exchange } from '../model/exchange.ts';
import { isObject } from '../model/values/json.ts';
import { type Answered, exchange, smallSuite } from '../testing/api.ts';
import { Made } from './clean-up.ts';

const suite = smallSuite({
  operations: {
    createNote: {
      request: 'POST /notes',
      body: { schema: { type: 'object', properties: { id: { type: 'integer' } } }, example: {} },
      answer: { type: 'object' },
    },
    readNote: { request: 'GET /notes/{id}', answer: { type: 'object' } },
    replaceNote: { request: 'PUT /notes/{id}', answer: { type: 'object' } },
    deleteNote: { request: 'DELETE /notes/{id}', answer: null },
  },
});

/** The requests that clean up after some exchanges. */
async function deletedAfter(exchanges: readonly Exchange[], { api } = suite): Promise<readonly string[]> {
  const made = new Made(api, new Map());
  for (const one of exchanges) made.note(one);
  const paths: string[] = [];
  await made.takeAway({
    send: async (call: Call) => {
      paths.push(call.kind === 'http' ? `${call.method} ${call.path}` : '');
      return exchange(suite, 'deleteNote', [204, null], { path: { id: '1' } });
    },
  });
  return paths;
}

/** The requests that clean up after a note was created. */
function deleted(sent: object, answered: Answered): Promise<readonly string[]> {
  return deletedAfter([exchange(suite, 'createNote', answered, { body: sent })]);
}

test.each<[string, object, Answered]>([
  ['the server chose the id', { text: 'x' }, [200, { id: 7 }]],
  ['the request chose the id, and the status is 201', { id: 7 }, [201, { id: 7 }]],
])('deletes an item when %s', async (_, sent, answered) => {
  expect(await deleted(sent, answered)).toEqual(['DELETE /notes/7']);
});

test.each([{ id: 7 }, { data: { id: '7' } }, { notes: [{ id: 7 }] }])(
  'keeps an item that may have been there before, since the request chose its id: %j',
  async (sent) => {
    expect(await deleted(sent, [200, { id: 7 }])).toEqual([]);
  },
);

test('deletes an item with an id that the suite chose for it', async () => {
  const strict = { ...suite, profile: { ...suite.profile, isStrict: true } };
  const body = withOwnId(strict, operationOf(suite.api, 'createNote'), { id: 1 });
  const { id } = isObject(body) ? body : {};
  expect(await deleted({ id }, [200, { id }])).toEqual([`DELETE /notes/${id}`]);
});

describe('when the answer shows nothing of the items that a request made', () => {
  const handlers = smallSuite({
    operations: {
      addHandlers: { request: 'POST /handlers', answer: null },
      removeHandler: { request: 'DELETE /handlers/{handler}', answer: null },
    },
  });
  const text = (name: string) => freshText(handlers, name);
  const deletedOf = (body: unknown) =>
    deletedAfter([exchange(handlers, 'addHandlers', [204, null], { body })], handlers);

  test.each([
    [{ name: text('a') }, [`DELETE /handlers/${text('a')}`]],
    [
      [{ name: text('a') }, { name: text('b') }],
      [`DELETE /handlers/${text('b')}`, `DELETE /handlers/${text('a')}`],
    ],
    [{ name: 'paid' }, []],
    [{ name: 12345 }, []],
  ])('deletes those with names of the suite: %j', async (body, expected) => {
    expect(await deletedOf(body)).toEqual(expected);
  });
});

test('deletes an item by the member with the name of the parameter, though another id is being tried for it', async () => {
  const readBack = { family: 'read-back', read: 'readChild', parameter: 'slug', id: '/id', rules: [] };
  const children = smallSuite({
    operations: {
      addChild: { request: 'POST /children', answer: { type: 'object' }, behaviour: [readBack] },
      readChild: { request: 'GET /children/{slug}', answer: { type: 'object' } },
      removeChild: { request: 'DELETE /children/{slug}', answer: null },
    },
  });
  const sent: string[] = [];
  const removeWith = (status: number) => {
    const made = new Made(children.api, new Map());
    made.note(exchange(children, 'addChild', [201, { id: 7, slug: 'anna' }]));
    return made.takeAway({
      send: async (call: Call) => {
        sent.push(call.kind === 'http' ? call.path : '');
        return exchange(children, 'removeChild', [sent.length === 1 ? status : 204, null], { path: { slug: 'anna' } });
      },
    });
  };
  await removeWith(204);
  expect(sent.splice(0)).toEqual(['/children/anna']);
  await removeWith(404);
  expect(sent).toEqual(['/children/anna', '/children/7']);
});

test.each<[string, number, Answered, boolean]>([
  ['the status is 201', 200, [201, {}], true],
  ['no read found it before', 404, [200, {}], true],
  ['a read found it before', 200, [200, {}], false],
])('deletes an item that a PUT created if %s', async (_, read, answered, isDeleted) => {
  const path = { id: '0' };
  const exchanges = [
    exchange(suite, 'readNote', [read, {}], { path }),
    exchange(suite, 'replaceNote', answered, { path, body: { text: 'x' } }),
  ];
  expect(await deletedAfter(exchanges)).toEqual(isDeleted ? ['DELETE /notes/0'] : []);
});

describe('what remains', () => {
  const users = smallSuite({
    operations: {
      signUp: { request: 'POST /sign-up', answer: { type: 'object' } },
      search: { request: 'POST /search', answer: { type: 'object' } },
      createNote: { request: 'POST /notes', answer: { type: 'object' } },
      deleteNote: { request: 'DELETE /notes/{id}', answer: null },
    },
  });
  const remainingAfter = async (exchanges: readonly Exchange[], ...statuses: readonly number[]) => {
    const made = new Made(users.api, new Map());
    for (const one of exchanges) made.note(one);
    const left = [...statuses];
    await made.takeAway({
      send: async () => exchange(users, 'deleteNote', [left.shift() ?? 204, null], { path: { id: '1' } }),
    });
    return made.remaining();
  };
  const notes = [1, 2, 3].map((id) => exchange(users, 'createNote', [201, { id }]));

  test('is what no operation deletes, by the operation that created it', async () => {
    const twice = [exchange(users, 'signUp', [201, { id: 1 }]), exchange(users, 'signUp', [201, {}])];
    expect(await remainingAfter([...twice, exchange(users, 'search', [200, { id: 1 }]), ...notes])).toEqual([
      { operation: 'signUp', count: 2, why: 'the document shows no way to delete them' },
    ]);
  });

  test('is what the server did not delete, but not what it no longer had', async () => {
    expect(await remainingAfter(notes, 403, 404, 500)).toEqual([
      { operation: 'createNote', count: 2, why: 'the server did not delete them' },
    ]);
    expect(await remainingAfter(notes, 204, 410, 404)).toEqual([]);
  });

  test('is what is beyond the number of items that a run deletes', async () => {
    const many = Array.from({ length: 2_003 }, (_, id) => exchange(users, 'createNote', [201, { id }]));
    expect(await remainingAfter(many)).toEqual([
      { operation: 'createNote', count: 3, why: 'a run deletes no more than 2000' },
    ]);
  });

  test('is not what the run deleted itself', async () => {
    const deleted = exchange(users, 'deleteNote', [204, null], { path: { id: '2' } });
    expect(await remainingAfter([...notes, deleted], 403, 403)).toEqual([
      { operation: 'createNote', count: 2, why: 'the server did not delete them' },
    ]);
  });
});
