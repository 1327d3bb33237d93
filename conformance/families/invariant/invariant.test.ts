import { describe, expect, test } from 'vitest';
import { isObject } from '../../model/values/json.ts';
import { bodyOf, type Handler, jsonReply } from '../../mutation/proxy/reply.ts';
import { demanded, smallSuite } from '../../testing/api.ts';
import { outcomesOf, reportedOfServer } from '../../testing/small-server.ts';

const list = { family: 'list', items: '/flips', noun: 'flips', rules: [] };

function ofSchema(expression: string, example: object = {}) {
  const flip = {
    type: 'object',
    properties: { bid: { type: 'string' } },
    examples: [example],
    'x-behaviour': [{ family: 'invariant', name: 'holds', expression, rules: [demanded('holds')] }],
  };
  const ref = { $ref: '#/components/schemas/Flip' };
  return () =>
    smallSuite({
      operations: {
        listFlips: {
          request: 'GET /flips',
          answer: { type: 'object', properties: { flips: { type: 'array', items: ref } } },
          behaviour: [list],
        },
        readFlip: { request: 'GET /flip', answer: ref },
        readOther: { request: 'GET /other', answer: { type: 'object' } },
      },
      schemas: { Flip: flip },
    });
}

function flips(...all: readonly unknown[]): Handler {
  return ({ path }) =>
    jsonReply(200, path === '/flips' ? { flips: all } : path === '/flip' ? (all[0] ?? null) : { bid: '9', tab: '1' });
}

const WITHIN = 'decimal_le(this.bid, this.tab)';

describe('a relation of a schema', () => {
  const open = ofSchema(WITHIN, { bid: '1', tab: '2' });

  test.each([
    ['holds', [{ bid: '1.0', tab: '1' }], 'pass'],
    [
      'is broken by the last of a list',
      [
        { bid: '1', tab: '2' },
        { bid: '2.00000001', tab: '2' },
      ],
      'broken',
    ],
    [
      'is not decided by values of another type',
      [{ bid: [3], tab: '2' }, { bid: null, tab: '2' }, { tab: '2' }],
      'inconclusive',
    ],
    [
      'is decided by what can be read',
      [
        { bid: [3], tab: '2' },
        { bid: '1', tab: '2' },
      ],
      'pass',
    ],
    ['is decided by numbers', [{ bid: 1.5, tab: '2' }], 'pass'],
    ['is broken by numbers', [{ bid: 3, tab: '2' }], 'broken'],
    ['is not decided by nothing', [], 'inconclusive'],
  ])('%s', async (_, all, expected) => {
    expect((await reportedOfServer(open, flips(...all)))['holds']).toContain(expected);
  });

  test('is not decided by refusals', async () => {
    expect(await reportedOfServer(open, () => jsonReply(403, {}))).toEqual({ holds: ['blocked'] });
  });
});

describe.each([
  [WITHIN, { bid: '1', tab: '2' }, 3],
  ['this.status == 2 || this.response == ""', { status: 2, response: 'hello' }, 1],
  ['this.count == size(this.parts)', { count: 2, parts: [{ id: 1 }, { id: 2 }] }, 3],
  [
    'this.parts.all(part, instant(part.due) > instant(this.since))',
    { since: '2021-08-17T11:00:00Z', parts: [{ due: '2021-08-17T12:00:00+00:30' }] },
    3,
  ],
  ['this.all(key, key == this[key].base + "_" + this[key].quote)', { a_b: { base: 'a', quote: 'b' } }, 3],
  ['has(this.code) ? this.code == 0 || this.message != "" : !has(this.message)', { code: 3, message: 'no' }, 1],
  ['this.owner.id == this.owner_id', { owner: { id: 7 }, owner_id: 7 }, 3],
  ['decimal_eq(this.total, decimal_add(this.one, this.other))', { total: '3', one: '1', other: '2' }, 4],
  ['!this.open || this.ends == null', { open: true, ends: null }, 1],
  ['size(this) == 0', {}, 1],
  ['this.url.matches("^https://")', { url: 'https://example.org' }, 1],
])('%s', (expression, value, least) => {
  const open = ofSchema(expression, value);

  test('passes where it holds', async () => {
    expect(await reportedOfServer(open, flips(value))).toEqual({ holds: ['pass'] });
  });

  test('each mutant is detected', async () => {
    const outcomes = await outcomesOf(open, () => flips(value));
    expect(outcomes.length).toBeGreaterThanOrEqual(least);
    expect(outcomes.filter(({ verdicts }) => !verdicts.includes('broken'))).toEqual([]);
  });
});

