import { describe, expect, test } from 'vitest';
import { type Handler, jsonReply, type Reply } from '../../mutation/proxy/reply.ts';
import { demanded, smallSuite } from '../../testing/api.ts';
import { outcomesOf, reportedOfServer } from '../../testing/small-server.ts';

const security = ['token'];

function suite() {
  return smallSuite(
    {
      operations: {
        listNotes: {
          request: 'GET /notes',
          behaviour: [{ family: 'list', items: '', noun: 'notes', rules: [] }],
        },
        addNote: {
          request: 'POST /notes',
          security,
          behaviour: [{ family: 'read-back', read: 'readNote', parameter: 'id', id: '/id', rules: [] }],
        },
        readNote: { request: 'GET /notes/{id}' },
        removeNote: {
          request: 'DELETE /notes/{id}',
          security,
          answer: null,
          behaviour: [
            {
              family: 'removes',
              read: 'readNote',
              lists: ['listNotes'],
              rules: [demanded('gone'), demanded('unlisted')],
            },
          ],
        },
      },
    },
    { credentials: { token: 'mira' }, settleMs: 100 },
  );
}

interface Choices {
  /** Requests until it shows. */
  readonly late?: number;
  readonly status?: 404 | 410 | 500;
  /** Nothing is made. */
  readonly closed?: boolean;
}

function serverOf({ late = 0, status = 404, closed = false }: Choices = {}): Handler {
  const notes = new Map<string, number>();
  let [count, request] = [0, 0];
  const isThere = (id: string) => (notes.get(id) ?? 0) > request;
  return ({ method, path }): Reply => {
    request += 1;
    const id = path.split('/')[2] ?? '';
    if (method === 'POST') {
      if (closed) return jsonReply(403, {});
      count += 1;
      notes.set(String(count), Number.POSITIVE_INFINITY);
      return jsonReply(201, { id: count });
    }
    if (id === '')
      return jsonReply(
        200,
        [...notes.keys()].filter(isThere).map((one) => ({ id: Number(one) })),
      );
    if (!isThere(id)) return jsonReply(status, {});
    if (method === 'GET') return jsonReply(200, { id: Number(id) });
    notes.set(id, request + late);
    return { kind: 'reply', status: 204, contentType: null, headers: {}, body: '' };
  };
}

describe('an item that is removed', () => {
  const passed = { gone: ['pass'], unlisted: ['pass'] };

  test.each<[string, Choices]>([
    ['is not found any more', {}],
    ['or is said to have been there', { status: 410 }],
    ['may be gone a moment later', { late: 2 }],
  ])('%s', async (_, choices) => {
    expect(await reportedOfServer(suite, serverOf(choices))).toEqual(passed);
  });

  test('decides nothing where nothing can be made, or the server falls over it', async () => {
    const reported = await reportedOfServer(suite, serverOf({ closed: true }));
    expect(reported).toEqual({ gone: ['inconclusive'], unlisted: ['inconclusive'] });
    expect((await reportedOfServer(suite, serverOf({ status: 500 })))['gone']).toEqual(['blocked']);
  });

  test('and each mutant is detected', async () => {
    const outcomes = await outcomesOf(suite, () => serverOf());
    expect(outcomes).toHaveLength(4);
    expect(outcomes.filter(({ verdicts }) => !verdicts.includes('broken'))).toEqual([]);
  });
});

describe('an item that is removed from a shelf of its own', () => {
  const made = (read: string, parameter: string) => ({ family: 'read-back', read, parameter, id: '/id', rules: [] });
  const open = () =>
    smallSuite({
      operations: {
        addShelf: { request: 'POST /shelves', behaviour: [made('readShelf', 'shelf')] },
        readShelf: { request: 'GET /shelves/{shelf}' },
        addNote: { request: 'POST /shelves/{shelf}/notes', behaviour: [made('readNote', 'note')] },
        readNote: { request: 'GET /shelves/{shelf}/notes/{note}' },
        removeNote: {
          request: 'DELETE /shelves/{shelf}/notes/{note}',
          answer: null,
          behaviour: [{ family: 'removes', read: 'readNote', rules: [demanded('gone')] }],
        },
      },
    });
  /** @param takes whether a note goes where another of its shelf is removed. */
  const server = (takes: boolean): Handler => {
    const things = new Set<string>();
    return ({ method, path }): Reply => {
      if (method === 'POST') {
        const id = `n${things.size}`;
        things.add(`${path}/${id}`);
        return jsonReply(201, { id });
      }
      if (!things.has(path)) return jsonReply(404, {});
      if (method === 'GET') return jsonReply(200, { id: path.split('/').at(-1) });
      const shelf = path.replace(/[^/]+$/, '');
      for (const one of things) if (one === path || (takes && one.startsWith(shelf))) things.delete(one);
      return { kind: 'reply', status: 204, contentType: null, headers: {}, body: '' };
    };
  };

  test('leaves what else is there', async () => {
    expect(await reportedOfServer(open, server(false))).toEqual({ gone: ['pass'] });
    expect((await reportedOfServer(open, server(true)))['gone']).toContain('broken');
  });
});
