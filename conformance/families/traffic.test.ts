import { describe, expect, test } from 'vitest';
import { demanded, type SmallApi } from '../testing/api.ts';
import { type Passed, times, type Verdicts, verdictsOn } from '../testing/traffic.ts';

const card = { authorization: 'Bearer somebodys-card' };
const shelf: SmallApi = {
  operations: {
    listBooks: {
      request: 'GET /books',
      behaviour: [
        { family: 'list', items: '', noun: 'books', rules: [] },
        { family: 'refers-to', at: '/*/author', read: 'readAuthor', parameter: 'author', rules: [demanded('author')] },
      ],
    },
    readBook: {
      request: 'GET /books/{book}',
      behaviour: [
        {
          family: 'one-of',
          list: 'listBooks',
          parameter: 'book',
          at: '',
          apart: ['loans'],
          rules: [demanded('named'), demanded('listed')],
        },
      ],
    },
    readAuthor: { request: 'GET /authors/{author}' },
    addNote: {
      request: 'POST /notes',
      security: ['Card'],
      body: { schema: { type: 'object' }, example: {} },
      behaviour: [
        { family: 'access', need: 'credential', schemes: ['Card'], rules: [demanded('refused')] },
        { family: 'echoes', members: { text: '/text' }, rules: [demanded('text')] },
        { family: 'read-back', read: 'readNote', parameter: 'id', id: '/id', rules: [demanded('readable')] },
        { family: 'required-when', member: 'page', when: { kind: ['quote'] }, rules: [demanded('page')] },
      ],
    },
    readNote: { request: 'GET /notes/{id}' },
    changeNote: { request: 'PUT /notes/{id}' },
    listEntries: {
      request: 'GET /entries',
      query: ['shelf'],
      headers: ['x-shelf'],
      behaviour: [
        { family: 'list', items: '', noun: 'entries', rules: [] },
        {
          family: 'chosen-by',
          headers: ['x-shelf'],
          query: ['shelf'],
          subject: 'shelf',
          shown: ['/*/shelf'],
          rules: ['required', 'in-header', 'in-query', 'header-wins'].map((one) => demanded(one)),
        },
      ],
    },
  },
  behaviour: [{ family: 'lifetime', scheme: 'Card', minutes: 10, rules: [demanded('works'), demanded('ends')] }],
};

const reported = (passed: readonly Passed[], isStripped = false) => verdictsOn(shelf, passed, isStripped);

describe('a list and an item that is read separately', () => {
  const book = { id: '1', title: 'Pears', loans: 3, author: 'ann' };
  const list = { request: 'GET /books', answer: [book] };
  const read = (changes: object) => ({ request: 'GET /books/1', answer: { ...book, ...changes } });
  const gone = { request: 'GET /books/1', status: 404, answer: {} };

  test.each<[string, readonly Passed[], Verdicts]>([
    ['agree', times(4, [list, read({})]), { named: 'pass', listed: 'pass' }],
    [
      'differ, each time, and the list stays',
      [list, ...times(3, [read({ title: 'Figs' }), list])],
      { named: 'pass', listed: 'fail' },
    ],
    [
      'differ, as somebody changed it and back, now and then',
      [list, ...times(3, [read({ title: 'Figs' }), list, read({}), list])],
      { named: 'pass', listed: 'pass' },
    ],
    ['differ in what may differ', [list, ...times(4, [read({ loans: 9 }), list])], { named: 'pass', listed: 'pass' }],
    [
      'differ after it changed',
      [list, read({ title: 'Figs' }), { ...list, answer: [{ ...book, title: 'Figs' }] }],
      { named: 'pass' },
    ],
    ['the list shows what cannot be read', [list, ...times(3, [gone, list])], { named: 'fail' }],
    ['it is deleted', [list, ...times(3, [gone])], {}],
    ['it cannot be read twice', [list, ...times(2, [gone, list])], {}],
    ['it is for others to read', [list, ...times(3, [{ ...gone, status: 401 }, list])], {}],
    ['differ twice', [list, ...times(2, [read({ title: 'Figs' }), list])], { named: 'pass' }],
    [
      'differ for another caller',
      [list, ...times(3, [{ ...read({ title: 'Figs' }), headers: card }, list])],
      { named: 'pass' },
    ],
    [
      'the path names another',
      [list, ...times(3, [{ ...read({ title: 'Figs' }), request: 'GET /books/2' }, list])],
      { named: 'fail' },
    ],
  ])('%s', async (_, passed, verdicts) => expect(await reported(passed)).toEqual(verdicts));

  const unknown = { request: 'GET /authors/ann', status: 404, answer: {} };
  test.each<[string, readonly Passed[], Verdicts]>([
    ['is unknown before and after the list', [list, ...times(3, [unknown, list])], { author: 'fail' }],
    ['is unknown twice', [list, ...times(2, [unknown, list])], {}],
    ['is known', [list, { ...unknown, status: 200 }, list], { author: 'pass' }],
    [
      'is unknown until it is known',
      [list, ...times(4, [unknown, list, { ...unknown, status: 200 }, list])],
      { author: 'pass' },
    ],
    ['is for others to read', [list, ...times(3, [{ ...unknown, status: 403 }, list])], {}],
    [
      'is in other letters',
      [list, ...times(3, [{ ...unknown, request: 'GET /authors/ANN' }, list])],
      { author: 'fail' },
    ],
    ['is not that one', [list, ...times(3, [{ ...unknown, request: 'GET /authors/bo' }, list])], {}],
    ['is unknown to another', [list, ...times(3, [{ ...unknown, headers: card }, list])], {}],
  ])('and an id in the list that %s', async (_, passed, verdicts) => {
    expect(await reported(passed)).toEqual(verdicts);
  });
});

