import { describe, expect, test } from 'vitest';
import type { ServiceTarget } from '../../model/target.ts';
import { isObject, type JsonObject } from '../../model/values/json.ts';
import { bodyOf, type Handler, jsonReply, type Request } from '../../mutation/proxy/reply.ts';
import { demanded, type SmallOperation, smallSuite } from '../../testing/api.ts';
import { outcomesOf, reportedOfServer } from '../../testing/small-server.ts';

const text = { type: 'string' };
const book = { schema: { type: 'object', required: ['isbn'], properties: { isbn: text } }, example: { isbn: '0-306' } };
const note = { schema: { type: 'object', required: ['text'], properties: { text } }, example: { text: 'A note.' } };

/** Books that readers name, their notes, and the calling reader. */
const operations: Readonly<Record<string, SmallOperation>> = {
  listBooks: {
    request: 'GET /books',
    behaviour: [{ family: 'list', items: '', noun: 'books', key: 'isbn', rules: [] }],
  },
  addBook: { request: 'POST /books', security: ['Card', 'Pin'], body: book },
  removeBook: { request: 'DELETE /books/{isbn}', security: ['Card', 'Pin'], answer: null },
  removeAll: { request: 'POST /books/reset', security: ['Card', 'Pin'] },
  readReader: { request: 'GET /me', security: ['Card'] },
  addNote: {
    request: 'POST /notes',
    security: ['Card'],
    body: note,
    behaviour: [
      { family: 'echoes', members: { text: '/text' }, rules: [] },
      { family: 'read-back', read: 'readNote', parameter: 'id', id: '/id', rules: [] },
    ],
  },
  listNotes: { request: 'GET /notes', behaviour: [{ family: 'list', items: '', noun: 'notes', rules: [] }] },
  readNote: { request: 'GET /notes/{id}' },
  likeNote: { request: 'PUT /notes/{id}/like', security: ['Card'] },
};

const key = (name: string) => ({ type: 'apiKey', in: 'header', name });

/** One of the operations declares who may call it. */
function suiteContextOf(declared: string, target: Partial<ServiceTarget> = {}) {
  const isOpen = operations[declared]?.security === undefined;
  const aspects = isOpen ? ['open'] : ['refused', 'accepted', 'unchanged'];
  const schemes = operations[declared]?.security ?? [];
  const access = {
    family: 'access',
    need: isOpen ? 'none' : 'credential',
    schemes,
    rules: aspects.map((one) => demanded(one)),
  };
  const changed = Object.entries(operations).map(([id, one]) => [
    id,
    id === declared ? { ...one, behaviour: [...(one.behaviour ?? []), access] } : one,
  ]);
  return smallSuite(
    { operations: Object.fromEntries(changed), schemes: { Card: key('X-Card'), Pin: key('X-Pin') } },
    {
      credentials: { Card: 'card-of-Ada', Pin: 'Pin-of-Ada' },
      otherCredentials: { Card: 'card-of-Ben', Pin: 'Pin-of-Ben' },
      settleMs: 100,
      ...target,
    },
  );
}

/** A right server. */
function library(): Handler {
  const [books, notes] = [new Map<string, JsonObject>(), new Map<string, { text: unknown; likes: number }>()];
  const refusal = jsonReply(401, { code: 401, msg: 'no' });
  const readers: Readonly<Record<string, string>> = { 'card-of-Ada': 'Pin-of-Ada', 'card-of-Ben': 'Pin-of-Ben' };
  const routes: Readonly<Record<string, (request: Request, id: string) => ReturnType<Handler>>> = {
    'GET /books': () => jsonReply(200, [...books.values()]),
    'POST /books': (request) => {
      const body = bodyOf(request);
      if (isObject(body)) books.set(String(body['isbn']), body);
      return jsonReply(201, {});
    },
    'POST /books/reset': () => {
      books.clear();
      return jsonReply(200, {});
    },
    'DELETE /books/': (_, id) =>
      books.delete(id) ? { kind: 'reply', status: 204, body: '', contentType: null } : jsonReply(404, {}),
    'GET /me': ({ headers }) => jsonReply(200, { card: headers['x-card'] }),
    'POST /notes': (request) => {
      const body = bodyOf(request);
      const id = String(notes.size + 1);
      notes.set(id, { text: isObject(body) ? body['text'] : '', likes: 0 });
      return jsonReply(201, { id, ...notes.get(id) });
    },
    'GET /notes': () =>
      jsonReply(
        200,
        [...notes].map(([id, one]) => ({ id, ...one })),
      ),
    'GET /notes/': (_, id) => (notes.has(id) ? jsonReply(200, { id, ...notes.get(id) }) : jsonReply(404, {})),
    'PUT /notes/': (_, id) => {
      const one = notes.get(id.replace('/like', ''));
      if (one === undefined) return jsonReply(404, {});
      one.likes += 1;
      return jsonReply(200, one);
    },
  };
  return (request) => {
    const { method, path, headers } = request;
    const [, base = '', id = ''] = /^(\/\w+\/?)(.*)$/.exec(path) ?? [];
    const handle = routes[`${method} ${path}`] ?? routes[`${method} ${base}`];
    if (handle === undefined) return jsonReply(404, {});
    const isPublic = method === 'GET' && path !== '/me';
    const pin = readers[headers['x-card'] ?? ''];
    const needsPin = path.startsWith('/books');
    if (!isPublic && (pin === undefined || (needsPin && pin !== headers['x-pin']))) return refusal;
    return handle(request, id);
  };
}

