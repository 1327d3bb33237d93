import { describe, expect, test } from 'vitest';
import { isObject, type JsonObject } from '../../model/values/json.ts';
import { bodyOf, type Handler, jsonReply } from '../../mutation/proxy/reply.ts';
import { demanded, type SmallApi, smallSuite } from '../../testing/api.ts';
import { outcomesOf, reportedOfServer } from '../../testing/small-server.ts';

const rules = [demanded('present'), demanded('absent')];

function inList(present: readonly string[], absent: readonly string[]) {
  const api: SmallApi = {
    operations: {
      listBooks: {
        request: 'GET /books',
        behaviour: [{ family: 'members', at: '/books/*', present, absent, rules }],
      },
    },
  };
  return () => smallSuite(api);
}

const books =
  (...items: readonly unknown[]): Handler =>
  () =>
    jsonReply(200, { books: items });

describe('members of items', () => {
  const open = inList(['title'], ['owner']);

  test.each([
    ['all right', [{ title: 'Emma' }, { title: '' }], { present: ['pass'], absent: ['pass'] }],
    ['that say nothing', [{ title: null, owner: null }], { present: ['pass'], absent: ['pass'] }],
    ['one is missing', [{ title: 'Emma' }, {}], { present: ['broken'], absent: ['pass'] }],
    ['one is too many', [{ title: 'Emma', owner: 7 }], { present: ['pass'], absent: ['broken'] }],
    ['none', [], { present: ['inconclusive'], absent: ['inconclusive'] }],
    ['no objects', ['Emma', null], { present: ['inconclusive'], absent: ['inconclusive'] }],
  ])('%s', async (_, items, expected) => {
    expect(await reportedOfServer(open, books(...items))).toEqual(expected);
  });

  test('each mutant is detected', async () => {
    const outcomes = await outcomesOf(open, () => books({ title: 'Emma' }, { title: 'Dune' }));
    expect(outcomes.length).toBe(4);
    expect(outcomes.filter(({ verdicts }) => !verdicts.includes('broken'))).toEqual([]);
  });
});

describe('members at the top', () => {
  const open = () =>
    smallSuite({
      operations: {
        listBooks: {
          request: 'GET /books',
          behaviour: [{ family: 'members', at: '', present: ['books'], absent: ['data'], rules }],
        },
      },
    });

  test('each mutant is detected', async () => {
    const outcomes = await outcomesOf(open, () => books());
    expect(outcomes.map(({ kills }) => kills)).toEqual(['present', 'absent', 'absent']);
    expect(outcomes.filter(({ verdicts }) => !verdicts.includes('broken'))).toEqual([]);
  });
});

test('of things that are listed, one is found of which the condition holds', async () => {
  const open = () =>
    smallSuite({
      operations: {
        listBooks: {
          request: 'GET /books',
          behaviour: [{ family: 'list', items: '/books', noun: 'books', rules: [] }],
        },
        readBook: {
          request: 'GET /books/{book}',
          behaviour: [
            { family: 'one-of', list: 'listBooks', parameter: 'book', at: '', rules: [] },
            { family: 'members', at: '', present: ['due'], when: 'this.lent', rules: [demanded('present')] },
          ],
        },
      },
    });
  const library =
    (lent: object): Handler =>
    ({ path }) => {
      if (path === '/books') return jsonReply(200, { books: ['a', 'b', 'c', 'd'].map((id) => ({ id })) });
      const id = path.slice('/books/'.length);
      return jsonReply(200, { id, ...(id === 'c' ? lent : { lent: false }) });
    };
  expect(await reportedOfServer(open, library({ lent: true, due: '2026-01-02' }))).toEqual({ present: ['pass'] });
  expect(await reportedOfServer(open, library({ lent: true }))).toEqual({ present: ['broken'] });
});

describe('members under a condition', () => {
  const both = 'has(request.body.amount) && has(request.body.asset)';
  const open = () =>
    smallSuite({
      operations: {
        pay: {
          request: 'POST /payments',
          body: { schema: { type: 'object' }, example: { action: 'x', amount: '1', asset: 'a' } },
          behaviour: [
            { family: 'members', at: '/data', present: ['code'], when: both, rules: [demanded('present')] },
            { family: 'members', at: '/data', absent: ['code'], when: `!(${both})`, rules: [demanded('absent')] },
          ],
        },
      },
    });
  const paying =
    (answer: (body: JsonObject) => object): Handler =>
    (request) => {
      const body = bodyOf(request);
      return jsonReply(200, { data: answer(isObject(body) ? body : {}) });
    };
  const right = paying(({ amount, asset }) => (amount === undefined || asset === undefined ? {} : { code: 'c1' }));

  test('are requested with it and without it', async () => {
    expect(await reportedOfServer(open, right)).toEqual({ present: ['pass'], absent: ['pass'] });
  });

  test('may be empty where they are not meant to be', async () => {
    const empty = paying(({ amount, asset }) => ({ code: amount === undefined || asset === undefined ? '' : 'c1' }));
    expect(await reportedOfServer(open, empty)).toEqual({ present: ['pass'], absent: ['pass'] });
  });

  test('are broken where they are always there, never, or with half of what they need', async () => {
    const reported = (handler: Handler) => reportedOfServer(open, handler);
    expect((await reported(paying(() => ({ code: 'c1' }))))['absent']).toContain('broken');
    expect((await reported(paying(() => ({ code: '' }))))['present']).toContain('broken');
    const half = paying(({ amount }) => (amount === undefined ? {} : { code: 'c1' }));
    expect((await reported(half))['absent']).toContain('broken');
  });

  test('each mutant is detected', async () => {
    const outcomes = await outcomesOf(open, () => right);
    expect(outcomes.length).toBe(3);
    expect(outcomes.filter(({ verdicts }) => !verdicts.includes('broken'))).toEqual([]);
  });

  test('decide nothing where every form is refused', async () => {
    const reported = await reportedOfServer(open, () => jsonReply(400, {}));
    expect(reported).toEqual({ present: ['blocked'], absent: ['blocked'] });
  });
});