describe('a created item', () => {
  const make = (id: string, more: object = {}, headers: Passed['headers'] = card): Passed => ({
    request: 'POST /notes',
    headers: headers ?? {},
    sent: { text: 'ripe', ...more },
    answer: { id, text: 'ripe' },
  });
  const read = (id: string, text: string) => ({ request: `GET /notes/${id}`, headers: card, answer: { id, text } });
  const three = ['1', '2', '3'];

  test.each<[string, readonly Passed[], Verdicts]>([
    ['is read as it was made', three.flatMap((id) => [make(id), read(id, 'ripe')]), { text: 'pass', readable: 'pass' }],
    [
      'is read otherwise, three in a row',
      three.flatMap((id) => [make(id), read(id, 'raw')]),
      { text: 'pass', readable: 'fail' },
    ],
    [
      'is changed by its maker',
      three.flatMap((id) => [make(id), { request: `PUT /notes/${id}`, headers: card, answer: {} }, read(id, 'raw')]),
      { text: 'pass' },
    ],
    ['is echoed otherwise', [{ ...make('1'), answer: { id: '1', text: 'raw' } }], { text: 'fail' }],
    ['is incomplete', [make('1', { kind: 'quote' })], { text: 'pass', page: 'fail' }],
    ['is complete', [make('1', { kind: 'quote', page: 3 })], { text: 'pass' }],
    ['comes without a credential', [make('1', {}, {})], { refused: 'fail', text: 'pass' }],
    ['comes without one and is refused', [{ ...make('1', {}, {}), status: 401 }], { refused: 'pass' }],
    ['comes without one and is invalid', [{ ...make('1', {}, {}), status: 400 }], {}],
    ['is incomplete and rejected', [{ ...make('1', { kind: 'quote' }), status: 422 }], { page: 'pass' }],
    ['is incomplete and rejected as invalid', [{ ...make('1', { kind: 'quote' }), status: 400 }], { page: 'pass' }],
    ['is incomplete and rejected for its caller', [{ ...make('1', { kind: 'quote' }), status: 403 }], {}],
    ['is complete and rejected', [{ ...make('1', { kind: 'fable' }), status: 422 }], {}],
    [
      'is read otherwise, two in a row',
      ['1', '2'].flatMap((id) => [make(id), read(id, 'raw')]),
      { text: 'pass', readable: 'pass' },
    ],
    [
      'is read otherwise, twice, and then as it was made',
      [...three, '4'].flatMap((id) => [make(id), read(id, id === '3' ? 'ripe' : 'raw')]),
      { text: 'pass', readable: 'pass' },
    ],
  ])('%s', async (_, passed, verdicts) => expect(await reported(passed)).toEqual(verdicts));

  const chat: SmallApi = {
    operations: {
      report: {
        request: 'POST /chats/{chat}',
        behaviour: [
          {
            family: 'read-back',
            read: 'hear',
            parameter: 'turn',
            id: '/id',
            members: ['text'],
            rules: [demanded('readable')],
          },
        ],
      },
      hear: { request: 'GET /chats/{chat}/{turn}' },
    },
  };
  const reply = (id: number): Passed => ({
    request: 'POST /chats/a',
    sent: { text: 'hi' },
    answer: { id, text: 'hi' },
  });
  const hear = (id: number, path: string, status: number, text = 'hi') => {
    return { request: `GET /chats/${path}/${id}`, status, answer: { id, text } };
  };
  const after = (ids: readonly number[], path: string, status: number, text?: string) =>
    ids.flatMap((id) => [reply(id), hear(id, path, status, text)]);

  test.each<[string, readonly Passed[], Verdicts]>([
    ['is unknown in its chat', after([1, 2, 3], 'a', 404), { readable: 'fail' }],
    ['is unknown in its chat twice', after([1, 2], 'a', 404), {}],
    ['is unknown in another chat', after([1, 2, 3, 4], 'b', 404), {}],
    ['is for others to read', after([1, 2, 3, 4], 'a', 403), {}],
    ['is found in between', [1, 2, 3].flatMap((id) => after([id], 'a', id === 2 ? 200 : 404)), { readable: 'pass' }],
    // Nothing can change it, so one difference is enough.
    ['is read otherwise', after([1], 'a', 200, 'ho'), { readable: 'fail' }],
    ['is read as it was', after([1], 'a', 200), { readable: 'pass' }],
    ['was read before', [hear(1, 'a', 404), ...after([1], 'a', 200)], { readable: 'pass' }],
    ['is judged once', [...after([1], 'a', 200), hear(1, 'a', 200, 'ho')], { readable: 'pass' }],
  ])('of a chat %s', async (_, passed, verdicts) => {
    expect(await verdictsOn(chat, passed, false, 6000)).toEqual(verdicts);
  });

  test('may be unknown for a moment', async () => {
    expect(await verdictsOn(chat, after([1, 2, 3, 4], 'a', 404), false, 4999)).toEqual({});
  });

  test('a recording without credentials does not show the caller', async () => {
    expect(await reported([make('1', {}, {})], true)).toEqual({ text: 'pass' });
  });
});

