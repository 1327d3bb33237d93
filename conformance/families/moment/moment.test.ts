import { describe, expect, test } from 'vitest';
import { type Handler, jsonReply } from '../../mutation/proxy/reply.ts';
import { demanded, exchange, smallSuite } from '../../testing/api.ts';
import { outcomesOf, reportedOfServer } from '../../testing/small-server.ts';
import { familyOf } from '../index.ts';

const MOMENT = '2021-08-17T11:14:49.5Z';

function ofOperation(declared: object) {
  return () =>
    smallSuite({
      operations: {
        listBooks: {
          request: 'GET /books',
          behaviour: [{ family: 'moment', at: '/books/*/since', rules: [demanded('since')], ...declared }],
        },
      },
    });
}

const book = { type: 'object', properties: { since: { type: 'string' }, extra: { type: 'object' } } };

function ofService(declared: object) {
  return () =>
    smallSuite({
      operations: {
        listBooks: {
          request: 'GET /books',
          answer: { type: 'object', properties: { books: { type: 'array', items: book } } },
        },
        readBook: { request: 'GET /book', answer: book },
        readNothing: { request: 'GET /nothing', answer: { type: 'object' } },
      },
      behaviour: [{ family: 'moment', at: '/since', ...declared, rules: [demanded('since')] }],
    });
}

function server(...times: readonly unknown[]): Handler {
  const extra = { since: 'long ago' };
  return ({ path }) =>
    jsonReply(200, path === '/book' ? { since: times[0], extra } : { books: times.map((since) => ({ since, extra })) });
}

const forms = [
  [{ unit: 'iso' }, ['2021-08-17T11:14:49', '20210817T111449+05', MOMENT]],
  [{ unit: 'iso', zone: 'offset' }, ['2021-08-17T11:14:49+05', '2021-08-17T11:14:49,5+0530', MOMENT]],
  [{ unit: 'iso', zone: 'utc' }, ['2021-08-17T11:14:49+00', '2021-08-17T11:14Z', MOMENT]],
  [{ unit: 'seconds' }, [1_629_198_889, '1629198889', 600_000_000]],
  [{ unit: 'milliseconds' }, [1_629_198_889_123, 1e12]],
] as const;

describe.each([
  ['of an operation', ofOperation],
  ['of a whole service', ofService],
])('times %s', (_, open) => {
  test.each(forms)('%j: %j pass', async (declared, times) => {
    expect(await reportedOfServer(open(declared), server(...times))).toEqual({ since: ['pass'] });
  });

  test.each([
    [{ unit: 'iso' }, 1_629_198_889],
    [{ unit: 'iso' }, '17/08/2021 11:14:49'],
    [{ unit: 'iso' }, '2021-08-17 11:14:49Z'],
    [{ unit: 'iso', zone: 'offset' }, '2021-08-17T11:14:49'],
    [{ unit: 'iso', zone: 'utc' }, '2021-08-17T19:14:49+08:00'],
    [{ unit: 'iso', zone: 'utc' }, '2021-08-17T11:14:49'],
    [{ unit: 'seconds' }, 1_629_198_889_123],
    [{ unit: 'seconds' }, MOMENT],
    [{ unit: 'milliseconds' }, 1_629_198_889],
    [{ unit: 'milliseconds' }, 1_629_198_889_123_456],
  ])('%j: %j is broken', async (declared, time) => {
    expect(await reportedOfServer(open(declared), server(time))).toEqual({ since: ['broken'] });
  });

  test('that are not set decide nothing', async () => {
    expect(await reportedOfServer(open({ unit: 'iso' }), server(null, ''))).toEqual({ since: ['inconclusive'] });
    expect(await reportedOfServer(open({ unit: 'seconds' }), server(0))).toEqual({ since: ['inconclusive'] });
  });

  test.each(forms)('each fault of %j is found out', async (declared, times) => {
    const right = times.map((time) => (declared.unit === 'iso' ? MOMENT : time));
    const outcomes = await outcomesOf(open(declared), () => server(...right));
    expect(outcomes.length).toBeGreaterThan(2);
    expect(outcomes.filter(({ verdicts }) => !verdicts.includes('broken'))).toEqual([]);
  });
});

describe('a moment that is now', () => {
  const open = (unit: string) =>
    smallSuite({
      operations: {
        readTime: {
          request: 'GET /time',
          behaviour: [{ family: 'moment', at: '/data/now', unit, now: true, rules: [demanded('now')] }],
        },
      },
      behaviour: [{ family: 'envelope', payload: 'data', time: 'ts', rules: [] }],
    });
  const clock =
    (shift: number, ts = 0): Handler =>
    () =>
      jsonReply(200, { ts: Date.now() + ts, data: { now: new Date(Date.now() + shift).toISOString() } });
  const verdict = async (handler: Handler) => (await reportedOfServer(() => open('iso'), handler))['now'];
  const FAR = 40_000_000_000;

  test('is near our clock', async () => {
    expect(await verdict(clock(0))).toEqual(['pass']);
    expect(await verdict(clock(-300_000))).toEqual(['pass']);
  });

  test('is broken in another time zone', async () => {
    expect(await verdict(clock(7_200_000))).toEqual(['broken']);
  });

  test('is wrong where the envelope has the right time, and undecided where all times are of another clock', async () => {
    expect(await verdict(clock(FAR))).toEqual(['broken']);
    expect(await verdict(clock(FAR, FAR))).toEqual(['inconclusive']);
  });

  test('each fault is found out', async () => {
    for (const unit of ['iso', 'seconds', 'milliseconds']) {
      const now = () =>
        ({ iso: new Date().toISOString(), seconds: Math.floor(Date.now() / 1000), milliseconds: Date.now() })[unit];
      const outcomes = await outcomesOf(
        () => open(unit),
        () => () => jsonReply(200, { ts: Date.now(), data: { now: now() } }),
      );
      expect(outcomes.filter(({ verdicts }) => !verdicts.includes('broken'))).toEqual([]);
    }
  });
});

