import { describe, expect, test } from 'vitest';
import type { CheckContext } from '../core/context.ts';
import { operationOf } from '../model/document/api.ts';
import { declaredAt } from '../model/document/lists.ts';
import type { ServiceTarget } from '../model/target.ts';
import { isObject } from '../model/values/json.ts';
import { bodyOf, type Handler, jsonReply } from '../mutation/proxy/reply.ts';
import { atOnce, untilWith } from '../run/send/until.ts';
import { smallSuite } from '../testing/api.ts';
import { sendingOf } from '../testing/small-server.ts';
import { opposite, takeBack } from './fresh.ts';
import { freshInput, inputsOf } from './things.ts';

const body = (properties: object, example: object) => ({
  schema: { type: 'object', required: Object.keys(properties), properties },
  example,
});
const text = { type: 'string' };
const chosen = { family: 'chosen-by', subject: 'branch', headers: ['X-Branch', 'X-Room'], query: ['branch', 'room'] };

/** Notes that are read back and liked, books that readers name, and rooms that only a list names. */
function suite(target: Partial<ServiceTarget> = {}) {
  return smallSuite(
    {
      operations: {
        addNote: {
          request: 'POST /notes',
          headers: ['X-Branch', 'X-Room'],
          body: body({ text, kind: { enum: ['plain'] } }, { text: 'A note of mine.', kind: 'plain' }),
          behaviour: [
            { family: 'echoes', members: { text: '/note/text', kind: '/note/kind' } },
            { family: 'read-back', read: 'readNote', parameter: 'id', id: '/note/id' },
            { ...chosen, shown: ['/note/branch', '/note/room'] },
          ],
        },
        readNote: { request: 'GET /notes/{id}' },
        likeNote: {
          request: 'PUT /notes/{id}/like',
          headers: ['X-Branch', 'X-Room'],
          behaviour: [
            { ...chosen, shown: ['/branch', '/room'] },
            { family: 'moves', by: 1, read: 'readNote', pointer: '/note/likes' },
            { family: 'moves', by: 1, read: 'readNote', pointer: '/note/views' },
          ],
        },
        unlikeNote: {
          request: 'PUT /notes/{id}/unlike',
          behaviour: [{ family: 'moves', by: -1, read: 'readNote', pointer: '/note/likes' }],
        },
        addBook: {
          request: 'POST /books',
          body: body({ isbn: text, data: text }, { isbn: '0-306', data: 'On the origin of books.' }),
        },
        removeBook: { request: 'DELETE /books/{isbn}' },
        listRooms: { request: 'GET /rooms', behaviour: [{ family: 'list', items: '', noun: 'rooms' }] },
        cleanRoom: {
          request: 'POST /rooms/{room}/cleanings',
          behaviour: [{ family: 'found-in', list: 'listRooms', parameters: { room: 'id' } }],
        },
        ...Object.fromEntries(
          [
            ['likeRoom', 'PUT', 1],
            ['unlikeRoom', 'DELETE', -1],
          ].map(([name, method, by]) => [
            name,
            {
              request: `${method} /rooms/{room}/like`,
              behaviour: [
                { family: 'found-in', list: 'listRooms', parameters: { room: 'id' } },
                { family: 'moves', by, read: 'readRoom', pointer: '/likes' },
              ],
            },
          ]),
        ),
        removeRoom: {
          request: 'DELETE /rooms/{room}',
          behaviour: [{ family: 'found-in', list: 'listRooms', parameters: { room: 'id' } }],
        },
      },
    },
    { known: { choices: { branch: [{ branch: 'North' }, { branch: 'South' }] } }, ...target },
  );
}

/**
 * The requests that were sent, and a conversation that sends them. @param refuses matches texts that the server
 * rejects.
 */
function talking(target: Partial<ServiceTarget> = {}, refuses?: RegExp) {
  const requests: string[] = [];
  const texts: string[] = [];
  const server: Handler = (request) => {
    const { method, path, headers } = request;
    requests.push(`${method} ${path}`);
    const sent = bodyOf(request);
    if (isObject(sent) && 'text' in sent) texts.push(String(sent['text']));
    if (refuses?.test(texts.at(-1) ?? '')) return jsonReply(422, {});
    if (path === '/rooms') return jsonReply(200, [{ id: 'attic' }]);
    const place = { branch: headers['x-branch'], room: headers['x-room'] };
    if (path === '/notes')
      return jsonReply(201, { note: { id: requests.length, ...place, ...(isObject(sent) ? sent : {}) } });
    return jsonReply(200, {});
  };
  const built = suite(target);
  const ctx: CheckContext = { suite: built, send: sendingOf(built, server), until: untilWith(atOnce, {}) };
  return { ctx, requests, texts };
}

