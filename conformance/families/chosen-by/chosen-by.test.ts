import { describe, expect, test } from 'vitest';
import type { ServiceTarget } from '../../model/target.ts';
import { isObject } from '../../model/values/json.ts';
import { bodyOf, type Handler, jsonReply, type Request } from '../../mutation/proxy/reply.ts';
import { demanded, type SmallOperation, smallSuite } from '../../testing/api.ts';
import { outcomesOf, reportedOfServer } from '../../testing/small-server.ts';

const choice = { headers: ['X-Branch', 'X-Room'], query: ['branch', 'room'], subject: 'branch' };
const text = {
  schema: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } },
  example: { text: 'A note.' },
};

function operationsOf(declared: string): Readonly<Record<string, SmallOperation>> {
  const rules = (id: string) =>
    id === declared ? ['required', 'in-header', 'in-query', 'header-wins'].map((aspect) => demanded(aspect)) : [];
  const chosen = (id: string, shown: readonly string[]) => ({
    family: 'chosen-by',
    ...choice,
    shown,
    rules: rules(id),
  });
  const parameters = { headers: choice.headers, query: choice.query };
  return {
    listNotes: {
      request: 'GET /notes',
      ...parameters,
      behaviour: [
        { family: 'list', items: '', noun: 'notes', rules: [] },
        chosen('listNotes', ['/*/branch', '/*/room']),
      ],
    },
    addNote: {
      request: 'POST /notes',
      ...parameters,
      security: ['Card'],
      body: text,
      behaviour: [
        { family: 'echoes', members: { text: '/text' }, rules: [] },
        { family: 'read-back', read: 'readNote', parameter: 'id', id: '/id', lists: ['listNotes'], rules: [] },
        chosen('addNote', ['/branch', '/room']),
      ],
    },
    readNote: { request: 'GET /notes/{id}' },
    likeNote: {
      request: 'PUT /notes/{id}/like',
      ...parameters,
      security: ['Card'],
      behaviour: [chosen('likeNote', ['/branch', '/room'])],
    },
  };
}

const branches = [{ branch: 'North' }, { branch: 'South' }];

function suite(declared: string, target: Partial<ServiceTarget> = {}) {
  return smallSuite(
    { operations: operationsOf(declared) },
    { known: { choices: { branch: branches } }, settleMs: 150, ...target },
  );
}

/** A right server. */
function library(open: readonly string[] = ['North', 'South']): Handler {
  const notes: { branch: string; room: string | undefined; text: unknown }[] = [];
  const chosen = ({ headers, query }: Request) => {
    const isInHeader = headers['x-branch'] !== undefined || headers['x-room'] !== undefined;
    const [branch, room] = isInHeader
      ? [headers['x-branch'], headers['x-room']]
      : [query.get('branch') ?? undefined, query.get('room') ?? undefined];
    const known = branch ?? notes.find((note) => note.room === room)?.branch;
    return known === undefined ? null : { branch: known, room };
  };
  const shown = (note: object | undefined, index: number) => ({ id: index + 1, ...note });
  return (request) => {
    const own = chosen(request);
    if (own === null || !open.includes(own.branch)) return jsonReply(own === null ? 400 : 404, {});
    if (request.method === 'GET') {
      const isMeant = (note: (typeof notes)[number]) =>
        note.branch === own.branch && (own.room ?? note.room) === note.room;
      return jsonReply(200, notes.filter(isMeant).map(shown));
    }
    if (request.method === 'POST') {
      const body = bodyOf(request);
      notes.push({ ...own, text: isObject(body) ? body['text'] : '' });
      return jsonReply(201, shown(notes.at(-1), notes.length - 1));
    }
    const index = Number(/\d+/.exec(request.path)?.[0]) - 1;
    const note = notes[index];
    const isIts = note?.branch === own.branch && (own.room ?? note.room) === note.room;
    return isIts ? jsonReply(200, shown(note, index)) : jsonReply(404, {});
  };
}

const aspects: Readonly<Record<string, readonly string[]>> = {
  listNotes: ['required', 'in-header', 'in-query', 'header-wins'],
  addNote: ['required', 'in-header', 'in-query', 'header-wins'],
  likeNote: ['in-header', 'header-wins'],
};

async function verdicts(declared: string, handler: Handler, target: Partial<ServiceTarget> = {}) {
  const reported = await reportedOfServer(() => suite(declared, target), handler);
  return Object.fromEntries(
    (aspects[declared] ?? []).map((aspect) => [aspect, [...(reported[aspect] ?? [])].sort().join(' ')]),
  );
}

describe.each(Object.keys(aspects))('%s of', (declared) => {
  const all = (verdict: string) => Object.fromEntries((aspects[declared] ?? []).map((aspect) => [aspect, verdict]));

  test('a right server passes', async () => {
    expect(await verdicts(declared, library())).toEqual(all('pass'));
  });

  test('a server that takes another branch of three passes', async () => {
    const known = { choices: { branch: [{ branch: 'North' }, { branch: 'Closed' }, { branch: 'South' }] } };
    expect(await verdicts(declared, library(), { known })).toEqual(all('pass'));
  });

  test('a server that takes no branch is not blamed', async () => {
    expect(Object.values(await verdicts(declared, library([]))).join(' ')).not.toContain('broken');
  });

  test('each faulty server is detected', async () => {
    const outcomes = await outcomesOf(() => suite(declared), library);
    const meant = outcomes.filter(({ kills }) => aspects[declared]?.includes(kills) === true && kills !== 'refused');
    const own = meant.filter(({ id }) => id.startsWith(`${declared}:`));
    expect(own.filter(({ verdicts: reported }) => !reported.includes('broken'))).toEqual([]);
    expect(own.length).toBeGreaterThan(3);
  });
});

test('a server on which users cannot like their own items passes', async () => {
  const target = { credentials: { Card: 'Ada' }, otherCredentials: { Card: 'Ben' } };
  const writers: (string | undefined)[] = [];
  const right = library();
  const strict: Handler = (request) => {
    const who = request.headers['authorization'];
    if (request.method === 'POST') writers.push(who);
    const isOwn = request.method === 'PUT' && writers[Number(/\d+/.exec(request.path)?.[0]) - 1] === who;
    return isOwn ? jsonReply(403, {}) : right(request);
  };
  const known = { choices: { branch: branches } };
  expect(await verdicts('likeNote', strict, { ...target, known })).toEqual({
    'in-header': 'pass',
    'header-wins': 'pass',
  });
});

test('with one branch alone, nothing can be distinguished', async () => {
  const known = { choices: { branch: [{ branch: 'North' }] } };
  const reported = await verdicts('addNote', library(), { known });
  expect(reported).toMatchObject({ 'header-wins': 'inconclusive', required: 'pass' });
});
