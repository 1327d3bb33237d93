import { describe, expect, test } from 'vitest';
import type { Handler } from '../../mutation/proxy/reply.ts';
import { smallSuite } from '../../testing/api.ts';
import {
  books,
  byCursor,
  byOffset,
  type ListChoices,
  listServer,
  type OffsetChoices,
  offsetServer,
} from '../../testing/list-server.ts';
import { outcomesOf, reportedOfServer } from '../../testing/small-server.ts';

const all = { first: ['pass'], continues: ['pass'], more: ['pass'], 'at-most': ['pass'], filled: ['pass'] };

function reported(count: number, choices: ListChoices = {}) {
  return reportedOfServer(
    () => smallSuite(byCursor()),
    listServer(() => books(count), choices),
  );
}

describe('a correct server', () => {
  test.each<[string, ListChoices]>([
    ['whose cursors are keys', { cursor: 'key' }],
    ['whose cursors are how many came before', { cursor: 'count' }],
    ['whose cursors are numbers of pages', { cursor: 'page' }],
    ['whose cursors are words', { cursor: 'opaque' }],
    ['that repeats the cursor on the last page', { last: 'repeated', cursor: 'page' }],
    ['that gives three at most', { maximum: 3, standard: 3 }],
    ['that refuses large limits', { maximum: 4, beyond: 'refuse', cursor: 'page' }],
    ['whose usual pages are longer than any limit', { maximum: 3, standard: 8, cursor: 'count' }],
    ['whose pages are shorter than requested', { short: true }],
  ])('%s passes', async (_, choices) => {
    for (const count of [2, 3, 4, 7, 12, 24]) expect(await reported(count, choices)).toEqual(all);
  });

  test.each<[string, ListChoices]>([
    ['and ends with an empty cursor', { silent: true }],
    ['and repeats its last cursor', { silent: true, last: 'repeated', cursor: 'count' }],
  ])('that does not tell whether more follows %s passes', async (_, choices) => {
    const { more: _more, ...others } = all;
    const server = listServer(() => books(11), choices);
    expect(await reportedOfServer(() => smallSuite(byCursor(false)), server)).toEqual(others);
  });

  test('sends few requests', async () => {
    let requests = 0;
    const server = listServer(() => books(40));
    const counted: Handler = (request) => {
      requests += 1;
      return server(request);
    };
    expect(await reportedOfServer(() => smallSuite(byCursor()), counted)).toEqual(all);
    expect(requests).toBeLessThan(20);
  });
});

describe('a correct server by offset', () => {
  const open = () => smallSuite(byOffset());
  const passed = { continues: ['pass'], 'at-most': ['pass'], filled: ['pass'] };

  test.each<[string, OffsetChoices]>([
    ['that counts items', {}],
    ['that counts pages', { unit: 'pages' }],
    ['that counts pages, and gives three at most', { unit: 'pages', maximum: 3, standard: 3 }],
    ['that refuses what lies beyond its end', { strict: true }],
  ])('%s passes', async (_, choices) => {
    for (const count of [4, 5, 7, 12, 24]) {
      const reported = await reportedOfServer(
        open,
        offsetServer(() => books(count), choices),
      );
      expect(reported).toMatchObject({ ...passed, continues: expect.arrayContaining(['pass']) });
    }
  });
});

test('a page that is shorter than a full one with another limit is reported, even if nothing is lost', async () => {
  const list = listServer(() => books(60), { maximum: 100, standard: 20 });
  const server: Handler = (request) => {
    const query = new URLSearchParams(request.query);
    if (query.get('limit') === '60') query.set('limit', '5');
    return list({ ...request, query });
  };
  expect(await reportedOfServer(() => smallSuite(byCursor()), server)).toEqual({ ...all, filled: ['warn'] });
});

describe('undecided', () => {
  test('is a list of nothing, or of one', async () => {
    const few = { continues: ['inconclusive'], more: ['inconclusive'], 'at-most': ['inconclusive'] };
    expect(await reported(0)).toEqual({ first: ['pass'], filled: ['inconclusive'], ...few });
    expect(await reported(1)).toEqual({ first: ['pass'], filled: ['inconclusive'], ...few });
  });
});

describe('a correct server by the numbers of its pages', () => {
  test.each<[string, OffsetChoices]>([
    ['begins with 1', { base: 1 }],
    ['begins with 0', { base: 0 }],
    ['refuses what lies beyond the end', { base: 1, strict: true }],
    ['gives three at most', { base: 1, maximum: 3, standard: 2 }],
  ])('%s', async (_, choices) => {
    for (const count of [2, 3, 4, 7, 12, 24]) {
      const reported = await reportedOfServer(
        () => smallSuite(byOffset('page')),
        offsetServer(() => books(count), { unit: 'pages', ...choices }),
      );
      expect(reported, String(count)).toEqual({
        continues: ['pass'],
        total: ['pass'],
        'at-most': ['pass'],
        filled: ['pass'],
      });
    }
  });
});

describe.each([0, 1] as const)('a faulty server by the numbers of its pages, from %i', async (base) => {
  const outcomes = await outcomesOf(
    () => smallSuite(byOffset('page')),
    () => offsetServer(() => books(13), { unit: 'pages', base }),
  );
  test.each(outcomes)('$id', ({ verdicts }) => expect(verdicts).toContain('broken'));
});

describe('a faulty server by offset', async () => {
  const outcomes = await outcomesOf(
    () => smallSuite(byOffset()),
    () => offsetServer(() => books(13)),
  );
  test.each(outcomes)('$id', ({ verdicts }) => expect(verdicts).toContain('broken'));
});

describe('a faulty server', async () => {
  const open = () => smallSuite(byCursor());
  for (const cursor of ['key', 'page'] as const) {
    const outcomes = await outcomesOf(open, () => listServer(() => books(13), { cursor }));
    test.each(outcomes)(`with cursors by ${cursor}: $id`, ({ verdicts }) => expect(verdicts).toContain('broken'));
  }
});