describe('a relation of an operation', () => {
  const expression = 'has(request.body.amount) == (this.code != "")';
  const open = () =>
    smallSuite({
      operations: {
        pay: {
          request: 'POST /payments',
          body: { schema: { type: 'object' }, example: { action: 'a', amount: '1' } },
          behaviour: [{ family: 'invariant', name: 'coded', expression, rules: [demanded('coded')] }],
        },
      },
    });
  const paying =
    (code: (amount: unknown) => string): Handler =>
    (request) => {
      const body = bodyOf(request);
      return jsonReply(200, { code: code(isObject(body) ? body['amount'] : undefined) });
    };
  const right = paying((amount) => (amount === undefined ? '' : 'c1'));

  test('is checked with requests that have the input and that lack it', async () => {
    expect(await reportedOfServer(open, right)).toEqual({ coded: ['pass'] });
    expect(
      (
        await reportedOfServer(
          open,
          paying(() => 'c1'),
        )
      )['coded'],
    ).toContain('broken');
    expect(
      (
        await reportedOfServer(
          open,
          paying(() => ''),
        )
      )['coded'],
    ).toContain('broken');
  });

  test('each mutant is detected', async () => {
    const outcomes = await outcomesOf(open, () => right);
    expect(outcomes.length).toBe(1);
    expect(outcomes.filter(({ verdicts }) => !verdicts.includes('broken'))).toEqual([]);
  });
});

describe('a relation between a list and its inputs', () => {
  const open = (relation: string) => () =>
    smallSuite({
      operations: {
        listFlips: {
          request: 'GET /flips',
          query: ['from'],
          answer: { type: 'object', properties: { flips: { type: 'array', items: { type: 'object' } } } },
          behaviour: [
            list,
            {
              family: 'invariant',
              name: 'from',
              rules: [demanded('from')],
              expression: `!has(request.query.from) || this.flips.all(one, ${relation})`,
            },
          ],
        },
      },
    });
  const all = [{ day: 'a' }, { day: 'b' }, { day: 'c' }];
  const server =
    (isShown: (day: string, from: string) => boolean): Handler =>
    ({ query }) =>
      jsonReply(200, { flips: all.filter(({ day }) => isShown(day, query.get('from') ?? '')) });
  const right = server((day, from) => day >= from);

  test('is tried with values of the list, if no example names one', async () => {
    expect(await reportedOfServer(open('one.day >= request.query.from'), right)).toEqual({ from: ['pass'] });
    const careless = server(() => true);
    expect((await reportedOfServer(open('one.day >= request.query.from'), careless))['from']).toContain('broken');
    expect((await reportedOfServer(open('one.day > request.query.from'), right))['from']).toContain('broken');
  });

  test('decides nothing if it cannot be evaluated, whatever holds for other inputs', async () => {
    const reported = await reportedOfServer(open('size(one.day) >= request.query.from'), right);
    expect(reported).toEqual({ from: ['inconclusive'] });
  });
});

test('a permanent change is made to an item that was created for it', async () => {
  const json = (properties: object, example: object) => ({ schema: { type: 'object', properties }, example });
  const text = { type: 'string' };
  const open = () =>
    smallSuite({
      operations: {
        addFlip: {
          request: 'POST /flips',
          body: json({ bid: text }, { bid: '1' }),
          behaviour: [{ family: 'read-back', read: 'readFlip', parameter: 'flip', id: '/id' }],
        },
        listFlips: { request: 'GET /flips', behaviour: [list] },
        readFlip: { request: 'GET /flips/{flip}' },
        endFlip: {
          request: 'POST /flips/{flip}/end',
          body: json({ why: text, note: text }, { why: 'sold', note: 'late' }),
          behaviour: [
            { family: 'found-in', list: 'listFlips', parameters: { flip: 'id' }, rules: [] },
            {
              family: 'invariant',
              name: 'holds',
              rules: [demanded('holds')],
              expression: 'this.why == request.body.why && has(this.note) == has(request.body.note)',
            },
          ],
        },
      },
    });
  const ended = new Set(['/flips/f0/end']);
  const server: Handler = (request) => {
    const { method, path } = request;
    if (path === '/flips')
      return jsonReply(200, method === 'GET' ? { flips: [{ id: 'f0' }] } : { id: `f${ended.size}` });
    if (ended.has(path)) return jsonReply(409, {});
    ended.add(path);
    return jsonReply(200, bodyOf(request));
  };
  expect((await reportedOfServer(open, server))['holds']).toEqual(['pass']);
});

test('a list in a request is tried with two items', async () => {
  const flip = { type: 'object', properties: { name: { type: 'string' }, count: { type: 'integer' } } };
  const schema = { type: 'object', properties: { flips: { type: 'array', items: flip, maxItems: 9 } } };
  const open = () =>
    smallSuite({
      operations: {
        addFlips: {
          request: 'POST /flips',
          body: { schema, example: { flips: [{ name: 'a', count: 1 }] } },
          behaviour: [
            {
              family: 'invariant',
              name: 'holds',
              rules: [demanded('holds')],
              expression: 'this.names == request.body.flips.map(flip, flip.name)',
            },
          ],
        },
      },
    });
  const server =
    (order: (names: readonly unknown[]) => readonly unknown[]): Handler =>
    (request) => {
      const { flips: sent = [] } = bodyOf(request) as { readonly flips?: readonly { readonly name: string }[] };
      return jsonReply(200, { names: order(sent.map(({ name }) => name)) });
    };
  const reported = async (order: (names: readonly unknown[]) => readonly unknown[]) =>
    (await reportedOfServer(open, server(order)))['holds'];
  expect(await reported((names) => names)).toEqual(['pass']);
  expect(await reported((names) => names.toReversed())).toContain('broken');
  expect(await reported((names) => names.slice(0, 1))).toContain('broken');
});
