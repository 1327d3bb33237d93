import { expect, test } from 'vitest';
import { openInvariants } from './invariants.ts';

const rule = (id: string) => [{ id, text: `What ${id} says.` }];

const answer = (schema: object) => ({ responses: { 200: { content: { 'application/json': { schema } } } } });

const flips = {
  type: 'object',
  properties: { flips: { type: 'array', items: { $ref: '#/components/schemas/Flip' } } },
};

const openFlips = () =>
  openInvariants({
    paths: {
      '/flips': {
        get: {
          operationId: 'listFlips',
          ...answer(flips),
          'x-behaviour': [
            {
              family: 'invariant',
              expression: '!has(request.query.limit) || size(this.flips) <= int(request.query.limit)',
              rules: rule('listFlips.at-most'),
            },
          ],
        },
      },
      '/flips/{flip}': { get: { operationId: 'readFlip', ...answer({ $ref: '#/components/schemas/Flip' }) } },
    },
    components: {
      schemas: {
        Flip: {
          type: 'object',
          'x-behaviour': [
            { family: 'list', rules: [] },
            { family: 'invariant', expression: 'decimal_le(this.bid, this.tab)', rules: rule('Flip.within') },
          ],
        },
      },
    },
  });

const request = { path: {}, query: {}, headers: {}, body: null };

function broken(operation: string, body: unknown, query: Record<string, string> = {}) {
  const found = openFlips().broken({ operation, status: 200, body, request: { ...request, query } });
  return found.map(({ invariant, pointer }) => `${invariant.id} ${pointer}`);
}

test('a relation of a schema is evaluated for each value of it, wherever it occurs', () => {
  const [good, bad] = [
    { bid: '1', tab: '2' },
    { bid: '3', tab: '2' },
  ];
  expect(broken('listFlips', { flips: [good, bad] })).toEqual(['Flip.within /flips/1']);
  expect(broken('readFlip', bad)).toEqual(['Flip.within ']);
  expect(broken('readFlip', good)).toEqual([]);
});

test('a relation of an operation is evaluated for its answers and their requests', () => {
  expect(broken('listFlips', { flips: [{}, {}] }, { limit: '1' })).toEqual(['listFlips.at-most ']);
  expect(broken('listFlips', { flips: [{}, {}] })).toEqual([]);
});

test('a violation has the value', () => {
  const { broken: brokenOf } = openFlips();
  const flip = { bid: '3', tab: '2' };
  const query = { limit: '0' };
  const answered = { operation: 'listFlips', status: 200, body: { flips: [flip] }, request: { ...request, query } };
  expect(brokenOf(answered).map(({ pointer, value }) => [pointer, value])).toEqual([
    ['', { flips: [flip] }],
    ['/flips/0', flip],
  ]);
});

test('an undecided relation is skipped', () => {
  expect(broken('readFlip', { bid: 3, tab: null })).toEqual([]);
  expect(broken('readFlip', 'text')).toEqual([]);
  expect(broken('unknown', {})).toEqual([]);
});

test('every relation is reported with its rule', () => {
  expect(openFlips().all.map(({ id, text, schema, operation }) => [id, text, schema, operation])).toEqual([
    ['listFlips.at-most', 'What listFlips.at-most says.', null, 'listFlips'],
    ['Flip.within', 'What Flip.within says.', 'Flip', null],
  ]);
});

const positive = (id: string) => ({
  family: 'invariant',
  expression: 'this.count > 0',
  rules: rule(id),
});

const openCounted = () =>
  openInvariants({
    paths: {
      '/a': Object.fromEntries(
        ['get', 'put', 'post', 'delete', 'patch'].map((method) => [
          method,
          { operationId: method, ...answer({ type: 'object' }), 'x-behaviour': [positive(`${method}.positive`)] },
        ]),
      ),
      '/b': {
        parameters: [],
        get: {
          operationId: 'by-class',
          responses: {
            '4XX': { content: { 'application/json': { schema: { $ref: '#/components/schemas/Count' } } } },
            default: {
              content: {
                'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Count' } } },
              },
            },
            204: {},
            205: { content: {} },
          },
        },
      },
    },
    components: {
      schemas: {
        Count: {
          type: 'object',
          'x-behaviour': [
            positive('Count.positive'),
            { ...positive('Count.other'), family: 'sorted' },
            { family: 'invariant', rules: rule('Count.none') },
            { family: 'invariant', expression: 'false' },
          ],
        },
      },
    },
  });

function found(operation: string, status: number, body: unknown) {
  return openCounted()
    .broken({ operation, status, body, request })
    .map(({ invariant, pointer }) => `${invariant.id} ${pointer}`);
}

test.each(['get', 'put', 'post', 'delete', 'patch'])(
  'a relation of %s is evaluated for its answers alone',
  (method) => {
    expect(found(method, 200, { count: 0 })).toEqual([`${method}.positive `]);
  },
);

test('the schema of an answer is that of its status, of its class, or of any other', () => {
  expect(found('by-class', 404, { count: 0 })).toEqual(['Count.positive ']);
  expect(found('by-class', 499, { count: 0 })).toEqual(['Count.positive ']);
  expect(found('by-class', 500, [{ count: 0 }])).toEqual(['Count.positive /0']);
  expect(found('by-class', 204, { count: 0 })).toEqual([]);
  expect(found('by-class', 205, { count: 0 })).toEqual([]);
});

test('only relations that have an expression and a rule are known', () => {
  expect(
    openCounted()
      .all.map(({ id }) => id)
      .filter((id) => id.startsWith('Count')),
  ).toEqual(['Count.positive']);
});
