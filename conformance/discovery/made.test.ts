import { expect, test } from 'vitest';
import type { Exchange, HttpCall } from '../model/exchange.ts';
import { smallSuite } from '../testing/api.ts';
import { likelyIdOf, newOf, thingOf } from './made.ts';

const { api } = smallSuite({
  operations: {
    addNote: { request: 'POST /notes' },
    addPage: {
      request: 'POST /notes/{id}/pages',
      behaviour: [{ family: 'read-back', read: 'readPage', parameter: 'page', id: '/page/number', rules: [] }],
    },
    readPage: { request: 'GET /notes/{id}/pages/{page}' },
    putPage: { request: 'PUT /pages/{page}' },
    putNote: { request: 'PUT /notes/{id}' },
    readNote: { request: 'GET /notes/{id}' },
  },
});

type ReadBack = Parameters<typeof newOf>[1];

const declaredWith = (more: object) =>
  ({ operation: 'addNote', read: 'readNote', parameter: 'id', id: '/data/id', ...more }) as ReadBack;

const call: HttpCall = {
  kind: 'http',
  label: 'add',
  operation: 'addNote',
  schemes: [],
  method: 'POST',
  path: '/notes?a=b',
  headers: {},
  body: null,
  intent: 'valid',
  credentials: 'given',
};

function exchangeWith(
  value: unknown,
  {
    status = 201,
    location,
    sent = null,
    ...more
  }: { status?: number; location?: string; sent?: string | null } & Partial<HttpCall> = {},
): Exchange {
  const body = { text: '', bytes: 1, json: { ok: true as const, value } };
  const at = location === undefined ? {} : { location };
  const outcome = { kind: 'answer', status, contentType: 'application/json', retryAfter: null, body, ...at } as const;
  return { call: { ...call, ...more }, url: 'http://x/notes', method: 'POST', headers: {}, requestBody: sent, outcome };
}

const shown = { data: { id: 'n1', text: 'a' } };
const sent = '{"data":{"text":"b"}}';

test.each<[string, object, Exchange, object | null]>([
  ['in the answer', {}, exchangeWith(shown), { id: 'n1', item: shown.data }],
  ['in the answer, as a number', {}, exchangeWith({ data: { id: 5 } }), { id: '5', item: { id: 5 } }],
  ['in no answer', {}, exchangeWith({ data: {} }), null],
  ['in the answer of a failure', {}, exchangeWith(shown, { status: 400 }), null],
  [
    'in Location',
    { from: 'location' },
    exchangeWith({}, { location: 'http://y/notes/n%202/', sent }),
    { id: 'n 2', item: { text: 'b', id: 'n 2' } },
  ],
  [
    'in Location, with the item',
    { from: 'location' },
    exchangeWith(shown, { location: '/notes/n3' }),
    { id: 'n3', item: { id: 'n3', text: 'a' } },
  ],
  [
    'in a Location of another form',
    { from: 'location' },
    exchangeWith({}, { location: '/archive/n4' }),
    { id: 'n4', item: { id: 'n4' } },
  ],
  ['in a Location that is absent', { from: 'location' }, exchangeWith(shown), null],
  ['in a Location of a failure', { from: 'location' }, exchangeWith({}, { status: 409, location: '/notes/n3' }), null],
  [
    'in the body of the request',
    { from: 'request' },
    exchangeWith({}, { sent: '{"data":{"id":"n5"}}' }),
    { id: 'n5', item: { id: 'n5' } },
  ],
  [
    'in the path of the request',
    { from: 'request', operation: 'putNote' },
    exchangeWith({}, { path: '/notes/n6?a=b', sent }),
    { id: 'n6', item: { text: 'b', id: 'n6' } },
  ],
  [
    'in the body, with the item of the answer',
    { from: 'request' },
    exchangeWith({ data: { id: 'n7', text: 'a' } }, { sent: '{"data":{"id":"n7","text":"b"}}' }),
    { id: 'n7', item: { id: 'n7', text: 'a' } },
  ],
  ['in a body that was not sent', { from: 'request' }, exchangeWith({}), null],
  [
    'in the body, where the path names another item',
    { from: 'request', operation: 'putPage', read: 'readPage', parameter: 'page' },
    exchangeWith({}, { path: '/pages/p1', sent: '{"data":{"id":"p2"}}' }),
    { id: 'p2', item: { id: 'p2' } },
  ],
  [
    'in the path, where nothing reads it',
    { from: 'request', operation: 'putNote', read: undefined },
    exchangeWith({}, { path: '/notes/n8', sent: '{"data":{"id":"n9"}}' }),
    { id: 'n8', item: { id: 'n8' } },
  ],
  [
    'in the body, where no path has it',
    { from: 'request', read: undefined },
    exchangeWith({}, { path: '/notes/n8', sent: '{"data":{"id":"n9"}}' }),
    { id: 'n9', item: { id: 'n9' } },
  ],
  [
    'in Location, within a longer path',
    { from: 'location', read: 'readPage', parameter: 'id' },
    exchangeWith({}, { location: '/notes/n8/pages/p1' }),
    { id: 'n8', item: { id: 'n8' } },
  ],
])('the id of a new item is found %s', (_where, more, exchange, expected) => {
  expect(newOf(api, declaredWith(more), exchange)).toEqual(expected);
});

test.each<[string, Exchange, string | null]>([
  ['at its declared place', exchangeWith({ page: { number: 3, id: 4 }, id: 5 }, { operation: 'addPage' }), '3'],
  ['elsewhere, where the declared place is empty', exchangeWith({ id: 5 }, { operation: 'addPage' }), '5'],
  ['in Location', exchangeWith({ id: 5 }, { location: '/notes/n1/pages/p1' }), 'p1'],
  ['under the name of the parameter', exchangeWith({ id: 5, page: 6 }), '6'],
  ['under a usual name', exchangeWith({ name: 'a', slug: 'b', page: null, id: null }), 'b'],
  ['within the data', exchangeWith({ id: 5, data: { id: 7 } }), '7'],
  ['beside data that is no object', exchangeWith({ id: 5, data: [1] }), '5'],
  ['nowhere', exchangeWith({ text: 'a' }), null],
  ['nowhere in a list', exchangeWith([{ id: 5 }]), null],
  ['nowhere, where it is no text', exchangeWith({ id: true }), null],
  [
    'in Location without an answer',
    { ...exchangeWith({}), outcome: { kind: 'failure', reason: 'timeout', message: '' } },
    null,
  ],
])('the likely id of a new item is %s', (_where, exchange, expected) => {
  expect(likelyIdOf(api, exchange, 'readPage', 'page')).toBe(expected);
});

test('a request without an answer made nothing', () => {
  const exchange: Exchange = {
    ...exchangeWith(shown),
    outcome: { kind: 'failure', reason: 'timeout', message: 'late' },
  };
  expect(newOf(api, declaredWith({}), exchange)).toBeNull();
});

test('an item contains its id', () => {
  expect([thingOf({ id: '/data/id' }), thingOf({ id: '/id' })]).toEqual(['/data', '']);
});