const guarded = ['addBook', 'removeBook', 'removeAll', 'readReader', 'addNote', 'likeNote'];

describe('a right server', () => {
  test.each([...guarded, 'listBooks', 'readNote'])('is not blamed for %s', async (operation) => {
    const reported = await reportedOfServer(() => suiteContextOf(operation), library());
    expect(Object.values(reported).flat()).not.toContain('broken');
    expect(reported['open'] ?? reported['refused']).toEqual(['pass']);
  });

  test.each(['addBook', 'removeBook', 'removeAll', 'addNote', 'likeNote'])(
    'is seen to do nothing when it refuses %s',
    async (operation) => {
      expect((await reportedOfServer(() => suiteContextOf(operation), library()))['unchanged']).toEqual(['pass']);
    },
  );
});

test.each([...guarded, 'listBooks', 'readNote'])('each faulty server is detected by %s', async (operation) => {
  const outcomes = await outcomesOf(() => suiteContextOf(operation), library);
  const isMeant = operation === 'readReader' ? ({ kills }: { kills: string }) => kills !== 'unchanged' : () => true;
  expect(outcomes.filter(isMeant).filter(({ verdicts }) => !verdicts.includes('broken'))).toEqual([]);
  expect(outcomes.length).toBeGreaterThan(2);
});

test('each faulty server that compares passwords carelessly is detected', async () => {
  const open = () => {
    const behaviour = [{ family: 'access', need: 'credential', schemes: ['Reader'], rules: [demanded('refused')] }];
    return smallSuite(
      {
        operations: { readReader: { request: 'GET /me', security: ['Reader'], behaviour } },
        schemes: { Reader: { type: 'http', scheme: 'basic' } },
      },
      { credentials: { Reader: 'Ada:of-Byron' } },
    );
  };
  const right = `Basic ${btoa('Ada:of-Byron')}`;
  const server: Handler = ({ headers }) =>
    jsonReply(
      headers['authorization'] === right ? 200 : 401,
      headers['authorization'] === right ? { name: 'Ada' } : {},
    );
  const outcomes = await outcomesOf(open, () => server);
  expect(outcomes.filter(({ id }) => /password/.test(id))).toHaveLength(2);
  expect(outcomes.filter(({ verdicts }) => !verdicts.includes('broken'))).toEqual([]);
  expect(await reportedOfServer(open, server)).toEqual({ refused: ['pass'] });
});

test('a token of another scheme is wrong here, unless it is accepted beside others', async () => {
  const access = { family: 'access', need: 'credential', schemes: ['Card'], rules: [demanded('refused')] };
  const open = (desk: string) => () =>
    smallSuite(
      {
        operations: {
          readLoans: { request: 'GET /loans', security: ['Card'], behaviour: [access] },
          readTill: { request: 'GET /till', security: ['Desk'] },
        },
      },
      { credentials: { Card: 'Ada', Desk: desk } },
    );
  const server =
    (...tokens: readonly string[]): Handler =>
    ({ headers }) =>
      jsonReply(tokens.some((token) => headers['authorization'] === `Bearer ${token}`) ? 200 : 401, {});
  expect(await reportedOfServer(open('Till'), server('Ada'))).toEqual({ refused: ['pass'] });
  expect(await reportedOfServer(open('Till'), server('Ada', 'Till'))).toEqual({ refused: ['pass', 'warn'] });
  expect(await reportedOfServer(open('Ada'), server('Ada', 'Till'))).toEqual({ refused: ['pass'] });
});