test('an answer of another operation is not looked at', () => {
  const suite = smallSuite({
    operations: {
      readBook: {
        request: 'GET /book',
        behaviour: [{ family: 'moment', at: '/since', unit: 'iso', rules: [demanded('since')] }],
      },
      readPage: { request: 'GET /page' },
    },
  });
  const reported: unknown[] = [];
  for (const declared of suite.api.declarations) {
    const other = exchange(suite, 'readPage', { ok: { since: 3 } });
    familyOf(declared)?.watch?.(declared, other, suite, (_, ...some) => reported.push(...some));
  }
  expect(reported).toEqual([]);
});

describe('what has happened', () => {
  const past = ofOperation({ unit: 'iso', past: true, rules: [demanded('since'), demanded('since-past')] });
  const hoursAhead = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const ofTime =
    (since: string): Handler =>
    () =>
      jsonReply(200, { books: [{ since: MOMENT }, { since }] });

  test.each([
    ['just now', hoursAhead(0)],
    ['by a clock that is a little fast', hoursAhead(0.1)],
    ['in local time without an offset', hoursAhead(8).replace('Z', '')],
  ])('may be shown %s', async (_, since) => {
    expect(await reportedOfServer(past, ofTime(since))).toEqual({ since: ['pass'], 'since-past': ['pass'] });
  });

  test('is not hours ahead', async () => {
    expect((await reportedOfServer(past, ofTime(hoursAhead(8))))['since-past']).toContain('broken');
  });

  const YEAR = 8760;

  test.each([hoursAhead(YEAR), hoursAhead(YEAR).replace('Z', '')])('is not decided when it is %s', async (since) => {
    const alone: Handler = () => jsonReply(200, { books: [{ since }] });
    expect((await reportedOfServer(past, alone))['since-past']).toEqual(['inconclusive']);
  });

  describe('where another operation returns the time', () => {
    const clocked = () =>
      smallSuite({
        operations: {
          listBooks: {
            request: 'GET /books',
            behaviour: [
              {
                family: 'moment',
                at: '/books/*/since',
                unit: 'iso',
                past: true,
                rules: [demanded('since'), demanded('since-past')],
              },
            ],
          },
          readTime: {
            request: 'GET /time',
            behaviour: [{ family: 'moment', at: '/now', unit: 'iso', now: true, rules: [] }],
          },
        },
      });
    const server =
      (since: string, now: string): Handler =>
      ({ path }) =>
        jsonReply(200, path === '/time' ? { now } : { books: [{ since }] });
    const reported = async (since: string, now: string) =>
      (await reportedOfServer(clocked, server(since, now)))['since-past'];

    test('a year ahead is wrong by a correct clock, and undecided by a clock of its own', async () => {
      expect(await reported(hoursAhead(YEAR), hoursAhead(0))).toEqual(['broken']);
      expect(await reported(hoursAhead(YEAR), hoursAhead(2 * YEAR))).toEqual(['inconclusive']);
      expect(await reported(MOMENT, hoursAhead(0))).toEqual(['pass']);
    });

    test('a value that was seen before the time is judged by it', async () => {
      const suite = clocked();
      const [declared] = suite.api.declarations;
      if (declared === undefined) throw new Error('nothing is declared');
      const before: string[] = [];
      const late = exchange(suite, 'listBooks', { ok: { books: [{ since: hoursAhead(YEAR) }] } });
      familyOf(declared)?.watch?.(declared, { ...late, receivedAt: Date.now() }, suite, (_, ...some) =>
        before.push(...some.map(({ verdict }) => verdict)),
      );
      expect(before).toEqual(['pass', 'inconclusive']);
      expect((await reportedOfServer(() => suite, server(MOMENT, hoursAhead(0))))['since-past']).toContain('broken');
    });

    test('each mutant is detected', async () => {
      const outcomes = await outcomesOf(
        clocked,
        () =>
          ({ path }) =>
            jsonReply(200, path === '/time' ? { now: new Date().toISOString() } : { books: [{ since: MOMENT }] }),
      );
      expect(outcomes.map(({ id }) => id)).toContain('listBooks: /books/*/since is a year ahead');
      expect(outcomes.filter(({ verdicts }) => !verdicts.includes('broken'))).toEqual([]);
    });
  });

  test('is measured by the time in the envelope, if that is of a clock of its own', async () => {
    const enveloped = (ts: number, hours: number) => {
      const open = () =>
        smallSuite({
          operations: {
            listBooks: {
              request: 'GET /books',
              behaviour: [
                {
                  family: 'moment',
                  at: '/data/since',
                  unit: 'iso',
                  past: true,
                  rules: [demanded('since'), demanded('since-past')],
                },
              ],
            },
          },
          behaviour: [{ family: 'envelope', payload: 'data', time: 'ts', rules: [] }],
        });
      return reportedOfServer(open, () =>
        jsonReply(200, { ts: Date.now() + ts * 3_600_000, data: { since: hoursAhead(hours) } }),
      );
    };
    expect((await enveloped(YEAR, YEAR - 1))['since-past']).toEqual(['pass']);
    expect((await enveloped(YEAR, 2 * YEAR))['since-past']).toEqual(['inconclusive']);
    expect((await enveloped(0, YEAR))['since-past']).toEqual(['broken']);
  });
});
