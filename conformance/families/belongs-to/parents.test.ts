/** Items below a parent: of a parent of which there are few, and of one whose name is not unique. */
import { describe, expect, test } from 'vitest';
import { type Handler, jsonReply } from '../../mutation/proxy/reply.ts';
import { demanded, type SmallApi, smallSuite } from '../../testing/api.ts';
import { reportedOfServer } from '../../testing/small-server.ts';

describe('items below a parent of which there are few', () => {
  const below = { family: 'found-in', list: 'listShelves', parameters: { shelf: 'id' }, rules: [] };
  const shelves = {
    request: 'GET /shelves',
    behaviour: [{ family: 'list', items: '/shelves', noun: 'shelves', rules: [] }],
  };
  const book = { family: 'belongs-to', member: 'shelf_id', rules: [demanded('shelf_id')], parameter: 'shelf', at: '' };
  const body = { schema: { type: 'object', properties: { title: { type: 'string' } } }, example: { title: 'Ash' } };
  const open = (declared: 'read' | 'made') => () =>
    smallSuite({
      operations: {
        listShelves: shelves,
        listBooks: {
          request: 'GET /shelves/{shelf}/books',
          behaviour: [{ family: 'list', items: '/books', noun: 'books', key: 'number', rules: [] }, below],
        },
        readBook: {
          request: 'GET /shelves/{shelf}/books/{number}',
          behaviour: [
            below,
            { family: 'one-of', list: 'listBooks', parameter: 'number', member: 'number' },
            ...(declared === 'read' ? [book] : []),
          ],
        },
        addBook: {
          request: 'POST /shelves/{shelf}/books',
          body,
          behaviour: [below, ...(declared === 'made' ? [book] : [])],
        },
      },
    });
  /** @param shelfOf the shelf of a book that is read, or created, below a shelf; null if there is none. */
  const server =
    (shelfOf: (request: string, method: string) => string | null): Handler =>
    ({ path, method }) => {
      const [, , shelf = '', , number] = path.split('/');
      if (shelf === '') return jsonReply(200, { shelves: [{ id: 'ash' }, { id: 'birch' }] });
      if (method === 'GET' && number === undefined)
        return jsonReply(200, { books: shelf === 'ash' ? [{ number: 'B7', shelf_id: 'ash' }] : [] });
      const shelf_id = shelfOf(shelf, method);
      return shelf_id === null ? jsonReply(404, {}) : jsonReply(200, { number: 'B7', shelf_id });
    };

  test('is not read below another', async () => {
    const right = server((shelf, method) => (method === 'POST' || shelf === 'ash' ? shelf : null));
    expect((await reportedOfServer(open('read'), right))['shelf_id']).toEqual(['pass']);
    const anywhere = server((shelf, method) => (method === 'POST' ? shelf : 'ash'));
    expect((await reportedOfServer(open('read'), anywhere))['shelf_id']).toContain('broken');
  });

  test('is not always made below the first', async () => {
    const first = server((shelf, method) => (method === 'POST' || shelf === 'ash' ? 'ash' : null));
    expect((await reportedOfServer(open('made'), first))['shelf_id']).toContain('broken');
  });
});

describe('items below a parent by a name that is not unique', () => {
  const nights: SmallApi = {
    operations: {
      listDomes: {
        request: 'GET /domes',
        behaviour: [{ family: 'list', items: '', noun: 'domes', rules: [] }],
      },
      listNights: {
        request: 'GET /domes/{dome}/nights',
        behaviour: [
          { family: 'list', items: '', noun: 'nights', key: 'night', rules: [] },
          { family: 'found-in', list: 'listDomes', parameters: { dome: 'id' }, rules: [] },
        ],
      },
      readNight: {
        request: 'GET /domes/{dome}/nights/{night}',
        behaviour: [
          { family: 'one-of', list: 'listNights', parameter: 'night', member: 'night', at: '', rules: [] },
          { family: 'found-in', list: 'listNights', parameters: { dome: 'dome_id', night: 'night' }, rules: [] },
        ],
      },
    },
  };
  const below = { family: 'belongs-to', parameter: 'dome', member: 'dome_id', rules: [demanded('dome_id')] };
  const of = (id: string, more: object) => {
    const { behaviour = [], ...rest } = nights.operations[id] ?? { request: '' };
    const operation = { ...rest, behaviour: [...behaviour, { ...below, ...more }] };
    return () => smallSuite({ operations: { ...nights.operations, [id]: operation } });
  };
  const domes: Handler = ({ path }) => {
    const [, , dome, , night] = path.split('/');
    const all = [1, 2, 3].map((day) => ({ dome_id: dome, night: `2026-03-0${day}`, hours: 8, price: 9, seats: 4 }));
    if (dome === undefined) return jsonReply(200, [{ id: 'A' }, { id: 'B' }]);
    if (dome !== 'A' && dome !== 'B') return jsonReply(404, {});
    const one = all.find((each) => each.night === night);
    return night === undefined ? jsonReply(200, all) : one ? jsonReply(200, one) : jsonReply(404, {});
  };

  test('may be the same as of another', async () => {
    expect(await reportedOfServer(of('listNights', {}), domes)).toEqual({ dome_id: ['warn', 'pass'] });
    expect(await reportedOfServer(of('readNight', { at: '' }), domes)).toEqual({ dome_id: ['pass'] });
  });
});