test.each([
  ['the same', () => false, ['pass']],
  ['empty', ({ query }: Request) => query.get('limit') === '1', ['broken', 'pass']],
])('a page of one item that is %s without a credential', async (_, isOpen, verdicts) => {
  const access = { family: 'access', need: 'credential', schemes: ['Card'], rules: [demanded('refused')] };
  const loans = {
    request: 'GET /loans',
    security: ['Card'],
    query: ['limit', 'offset'],
    behaviour: [
      { family: 'list', items: '', noun: 'loans', rules: [] },
      { family: 'paged', by: 'offset', offset: 'offset', limit: 'limit', rules: [] },
      access,
    ],
  };
  const open = () => smallSuite({ operations: { listLoans: loans } }, { credentials: { Card: 'Ada' } });
  const server: Handler = (request) => {
    if (request.headers['authorization'] === 'Bearer Ada') return jsonReply(200, [{ id: 1 }]);
    return isOpen(request) ? jsonReply(200, []) : jsonReply(401, {});
  };
  expect((await reportedOfServer(open, server))['refused']?.toSorted()).toEqual(verdicts);
});

test('one item of a list without pages is requested without a credential', async () => {
  const access = { family: 'access', need: 'credential', schemes: ['Card'], rules: [demanded('refused')] };
  const behaviour = [
    { family: 'list', items: '', noun: 'loans', rules: [] },
    { family: 'limited', limit: 'limit', rules: [] },
    access,
  ];
  const loans = { request: 'GET /loans', security: ['Card'], query: ['limit'], behaviour };
  const open = () => smallSuite({ operations: { listLoans: loans } }, { credentials: { Card: 'Ada' } });
  const server =
    (limit: string): Handler =>
    ({ headers, query }) =>
      headers['authorization'] === 'Bearer Ada' || query.get('limit') === limit
        ? jsonReply(200, [{ id: 1 }])
        : jsonReply(401, {});
  expect((await reportedOfServer(open, server('none')))['refused']).toEqual(['pass']);
  expect((await reportedOfServer(open, server('1')))['refused']).toContain('broken');
});

test('an item of one owner is kept from other users with a credential', async () => {
  const access = { family: 'access', need: 'credential', schemes: ['Card'], rules: [demanded('refused')] };
  const behaviour = [access, { family: 'owned', rules: [] }];
  const open = () =>
    smallSuite(
      { operations: { readLoans: { request: 'GET /loans/{card}', security: ['Card'], behaviour } } },
      {
        credentials: { Card: 'Ada' },
        otherCredentials: { Card: 'Ben' },
        known: { inputs: { readLoans: { path: { card: 'Ada' } } } },
      },
    );
  const server: Handler = ({ path, headers }) =>
    jsonReply(headers['authorization'] === `Bearer ${path.split('/').at(-1)}` ? 200 : 404, {});
  expect(await reportedOfServer(open, server)).toEqual({ refused: ['pass'] });
  const outcomes = (await outcomesOf(open, () => server)).filter(({ id }) => /lets another/.test(id));
  expect(outcomes.map(({ verdicts }) => verdicts)).toEqual([expect.arrayContaining(['broken'])]);
});