describe('a request', () => {
  test('for an operation that creates something has unique texts, and the other members of the example', async () => {
    const { ctx } = talking();
    const [one, other] = [
      await freshInput(ctx, 'addNote', { name: 'one' }),
      await freshInput(ctx, 'addNote', { name: 'other' }),
    ];
    expect(one?.body).toMatchObject({ kind: 'plain', text: expect.stringMatching(/^conformance[a-z]{10}$/) });
    expect(one?.body).not.toEqual(other?.body);
    expect(await freshInput(ctx, 'addNote', { name: 'one' })).toEqual(one);
  });

  test('uses the choices of the target, in a room of its own', async () => {
    const { ctx } = talking();
    const input = await freshInput(ctx, 'addNote', { name: 'one' });
    expect(input?.headers).toEqual({ 'X-Branch': 'North', 'X-Room': expect.stringMatching(/^conformance/) });
  });

  test('on an item uses one that was just created, and the choice that it belongs to', async () => {
    const { ctx, requests } = talking();
    const input = await freshInput(ctx, 'likeNote', { name: 'liked' });
    expect(requests.at(-1)).toBe('POST /notes');
    expect(input?.path['id']).toBe(String(requests.length));
    expect(input?.headers).toMatchObject({ 'X-Branch': 'North' });
  });

  test('on an item uses one with special characters in its text, if the server accepts them', async () => {
    const taken = talking();
    await freshInput(taken.ctx, 'likeNote', { name: 'liked' });
    expect(taken.texts.at(-1)).toMatch(/^conformance[a-z]{10} & "/);
    const refused = talking({}, /[^a-z]/);
    expect(await freshInput(refused.ctx, 'likeNote', { name: 'liked' })).not.toBeNull();
    expect(refused.texts.slice(-2)).toEqual([taken.texts.at(-1), taken.texts.at(-1)?.split(' ')[0]]);
  });

  test('that lowers a number comes after one that raises it', async () => {
    const { ctx, requests } = talking();
    const input = await freshInput(ctx, 'unlikeNote', { name: 'unliked' });
    expect(requests.at(-1)).toBe(`PUT /notes/${input?.path['id']}/like`);
  });

  test('that moves two numbers may have an opposite for only one of them', () => {
    const { api } = suite();
    expect(declaredAt(api, 'likeNote', 'moves').map((one) => opposite(api, one)?.id ?? null)).toEqual([
      'unlikeNote',
      null,
    ]);
  });

  test('for an operation on a name that the caller chooses has a unique name, and the name in its texts', async () => {
    const { ctx } = talking();
    const input = await freshInput(ctx, 'removeBook', { name: 'removed' });
    expect(input?.path['isbn']).toMatch(/^conformance[a-z]{10}$/);
    const book = await freshInput(ctx, 'addBook', { name: 'added' });
    const { isbn, data } = isObject(book?.body) ? book.body : {};
    expect(data).toBe(`On the origin of books. ${isbn}`);
  });

  test('for something that no operation creates uses what exists, unless it would be deleted', async () => {
    const { ctx } = talking();
    expect((await freshInput(ctx, 'cleanRoom', { name: 'cleaned' }))?.path).toEqual({ room: 'attic' });
    expect(await freshInput(ctx, 'removeRoom', { name: 'removed' })).toBeNull();
  });

  test('for something that exists follows a request that resets the same number, which may have been moved before', async () => {
    const { ctx, requests } = talking();
    expect((await freshInput(ctx, 'likeRoom', { name: 'liked' }))?.path).toEqual({ room: 'attic' });
    expect(requests.at(-1)).toBe('DELETE /rooms/attic/like');
    expect((await freshInput(ctx, 'unlikeRoom', { name: 'unliked' }))?.path).toEqual({ room: 'attic' });
    expect(requests.at(-1)).toBe('PUT /rooms/attic/like');
  });

  test('uses what exists if the target names only the body', async () => {
    const { ctx } = talking({ known: { inputs: { cleanRoom: { query: { with: 'a broom' } } } } });
    const [found] = await inputsOf(ctx, 'cleanRoom');
    expect(found).toMatchObject({ input: { path: { room: 'attic' }, query: { with: 'a broom' } }, certain: false });
  });

  test('is the one that the target names', async () => {
    const known = { inputs: { addNote: [{ body: { text: 'Mine.', kind: 'plain' } }, { body: { text: 'Yours.' } }] } };
    const { ctx } = talking({ known });
    const found = await inputsOf(ctx, 'addNote');
    expect(found.map(({ input: { body: sent }, certain }) => [sent, certain])).toEqual([
      [{ text: 'Mine.', kind: 'plain' }, true],
      [{ text: 'Yours.' }, true],
    ]);
  });
});

test('removes an item that was created under a name', async () => {
  const { ctx, requests } = talking();
  const input = await freshInput(ctx, 'addBook', { name: 'added' });
  if (input === null) throw new Error('there is nothing to add');
  await takeBack(ctx, 'addBook', input, 'given');
  const { isbn } = isObject(input.body) ? input.body : {};
  expect(requests).toEqual([`DELETE /books/${isbn}`]);
  expect(operationOf(ctx.suite.api, 'removeBook').method).toBe('DELETE');
});
