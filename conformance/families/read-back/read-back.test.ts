import { describe, expect, test } from 'vitest';
import type { ServiceTarget } from '../../model/target.ts';
import { isObject } from '../../model/values/json.ts';
import { bodyOf, type Handler, jsonReply } from '../../mutation/proxy/reply.ts';
import { demanded, smallSuite } from '../../testing/api.ts';
import { outcomesOf, reportedOfServer } from '../../testing/small-server.ts';

function suite(target: Partial<ServiceTarget> = {}) {
  const rules = [demanded('readable'), demanded('listed')];
  return smallSuite(
    {
      operations: {
        listNotes: {
          request: 'GET /shelves/{shelf}/notes',
          behaviour: [
            { family: 'list', items: '/notes', noun: 'notes', rules: [] },
            { family: 'found-in', list: 'listShelves', parameters: { shelf: 'id' }, rules: [] },
          ],
        },
        listShelves: {
          request: 'GET /shelves',
          behaviour: [{ family: 'list', items: '', noun: 'shelves', rules: [] }],
        },
        addNote: {
          request: 'POST /shelves/{shelf}/notes',
          security: ['Card'],
          body: {
            schema: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } },
            example: { text: 'A note.' },
          },
          behaviour: [
            { family: 'echoes', members: { text: '/note/text' }, rules: [] },
            { family: 'read-back', read: 'readNote', parameter: 'id', id: '/note/id', lists: ['listNotes'], rules },
          ],
        },
        readNote: { request: 'GET /notes/{id}' },
      },
    },
    { credentials: { Card: 'of-Ada' }, otherCredentials: { Card: 'of-Ben' }, settleMs: 150, ...target },
  );
}

interface Shelf {
  readonly shelf: string;
  readonly text: unknown;
}

/** A correct server with lists that lag behind by this many requests. */
function library(late = 0, change: (text: string) => unknown = (text) => text): Handler {
  const notes: Shelf[] = [];
  let shown = 0;
  let rest = 0;
  const reported = (note: Shelf | undefined, index: number) => ({
    id: index + 1,
    text: note?.text,
    likes: notes.length,
  });
  return (request) => {
    rest -= 1;
    if (rest <= 0) shown = notes.length;
    const { method, path } = request;
    if (path === '/shelves') return jsonReply(200, [{ id: 'A' }]);
    const [, shelf] = /^\/shelves\/(\w+)\/notes$/.exec(path) ?? [];
    if (shelf !== undefined && method === 'POST') {
      const body = bodyOf(request);
      notes.push({ shelf, text: isObject(body) ? change(String(body['text'])) : '' });
      rest = late;
      return jsonReply(201, { note: reported(notes.at(-1), notes.length - 1) });
    }
    if (shelf !== undefined) return jsonReply(200, { notes: notes.slice(0, shown).map(reported) });
    const index = Number(/\d+$/.exec(path)?.[0]) - 1;
    return index < shown ? jsonReply(200, { note: reported(notes[index], index) }) : jsonReply(404, {});
  };
}

const fine = { readable: ['pass'], listed: ['pass'] };

describe('a server', () => {
  test('that stores new items passes, whatever else it shows of them by then', async () => {
    expect(await reportedOfServer(() => suite(), library())).toEqual(fine);
  });

  test('that shows it a moment later passes', async () => {
    expect(await reportedOfServer(() => suite(), library(3))).toEqual(fine);
  });

  test('that shows a new item too late is detected', async () => {
    expect((await reportedOfServer(() => suite({ settleMs: 0 }), library(9)))['readable']).toContain('broken');
  });

  test('that writes it in its own way passes, as long as it stays with that', async () => {
    expect(
      await reportedOfServer(
        () => suite(),
        library(0, (text) => text.replaceAll('<', '&lt;')),
      ),
    ).toEqual(fine);
  });

  test('that takes nothing decides nothing', async () => {
    const closed: Handler = (request) => (request.method === 'POST' ? jsonReply(409, {}) : library()(request));
    expect(await reportedOfServer(() => suite(), closed)).toEqual({ readable: ['blocked'], listed: ['blocked'] });
  });
});