describe('what a refused request would have done shows', () => {
  const rules = [demanded('unchanged')];
  const access = { family: 'access', need: 'credential', schemes: ['Card'], rules };
  const target = { credentials: { Card: 'Ada' }, otherCredentials: { Card: 'Ben' }, settleMs: 100 };
  const body = { schema: { type: 'object', properties: { name: text, colour: text } }, example: {} };
  const plans = { request: 'GET /plans', behaviour: [{ family: 'list', items: '', noun: 'plans', rules: [] }] };
  const one = { family: 'one-of', list: 'listPlans', parameter: 'id', at: '', apart: ['state'], rules: [] };
  const readPlan = { request: 'GET /plans/{id}', behaviour: [one] };
  /** Plans that no operation creates, and that may be changed. */
  const changed: Readonly<Record<string, SmallOperation>> = {
    listPlans: plans,
    readPlan,
    changePlan: {
      request: 'PATCH /plans/{id}',
      security: ['Card'],
      body,
      behaviour: [access, { family: 'echoes', members: { name: '/name' }, rules: [] }],
    },
  };
  /** Plans that are created, that change their state, and that can be shared. */
  const shared: Readonly<Record<string, SmallOperation>> = {
    listPlans: plans,
    readPlan,
    makePlan: {
      request: 'POST /plans',
      security: ['Card'],
      behaviour: [{ family: 'read-back', read: 'readPlan', parameter: 'id', id: '/id', rules: [] }],
    },
    sharePlan: {
      request: 'PUT /plans/{id}/friends/{friend}',
      security: ['Card'],
      behaviour: [access, { family: 'owned', rules: [] }],
    },
  };
  /** Plans with a number that other clients change. */
  const viewed: Readonly<Record<string, SmallOperation>> = {
    ...shared,
    readPlan: { ...readPlan, behaviour: [{ ...one, apart: [] }] },
    viewPlan: {
      request: 'PUT /plans/{id}/views',
      behaviour: [{ family: 'moves', by: 1, read: 'readPlan', pointer: '/state', rules: [] }],
    },
  };
  /** @param early does what it then refuses. @param passes requests after which a state is another. */
  const server = (early: boolean, passes: (method: string) => boolean): Handler => {
    const all = [{ id: '1', by: 'x', name: 'Harvest', state: 0, friends: [] as string[] }];
    return (request) => {
      const { method, path } = request;
      const user = /^Bearer (Ada|Ben)$/.exec(request.headers['authorization'] ?? '')?.[1];
      const [, , id, , friend] = path.split('/');
      for (const plan of all) plan.state += passes(method) ? 1 : 0;
      if (method === 'GET' && id === undefined) return jsonReply(200, all);
      const plan = all.find((each) => each.id === id);
      if (method === 'POST' && user !== undefined) {
        all.push({ id: String(all.length + 1), by: user, name: 'New', state: 0, friends: [] });
        return jsonReply(201, all.at(-1));
      }
      const isRefused = method !== 'GET' && (user === undefined || (friend !== undefined && plan?.by !== user));
      if (isRefused && !early) return jsonReply(401, {});
      if (plan === undefined) return jsonReply(isRefused ? 401 : 404, {});
      if (friend !== undefined) plan.friends = [...plan.friends, friend];
      const sent = bodyOf(request);
      const name = isObject(sent) ? sent['name'] : undefined;
      if (method === 'PATCH' && typeof name === 'string') plan.name = name;
      return jsonReply(isRefused ? 401 : 200, isRefused ? {} : plan);
    };
  };

  test.each([
    ['by its words, where others may write as well', changed, () => true],
    ['where its name is free, but for what moves by itself', shared, () => true],
    ['but for a number that others move meanwhile', viewed, (method: string) => method === 'PUT'],
  ] as const)('%s', async (_, api, passes) => {
    const reported = (early: boolean) =>
      reportedOfServer(() => smallSuite({ operations: api }, target), server(early, passes));
    expect(await reported(false)).toEqual({ unchanged: ['pass'] });
    expect(await reported(true)).toEqual({ unchanged: ['broken'] });
  });
});

describe('a refusal of the right credential', () => {
  const refusing: Handler = () => jsonReply(401, {});

  test('is a failure where the documents show how it travels', async () => {
    expect((await reportedOfServer(() => suiteContextOf('readReader'), refusing))['accepted']).toEqual(['broken']);
  });

  const open = (target: Partial<ServiceTarget>) => () => {
    const suite = suiteContextOf('readReader', target);
    const question = { id: 'small.access.transport', service: 'vault', text: '', source: '' };
    return { ...suite, api: { ...suite.api, questions: [question] } };
  };

  test('is not sent where this is open, until the target names it', async () => {
    expect((await reportedOfServer(open({}), refusing))['accepted']).toEqual(['inconclusive']);
    const shown = { transport: { Card: { query: 'card' } } };
    expect((await reportedOfServer(open(shown), refusing))['accepted']).toEqual(['broken']);
  });

  test('is not sent if the server expects it in another place; if the target names the place, the server passes', async () => {
    const elsewhere: Handler = (request) =>
      library()({ ...request, headers: { 'x-card': request.query.get('card') ?? undefined } });
    const reported = await reportedOfServer(open({ transport: { Card: { query: 'card' } } }), elsewhere);
    expect(reported).toMatchObject({ accepted: ['pass'], refused: ['pass'] });
  });
});

test('without credentials in the target, only unknown credentials are tried', async () => {
  const reported = await reportedOfServer(
    () => suiteContextOf('readReader', { credentials: {}, otherCredentials: {} }),
    library(),
  );
  expect(reported).toMatchObject({ refused: ['pass'], accepted: ['inconclusive'] });
});