describe('a token', () => {
  const token = (minutes: number) => {
    const claims = { iat: 1_763_690_400 - minutes * 60 };
    const [head, body] = [{ alg: 'none' }, claims].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    );
    return { authorization: `Bearer ${head}.${body}.c2lnbmVk` };
  };
  const add = (minutes: number, status = 200): Passed => {
    return { request: 'POST /notes', headers: token(minutes), sent: {}, status, answer: { id: '1' } };
  };
  test.each<[string, Passed, Verdicts]>([
    ['that is new is accepted', add(0), { works: 'pass' }],
    ['that is new is rejected', add(0, 401), {}],
    ['is accepted in the last minute of its life', add(9), { works: 'pass' }],
    ['is accepted at its end', add(10), {}],
    ['is accepted as long after its end as clocks may differ', add(12), {}],
    ['is accepted longer', add(13), { ends: 'fail' }],
    ['is rejected after its end', add(13, 401), { ends: 'pass' }],
    ['is rejected after its end for another reason', add(13, 409), {}],
    ['of the future is accepted', add(-1), {}],
    ['without a time is accepted', { ...add(60), headers: card }, {}],
    ['is accepted where none is needed', { ...add(60), request: 'PUT /notes/1' }, {}],
  ])('%s', async (_, passed, verdicts) => expect(await reported([passed])).toEqual(verdicts));
});

describe('the choice of a request', () => {
  const entries = (path: string, shelf: string, header?: string): Passed => ({
    request: `GET /entries${path}`,
    headers: header === undefined ? {} : { 'x-shelf': header },
    answer: [{ id: '1', shelf }],
  });
  test.each<[string, Passed, Verdicts]>([
    ['by query', entries('?shelf=a', 'a'), { 'in-query': 'pass' }],
    ['by query, and gets another', entries('?shelf=a', 'b'), { 'in-query': 'fail' }],
    ['by header, and gets another', entries('', 'b', 'a'), { 'in-header': 'fail' }],
    ['by both, and gets that of the query', entries('?shelf=b', 'b', 'a'), { 'header-wins': 'fail' }],
    ['by header', entries('', 'a', 'a'), { 'in-header': 'pass' }],
    ['by both', entries('?shelf=b', 'a', 'a'), { 'header-wins': 'pass' }],
    ['by an empty header and by query', entries('?shelf=b', 'b', ''), { 'in-query': 'pass' }],
    ['not at all, and gets something', entries('', 'b'), { required: 'fail' }],
    ['not at all, and is rejected', { ...entries('', ''), status: 400 }, { required: 'pass' }],
    ['not at all, and is rejected for its caller', { ...entries('', ''), status: 401 }, {}],
    ['by an empty query, and gets something', entries('?shelf=', 'b'), { required: 'fail' }],
    ['by query, and is rejected', { ...entries('?shelf=a', 'a'), status: 404 }, {}],
    ['by query, and gets nothing', { ...entries('?shelf=a', ''), answer: [] }, {}],
  ])('%s', async (_, passed, verdicts) => expect(await reported([passed])).toEqual(verdicts));
});
