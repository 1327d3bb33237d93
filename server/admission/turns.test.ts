import { setImmediate as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type Comer, createTurns } from './turns.ts';

/** Turns with a fake clock, which advances only while a request works. */
function withClock() {
  let now = 0;
  const turns = createTurns(
    () => now,
    () => now,
  );
  const served: string[] = [];
  const send = async (name: string, comer: Comer, cost = 1): Promise<void> => {
    await turns.take(comer);
    served.push(name);
    now += cost;
  };
  return { send, served, turns, pass: (milliseconds: number) => (now += milliseconds) };
}

const from = (address: string, kind = 'GET /x', connection: object = {}): Comer => ({
  address,
  kind,
  connection,
  isGone: () => false,
  canBegin: () => true,
});

describe('a turn', () => {
  test('begins at once when no other request waits, and in order otherwise', async () => {
    const { send, served } = withClock();
    await Promise.all(['a', 'b', 'c'].map((name) => send(name, from('one'))));
    expect(served).toEqual(['a', 'b', 'c']);
  });

  test('of another address begins before those of an address with a high cost, however many wait there', async () => {
    const { send, served } = withClock();
    const greedy = Array.from({ length: 20 }, (_, n) => send(`greedy ${n}`, from('greedy'), 100));
    await pause();
    const other = send('other', from('other'));
    await Promise.all([...greedy, other]);
    expect(served.indexOf('other')).toBeLessThan(4);
  });

  test('of a connection with cheap requests begins before those of the same address with expensive ones', async () => {
    const { send, served } = withClock();
    const kept = {};
    await Promise.all(Array.from({ length: 5 }, () => send('learnt', from('one', 'GET /large'), 100)));
    await Promise.all(Array.from({ length: 5 }, () => send('learnt', from('one', 'GET /small', kept))));
    served.length = 0;
    const greedy = Array.from({ length: 20 }, (_, n) => send(`greedy ${n}`, from('one', 'GET /large'), 100));
    const small = send('small', from('one', 'GET /small', kept));
    await Promise.all([...greedy, small]);
    expect(served.indexOf('small')).toBeLessThan(3);
  });

  test('is given to expensive requests too, although there are always cheaper ones', async () => {
    const { send, served } = withClock();
    await Promise.all(Array.from({ length: 5 }, () => send('learnt', from('one', 'GET /large'), 500)));
    const dear = send('dear', from('one', 'GET /large'), 500);
    let isServed = false;
    dear.then(() => {
      isServed = true;
    });
    const client = async () => {
      for (let n = 0; n < 200 && !isServed; n += 1) await send('cheap', from('one', 'GET /small'), 20);
    };
    await Promise.all([dear, ...Array.from({ length: 8 }, client)]);
    expect(served.indexOf('dear')).toBeGreaterThan(5);
    expect(served.indexOf('dear')).toBeLessThan(100);
  });

  test('of a connection below its share begins next, however high its total cost', async () => {
    const { send, served } = withClock();
    const kept = {};
    const greedy = async (connection = {}) => {
      for (let n = 0; n < 60; n += 1) await send('greedy', from('one', 'GET /x', connection), 2);
    };
    const waits: number[] = [];
    const modest = async () => {
      for (let n = 0; n < 20; n += 1) {
        const before = served.length;
        await send('modest', from('one', 'GET /x', kept), 2);
        waits.push(served.length - before);
        for (let round = 0; round < 30; round += 1) await pause();
      }
    };
    await Promise.all([...Array.from({ length: 10 }, () => greedy()), modest()]);
    expect(Math.max(...waits.slice(1))).toBeLessThan(12);
  });

  test('does not depend on old costs', async () => {
    const { send, served } = withClock();
    let hasRoom = false;
    const large = send('large', { ...from('one'), canBegin: () => hasRoom });
    const first = send('first', from('one'));
    const larger = send('larger', { ...from('one'), canBegin: () => hasRoom });
    await Promise.all([large, first, send('small', from('one'))]);
    expect(served).toEqual(['large', 'first', 'small']);
    await send('later', from('one'));
    hasRoom = true;
    await larger;
    expect(served).toEqual(['large', 'first', 'small', 'later', 'larger']);
  });

  test('is not given to disconnected clients', async () => {
    const { send, served } = withClock();
    const outcomes = await Promise.allSettled([
      send('first', from('one')),
      send('gone', { ...from('one'), isGone: () => true }),
      send('next', from('one')),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(served).toEqual(['first', 'next']);
  });

  test('is rejected with 503 after ten seconds, and when too many requests wait', async () => {
    const { turns, pass } = withClock();
    const waiting = Array.from({ length: 4_097 }, () => turns.take(from('one')).catch((error: unknown) => error));
    await expect(turns.take(from('one'))).rejects.toMatchObject({ status: 503, headers: { 'Retry-After': '1' } });
    pass(10_001);
    const refused = (await Promise.all(waiting)).filter((outcome) => outcome !== undefined);
    expect(refused).toHaveLength(4_096);
    expect(refused[0]).toMatchObject({ status: 503 });
    await expect(turns.take(from('one'))).resolves.toBeUndefined();
  });
});

test('requests that cost a little more are served in order, beside cheaper ones', async () => {
  const { send, served } = withClock();
  const kept = {};
  await Promise.all(Array.from({ length: 5 }, () => send('learnt', from('one', 'GET /page', kept), 2)));
  await Promise.all(Array.from({ length: 5 }, () => send('learnt', from('one', 'GET /time'))));
  await pause();
  served.length = 0;
  const before = send('before', from('one', 'GET /time'));
  const page = send('page', from('one', 'GET /page', kept), 2);
  const after = Array.from({ length: 20 }, (_, n) => send(`after ${n}`, from('one', 'GET /time')));
  await Promise.all([before, page, ...after]);
  expect(served.indexOf('page')).toBe(1);
});

test('does not depend on old requests', async () => {
  const { send, served, pass } = withClock();
  await Promise.all(Array.from({ length: 5 }, () => send('before', from('early'), 1_000)));
  await pause();
  pass(10 * 60_000);
  served.length = 0;
  await Promise.all([
    ...Array.from({ length: 6 }, (_, n) => send(`late ${n}`, from('late'), 10)),
    ...Array.from({ length: 6 }, (_, n) => send(`early ${n}`, from('early'), 10)),
  ]);
  expect(served.slice(0, 4)).toContain('early 0');
});
