import { describe, expect, test } from 'vitest';
import { bodyOf, type Handler, jsonReply, type Reply } from '../../mutation/proxy/reply.ts';
import { demanded, smallSuite } from '../../testing/api.ts';
import { outcomesOf, reportedOfServer } from '../../testing/small-server.ts';

const text = { type: 'string' };
const note = { type: 'object', properties: { id: text, text } };
const body = { schema: { type: 'object', required: ['text'], properties: { text } }, example: { text: 'A note.' } };
const reads = ['unchanged', 'changed'];
const writes = ['stale', 'current', 'required'];

type Method = 'GET' | 'PUT' | 'DELETE';

/** A small API in which one operation depends on tags. */
const open = (method: Method) => () => {
  const rules = (aspects: readonly string[]) => aspects.map((one) => demanded(one));
  const onRead = method === 'GET' ? [{ family: 'conditional', rules: rules(reads) }] : [];
  const onWrite = { family: 'conditional', read: 'readNote', required: true, rules: rules(writes) };
  return smallSuite(
    {
      operations: {
        addNote: {
          request: 'POST /notes',
          body,
          behaviour: [
            { family: 'read-back', read: 'readNote', parameter: 'id', id: '/id', rules: [] },
            { family: 'echoes', members: { text: '/text' }, rules: [] },
          ],
        },
        readNote: { request: 'GET /notes/{id}', answer: note, behaviour: onRead },
        ...(method === 'GET'
          ? {}
          : {
              changeNote: {
                request: `${method} /notes/{id}`,
                ...(method === 'PUT' ? { body } : {}),
                behaviour: [{ family: 'echoes', members: { text: '/text' }, rules: [] }, onWrite],
              },
            }),
      },
    },
    { settleMs: 0 },
  );
};

interface Choices {
  /** The tag of a version; undefined for none. */
  readonly tag?: (version: number) => string | undefined;
  /** A member that differs in each answer. */
  readonly clock?: boolean;
  /** Others write between each two requests. */
  readonly busy?: boolean;
  /** The status of a read that a condition decides. */
  readonly known?: number;
}

function serverOf({
  tag = (version) => `"v${version}"`,
  clock = false,
  busy = false,
  known = 304,
}: Choices = {}): Handler {
  const notes = new Map<string, { text: unknown; version: number }>();
  let time = 0;
  return ({ method, path, headers, ...request }): Reply => {
    time += 1;
    const sent = bodyOf({ method, path, headers, ...request }) as { text?: unknown } | undefined;
    if (method === 'POST') {
      notes.set(`n${notes.size}`, { text: sent?.text, version: 1 });
      return jsonReply(201, { id: `n${notes.size - 1}`, text: sent?.text });
    }
    const id = path.split('/')[2] ?? '';
    const found = notes.get(id);
    if (found === undefined) return jsonReply(404, {});
    if (busy) found.version += 1;
    const own = tag(found.version);
    const tags: Record<string, string> = own === undefined ? {} : { ETag: own };
    const shown = () => ({
      id,
      text: found.text,
      ...(busy ? { seen: found.version } : {}),
      ...(clock ? { time } : {}),
    });
    if (method === 'GET')
      return own !== undefined && headers['if-none-match'] === own
        ? { kind: 'reply', status: known, contentType: null, body: '', headers: tags }
        : jsonReply(200, shown(), tags);
    const condition = headers['if-match'];
    if (condition === undefined) return jsonReply(428, {});
    if (condition !== '*' && condition !== own) return jsonReply(412, {});
    if (method === 'DELETE') {
      notes.delete(id);
      return { kind: 'reply', status: 204, contentType: null, body: '' };
    }
    notes.set(id, { text: sent?.text, version: found.version + 1 });
    return jsonReply(200, { id, text: sent?.text });
  };
}

const all = (aspects: readonly string[], verdict: string) =>
  Object.fromEntries(aspects.map((aspect) => [aspect, [verdict]]));

describe('a read with a tag', () => {
  test.each<[string, Choices, object]>([
    ['is answered with 304', {}, all(reads, 'pass')],
    ['of any form', { tag: (version) => `W/"${version}"` }, all(reads, 'pass')],
    ['although a member differs each time', { clock: true }, all(reads, 'pass')],
    ['decides nothing while others write', { busy: true }, { unchanged: ['inconclusive'], changed: ['pass'] }],
    ['is missing', { tag: () => undefined }, { unchanged: ['broken'], changed: ['pass'] }],
    ['is answered with another status', { known: 412 }, { unchanged: ['broken'], changed: ['pass'] }],
    ['decides nothing while the server fails', { known: 503 }, { unchanged: ['blocked'], changed: ['pass'] }],
  ])('%s', async (_, choices, expected) => {
    expect(await reportedOfServer(open('GET'), serverOf(choices))).toEqual(expected);
  });
});

describe.each(['PUT', 'DELETE'] as const)('%s of what has a tag', (method) => {
  test('depends on it', async () => {
    expect(await reportedOfServer(open(method), serverOf())).toEqual(all(writes, 'pass'));
  });

  test('is not decided by a weak one', async () => {
    const reported = await reportedOfServer(open(method), serverOf({ tag: (version) => `W/"${version}"` }));
    expect(reported).toEqual({ ...all(writes, 'pass'), current: ['inconclusive'] });
  });
});

test.each(['GET', 'PUT', 'DELETE'] as const)('each mutant of %s is detected', async (method) => {
  const outcomes = await outcomesOf(open(method), () => serverOf());
  expect(outcomes.filter(({ verdicts }) => !verdicts.includes('broken'))).toEqual([]);
  expect(outcomes.length).toBeGreaterThan(3);
});
