import { describe, expect, test } from 'vitest';
import { bodyOf, type Handler, jsonReply, type Reply } from '../../mutation/proxy/reply.ts';
import { demanded, smallSuite } from '../../testing/api.ts';
import { outcomesOf, reportedOfServer } from '../../testing/small-server.ts';

const text = { type: 'string' };
const note = { type: 'object', properties: { id: text, text } };
const body = { schema: { type: 'object', required: ['text'], properties: { text } }, example: { text: 'A note.' } };

const open = () => {
  const rules = ['same', 'anew', 'other-body'].map((aspect) => demanded(aspect));
  return smallSuite(
    {
      operations: {
        listNotes: {
          request: 'GET /notes',
          answer: { type: 'array', items: note },
          behaviour: [{ family: 'list', items: '', noun: 'notes', rules: [] }],
        },
        addNote: {
          request: 'POST /notes',
          headers: ['X-Once'],
          body,
          behaviour: [
            { family: 'read-back', read: 'readNote', parameter: 'id', id: '/id', lists: ['listNotes'], rules: [] },
            { family: 'echoes', members: { text: '/text' }, rules: [] },
            { family: 'idempotent', header: 'X-Once', conflict: true, rules },
          ],
        },
        readNote: { request: 'GET /notes/{id}', answer: note },
      },
    },
    { settleMs: 0 },
  );
};

interface Choices {
  /** The same text is taken once. */
  readonly unique?: boolean;
  /** The status of every write. */
  readonly status?: number;
  /** The status of a repeated request. Default: that of the first. */
  readonly repeated?: number;
}

function serverOf({ unique = false, status = 201, repeated = status }: Choices = {}): Handler {
  const notes: { readonly id: string; readonly text: unknown }[] = [];
  const done = new Map<string, { readonly body: string; readonly note: object }>();
  return (request): Reply => {
    if (request.method === 'GET') return jsonReply(200, notes);
    const key = request.headers['x-once'] ?? '';
    const known = done.get(key);
    if (known !== undefined) return known.body === request.body ? jsonReply(repeated, known.note) : jsonReply(422, {});
    const { text: sent } = bodyOf(request) as { text: unknown };
    if (unique && notes.some((one) => one.text === sent)) return jsonReply(409, {});
    const added = { id: `n${notes.length}`, text: sent };
    if (status < 300) notes.push(added);
    done.set(key, { body: request.body, note: added });
    return jsonReply(status, added);
  };
}

describe('a request with a key', () => {
  const passed = { same: ['pass'], anew: ['pass'], 'other-body': ['pass'] };

  test.each<[string, Choices, object]>([
    ['is done once', {}, passed],
    ['may have another 2xx when it is repeated', { repeated: 200 }, passed],
    ['decides nothing of another key where texts are unique', { unique: true }, { ...passed, anew: ['inconclusive'] }],
    ['is rejected when it is repeated', { repeated: 409 }, { ...passed, same: ['broken'] }],
    ['decides nothing while the server fails', { repeated: 503 }, { ...passed, same: ['blocked'] }],
    [
      'decides nothing where it is rejected',
      { status: 403 },
      { same: ['blocked'], anew: ['blocked'], 'other-body': ['blocked'] },
    ],
  ])('%s', async (_, choices, expected) => {
    expect(await reportedOfServer(open, serverOf(choices))).toEqual(expected);
  });

  test('and each mutant is detected', async () => {
    const outcomes = await outcomesOf(open, () => serverOf());
    expect(outcomes).toHaveLength(6);
    expect(outcomes.filter(({ verdicts }) => !verdicts.includes('broken'))).toEqual([]);
  });
});
