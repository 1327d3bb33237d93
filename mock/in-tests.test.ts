/** Uses the mock in tests, in the runner that runs this file. */
import { afterAll, afterEach, beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import { type MockFixtures, mockFixtures, mockInTests } from './in-tests.ts';
import type { AnswerTo, OperationName } from './typed.ts';

const mock = mockInTests({ beforeAll, afterEach, afterAll }, { services: ['vault', 'swap'] });

const statuses = async (count: number) => {
  const seen: number[] = [];
  for (let sent = 0; sent < count; sent += 1) seen.push((await fetch(`${mock.urls.vault}/flips`)).status);
  return seen;
};

describe('an answer that a test sets', () => {
  test('is given to every request', async () => {
    mock.use('listFlips', { status: 503, headers: { 'Retry-After': '1' } });
    expect(await statuses(2)).toEqual([503, 503]);
  });

  test('is removed after it', async () => {
    expect(await statuses(1)).toEqual([200]);
  });

  test('may be one of a list, each for one request', async () => {
    mock.use('vault.listFlips', [{ status: 503 }, 'document', { status: 429, body: { code: 429, msg: 'slow down' } }]);
    expect(await statuses(4)).toEqual([503, 200, 429, 200]);
  });

  test('is not sent for an invalid request, and not used up by it', async () => {
    mock.use('listFlips', [{ status: 503 }]);
    expect((await fetch(`${mock.urls.vault}/flips?limit=many`)).status).toBe(400);
    expect(await statuses(2)).toEqual([503, 200]);
  });

  test('must be allowed by the document, for an existing operation', () => {
    const anyName: (name: string, answer: object) => void = mock.use as never;
    expect(() => anyName('listFlip', {})).toThrow(/there is no operation listFlip: use one of .*listFlips/);
    expect(() => anyName('listAssets', { status: 503 })).toThrow('use swap.listAssets or vault.listAssets');
    expect(() => anyName('listFlips', { body: { flips: 7 } })).toThrow('listFlips/body/flips must be array');
  });

  test('is typed by the contract', () => {
    expectTypeOf<'listFlips'>().toExtend<OperationName<'vault'>>();
    expectTypeOf<'listMarkets'>().not.toExtend<OperationName<'vault'>>();
    expectTypeOf<{ status: 503 }>().toExtend<AnswerTo<'listFlips'>>();
    expectTypeOf<{ status: 429; body: { code: number; msg: string } }>().toExtend<AnswerTo<'listFlips'>>();
    expectTypeOf<{ status: 429; body: { msg: number } }>().not.toExtend<AnswerTo<'listFlips'>>();
    expectTypeOf<{ body: { flips: number } }>().not.toExtend<AnswerTo<'vault.listFlips'>>();
    expectTypeOf<{ status: 600 }>().not.toExtend<AnswerTo<'listFlips'>>();
  });
});

describe('a request that matches no operation', () => {
  test('fails its test, and the message names the nearest operation', async () => {
    const failing = mockFixtures({ services: ['vault'] });
    const failed = failing.mock({}, async ({ urls }) => {
      await fetch(`${urls.vault}/flip`);
    });
    await expect(failed).rejects.toThrow(
      'vault has nothing at GET /flip; the nearest operation is listFlips: GET /flips',
    );
  });

  test('is ignored when a test disables the check', async () => {
    const ignoring = mockFixtures({ services: ['vault'], onUnhandled: 'ignore' });
    await ignoring.mock({}, async ({ urls }) => {
      expect((await fetch(`${urls.vault}/flip`)).status).toBe(404);
    });
  });
});

const withMock = test.extend<MockFixtures<'swap'>>(mockFixtures({ services: ['swap'] }));

withMock('a fixture is a mock as if new for each test', async ({ mock: own }) => {
  own.use('readInfo', { status: 503 });
  expect((await fetch(`${own.urls.swap}/info`)).status).toBe(503);
});

withMock('and what another test has changed is gone', async ({ mock: own }) => {
  expect((await fetch(`${own.urls.swap}/info`)).status).toBe(200);
});