describe('an item with another name where it is read', () => {
  const rules = [demanded('readable'), demanded('listed')];
  const note = { type: 'object', properties: { id: { type: 'string' } } };
  const jobs = (more: object) => () =>
    smallSuite(
      {
        operations: {
          listNotes: {
            request: 'GET /notes',
            answer: { type: 'array', items: note },
            behaviour: [{ family: 'list', items: '', noun: 'notes', rules: [] }],
          },
          readNote: { request: 'GET /notes/{id}', answer: note },
          addNote: {
            request: 'POST /notes',
            behaviour: [{ family: 'read-back', id: '/note_id', lists: ['listNotes'], ...more }],
          },
        },
      },
      { settleMs: 100 },
    );
  const server = (): Handler => {
    const notes: { readonly id: string }[] = [];
    return ({ method, path }) => {
      if (method === 'POST')
        return jsonReply(202, { id: 'job', note_id: `n${notes.push({ id: `n${notes.length + 1}` })}` });
      if (path === '/notes') return jsonReply(200, notes);
      const one = notes.find(({ id }) => path === `/notes/${id}`);
      return one === undefined ? jsonReply(404, {}) : jsonReply(200, one);
    };
  };

  test('is the same thing, and where nothing reads one it is listed', async () => {
    const read = { read: 'readNote', parameter: 'id', rules };
    expect(await reportedOfServer(jobs(read), server())).toEqual(fine);
    expect(await reportedOfServer(jobs({ rules: rules.slice(1) }), server())).toEqual({ listed: ['pass'] });
    const outcomes = [
      ...(await outcomesOf(jobs(read), server)),
      ...(await outcomesOf(jobs({ rules: rules.slice(1) }), server)),
    ];
    expect(outcomes.length).toBeGreaterThan(4);
    expect(outcomes.filter(({ verdicts }) => !verdicts.includes('broken'))).toEqual([]);
  });
});

test('what need not be sent is kept as well', async () => {
  const text = { type: 'string' };
  const rules = [demanded('readable')];
  const note = { type: 'object', properties: { id: text, tags: { type: 'array', items: text } } };
  const open = () =>
    smallSuite({
      operations: {
        readNote: { request: 'GET /notes/{id}', answer: note },
        addNote: {
          request: 'POST /notes',
          body: { schema: { type: 'object', properties: { tags: note.properties.tags } }, example: {} },
          behaviour: [
            { family: 'echoes', members: { tags: '/tags' }, rules: [] },
            { family: 'read-back', read: 'readNote', parameter: 'id', id: '/id', rules },
          ],
        },
      },
    });
  const server = (isKept: boolean): Handler => {
    const notes: object[] = [];
    return (request) => {
      const body = bodyOf(request);
      const tags = isObject(body) ? (body['tags'] ?? []) : [];
      if (request.method !== 'POST') return jsonReply(200, notes[Number(/\d+$/.exec(request.path)?.[0])]);
      const id = String(notes.length);
      notes.push({ id, tags: isKept ? tags : [] });
      return jsonReply(201, { id, tags });
    };
  };
  expect(await reportedOfServer(open, server(true))).toEqual({ readable: ['pass'] });
  expect((await reportedOfServer(open, server(false)))['readable']).toContain('broken');
});

test('what a change leaves out stays as it was', async () => {
  const properties = { id: { type: 'string' }, text: { type: 'string' }, stars: { type: 'integer' } };
  const { id: _, ...changes } = properties;
  const note = { type: 'object', properties };
  const keeps = ['text', 'stars'];
  const found = { family: 'found-in', list: 'listNotes', parameters: { id: 'id' }, rules: [] };
  const change = {
    family: 'read-back',
    read: 'readNote',
    parameter: 'id',
    id: '/id',
    keeps,
    rules: [demanded('kept')],
  };
  const open = () =>
    smallSuite({
      operations: {
        listNotes: {
          request: 'GET /notes',
          answer: { type: 'array', items: note },
          behaviour: [{ family: 'list', items: '', noun: 'notes', rules: [] }],
        },
        readNote: { request: 'GET /notes/{id}', answer: note },
        changeNote: {
          request: 'PATCH /notes/{id}',
          answer: note,
          body: { schema: { type: 'object', properties: changes }, example: { text: 'Two words.' } },
          behaviour: [found, change],
        },
      },
    });
  const server = (left: object): Handler => {
    let reported: object = { id: 'A', text: 'One.', stars: 1 };
    return (request) => {
      if (request.method === 'PATCH') reported = { ...reported, ...left, ...(bodyOf(request) as object) };
      return jsonReply(200, request.path === '/notes' ? [reported] : reported);
    };
  };
  expect(await reportedOfServer(open, server({}))).toEqual({ kept: ['pass'] });
  expect(await reportedOfServer(open, server({ stars: null }))).toEqual({ kept: ['broken', 'pass'] });
  const refusing: Handler = (request) => (request.method === 'PATCH' ? jsonReply(409, {}) : server({})(request));
  expect(await reportedOfServer(open, refusing)).toEqual({ kept: ['blocked'] });
  const outcomes = await outcomesOf(open, () => server({}));
  expect(outcomes.map(({ kills, verdicts }) => [kills, verdicts.includes('broken')])).toEqual([
    ['kept', true],
    ['kept', true],
  ]);
});

test('each faulty server is detected', async () => {
  const outcomes = await outcomesOf(() => suite(), library);
  expect(outcomes.filter(({ verdicts }) => !verdicts.includes('broken'))).toEqual([]);
  expect(outcomes).toHaveLength(11);
});
