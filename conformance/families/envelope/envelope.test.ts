import { describe, expect, test } from 'vitest';
import { type Handler, jsonReply } from '../../mutation/proxy/reply.ts';
import { demanded, exchange, smallSuite } from '../../testing/api.ts';
import { outcomesOf, reportedOfServer } from '../../testing/small-server.ts';
import { familyOf } from '../index.ts';

function open(count = 6) {
  const reads = Array.from(
    { length: count },
    (_, place) => [`read${place}`, { request: `GET /things/${place}` }] as const,
  );
  return smallSuite({
    operations: Object.fromEntries([...reads, ['readBare', { request: 'GET /bare' }]]),
    behaviour: [
      {
        family: 'envelope',
        payload: 'data',
        time: 'ts',
        except: ['readBare'],
        rules: [demanded('present'), demanded('moment')],
      },
    ],
  });
}

function server(now: () => number = Date.now): Handler {
  return ({ path }) => jsonReply(200, path === '/bare' ? { things: [] } : { ts: now(), data: { id: 1 } });
}

const HOUR = 3_600_000;

describe('a right server passes', () => {
  test('whatever the operations without an envelope answer', async () => {
    expect(await reportedOfServer(open, server())).toEqual({ present: ['pass'], moment: ['pass'] });
  });

  test.each([-240_000, 20_000])('of responses that are cached for a while: %d ms', async (apart) => {
    expect(
      await reportedOfServer(
        open,
        server(() => Date.now() + apart),
      ),
    ).toEqual({ present: ['pass'], moment: ['pass'] });
  });

  test('that does without data has null there', async () => {
    const handler: Handler = () => jsonReply(200, { ts: Date.now(), data: null });
    expect(await reportedOfServer(open, handler)).toMatchObject({ present: ['pass'] });
  });
});

test('a sandbox with its own clock is not reported', async () => {
  const handler = server(() => 1_629_198_889_123);
  expect(await reportedOfServer(open, handler)).toEqual({ present: ['pass'], moment: ['inconclusive'] });
});

test('a server in another time zone is detected', async () => {
  for (const hours of [8, -3.5, 0.25]) {
    const handler = server(() => Date.now() + hours * HOUR);
    expect((await reportedOfServer(open, handler))['moment']).toContain('broken');
  }
});

test('each mutant is detected', async () => {
  const outcomes = await outcomesOf(open, server);
  expect(outcomes.length).toBe(13);
  expect(outcomes.filter(({ verdicts }) => !verdicts.includes('broken'))).toEqual([]);
});

test('what refuses everything decides nothing', async () => {
  const reported = await reportedOfServer(open, () => jsonReply(403, {}));
  expect(reported).toEqual({ present: ['blocked'], moment: ['blocked'] });
});

describe('one exchange', () => {
  const suite = open();
  const [declared] = suite.api.declarations;

  function reported(json: unknown, clocks: { readonly receivedAt?: number; readonly date?: string } = {}) {
    const { receivedAt, date } = clocks;
    const one = exchange(suite, 'read0', { ok: json });
    const outcome = date === undefined || one.outcome.kind !== 'answer' ? one.outcome : { ...one.outcome, date };
    const found: string[] = [];
    if (declared === undefined) return found;
    const recorded = { ...one, outcome, ...(receivedAt === undefined ? {} : { receivedAt }) };
    familyOf(declared)?.watch?.(declared, recorded, suite, (aspect, ...some) =>
      found.push(...some.map(({ verdict }) => `${aspect} ${verdict}`)),
    );
    return found;
  }

  test('is judged by its Date header where our clock is wrong', () => {
    const ts = 1_795_358_623_000;
    const date = new Date(ts).toUTCString();
    expect(reported({ ts, data: 1 }, { receivedAt: ts + 8 * HOUR, date })).toEqual(['present pass', 'moment pass']);
    expect(reported({ ts, data: 1 }, { receivedAt: ts + 8 * HOUR })).toEqual(['present pass', 'moment broken']);
  });

  test('without any clock is judged by its unit', () => {
    expect(reported({ ts: 1_795_358_623_000, data: 1 })).toEqual(['present pass', 'moment pass']);
    expect(reported({ ts: 1_795_358_623, data: 1 })).toEqual(['present pass', 'moment broken']);
  });

  test.each([[[1, 2]], [{ ts: 1_795_358_623_000 }], [{ data: 1 }], [{ ts: '1795358623000', data: 1 }]])(
    '%j has no envelope',
    (json) => {
      expect(reported(json)).toContain('present broken');
    },
  );
});
