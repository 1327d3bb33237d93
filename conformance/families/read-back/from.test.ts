/** New items with ids that the body of the answer does not show. */
import { describe, expect, test } from 'vitest';
import { isObject } from '../../model/values/json.ts';
import { bodyOf, type Handler, jsonReply } from '../../mutation/proxy/reply.ts';
import { demanded, smallSuite } from '../../testing/api.ts';
import { outcomesOf, reportedOfServer } from '../../testing/small-server.ts';

const text = { type: 'string' };
const note = { type: 'object', properties: { id: text, text } };
const body = {
  schema: { type: 'object', required: ['text'], properties: { text } },
  example: { text: 'A note.' },
};
const named = {
  schema: { type: 'object', required: ['id', 'text'], properties: note.properties },
  example: { id: 'first', text: 'A note.' },
};

type Way = 'location' | 'body' | 'path' | 'inner path';

const requests = {
  location: 'POST /notes',
  body: 'POST /notes',
  path: 'PUT /notes/{id}',
  'inner path': 'PUT /notes/{id}/text',
};

const open = (way: Way) => () => {
  const rules = [demanded('readable'), demanded('listed')];
  const from = way === 'location' ? 'location' : 'request';
  const readBack = { family: 'read-back', read: 'readNote', parameter: 'id', id: '/id', lists: ['listNotes'] };
  const found = { family: 'found-in', list: 'listNotes', parameters: { id: 'id' }, rules: [] };
  return smallSuite(
    {
      operations: {
        listNotes: {
          request: 'GET /notes',
          answer: { type: 'array', items: note },
          behaviour: [{ family: 'list', items: '', noun: 'notes', rules: [] }],
        },
        addNote: {
          request: requests[way],
          body: way === 'body' ? named : body,
          behaviour: [
            { ...readBack, from, members: ['text'], rules },
            { family: 'echoes', members: { text: '/text' }, rules: [] },
            ...(way === 'path' || way === 'inner path' ? [found] : []),
          ],
        },
        readNote: { request: 'GET /notes/{id}', answer: note },
      },
    },
    { settleMs: 0 },
  );
};

interface Choices {
  readonly location?: (id: string) => string;
  readonly header?: string;
  /** Of the answer that has no body. Default: 201. */
  readonly status?: number;
  readonly isShown?: boolean;
}

function server({ location = (id) => `/notes/${id}`, header = 'Location', ...choices }: Choices = {}): Handler {
  const notes = new Map<string, object>(['A', 'B'].map((id) => [id, { id, text: id }]));
  return (request) => {
    const { method, path } = request;
    const own = decodeURIComponent(/^\/notes\/(.+?)(\/text)?$/.exec(path)?.[1] ?? '');
    if (method === 'GET') {
      if (own === '') return jsonReply(200, [...notes.values()]);
      return notes.has(own) ? jsonReply(200, notes.get(own)) : jsonReply(404, {});
    }
    const sent = bodyOf(request);
    const given = isObject(sent) ? sent : {};
    const id = own || (typeof given['id'] === 'string' ? given['id'] : `note ${notes.size}`);
    const made = { ...given, id };
    notes.set(id, made);
    const headers = { [header]: location(encodeURIComponent(id)) };
    const { status = 201, isShown = false } = choices;
    if (isShown) return jsonReply(status, { text: given['text'] }, headers);
    return { kind: 'reply', status, contentType: null, body: '', headers };
  };
}

const fine = { readable: ['pass'], listed: ['pass'] };

describe.each<Way>(['location', 'body', 'path', 'inner path'])('the id is in the %s', (way) => {
  test.each<Choices>([{}, { status: 204 }, { isShown: true }])('a correct server passes: %o', async (choices) => {
    expect(await reportedOfServer(open(way), server(choices))).toEqual(fine);
  });

  test('each faulty server is detected', async () => {
    const outcomes = await outcomesOf(open(way), () => server());
    expect(outcomes.filter(({ verdicts }) => !verdicts.includes('broken')).map(({ id }) => id)).toEqual([]);
    expect(outcomes.length).toBeGreaterThan(4);
  });
});

describe('a Location', () => {
  test.each<Choices>([
    { location: (id) => `http://127.0.0.1/notes/${id}` },
    { location: (id) => `/notes/${id}?version=1`, header: 'location' },
    { location: (id) => `${id}/` },
  ])('may have any form of an address: %o', async (choices) => {
    expect(await reportedOfServer(open('location'), server(choices))).toEqual(fine);
  });

  test('must be there, except where the request is only accepted', async () => {
    const without = { header: 'X-Other' };
    const broken = { readable: ['broken'], listed: ['broken'] };
    expect(await reportedOfServer(open('location'), server(without))).toEqual(broken);
    const blocked = { readable: ['blocked'], listed: ['blocked'] };
    expect(await reportedOfServer(open('location'), server({ ...without, status: 202 }))).toEqual(blocked);
  });
});
