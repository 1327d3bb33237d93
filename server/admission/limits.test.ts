import { setTimeout as wait } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { limitAnswers } from './answers.ts';
import { limitBodies } from './bodies.ts';

const MEBIBYTE = 1_048_576;

test('unread answers leave no room for more; slow ones are cut off', () => {
  let now = 0;
  const answers = limitAnswers(() => now);
  const cut = vi.fn();
  const send = (mebibytes: number) => answers.send({ size: mebibytes * MEBIBYTE, to: 'GET /x', cut });
  const first = send(12);
  expect(first).toBeTypeOf('function');
  expect(send(3)).toBeTypeOf('function');
  expect([send(3), cut.mock.calls.length]).toEqual([undefined, 0]);
  now = 3_001;
  expect([send(3), cut.mock.calls.length]).toEqual([undefined, 2]);
  first?.();
  first?.();
  expect(send(12)).toBeTypeOf('function');
});

test('a single answer passes, however large', () => {
  const answers = limitAnswers();
  const leave = answers.send({ size: 100 * MEBIBYTE, to: 'GET /x', cut: () => undefined });
  expect(leave).toBeTypeOf('function');
  leave?.();
  expect(answers.send({ size: 1, to: 'GET /x', cut: () => undefined })).toBeTypeOf('function');
});

test('an operation with a large last answer is rejected early when there is no room', () => {
  const answers = limitAnswers();
  const cut = () => undefined;
  answers.send({ size: 3 * MEBIBYTE, to: 'GET /large', cut })?.();
  expect(answers.hasRoom('GET /large')).toBe(true);
  const leave = answers.send({ size: 14 * MEBIBYTE, to: 'GET /other', cut });
  expect(['GET /large', 'GET /unknown'].map((to) => answers.hasRoom(to))).toEqual([false, true]);
  leave?.();
  expect(answers.hasRoom('GET /large')).toBe(true);
});

const body = (
  connection: object,
  length: number | undefined,
  cut: () => void = () => undefined,
  onGone: (left: () => void) => void = () => undefined,
  address = '127.0.0.1',
) => ({ connection, address, length, hasArrived: () => false, moved: () => 0, cut, onGone });

test('a few large bodies are admitted at a time, fewer from one connection; small ones always are', async () => {
  const bodies = limitBodies();
  const enter = async (connection: object, length?: number) => bodies.enter(body(connection, length));
  const one = {};
  const mine = await Promise.all([1, 2, 3, 4].map(() => enter(one, MEBIBYTE)));
  let entered = false;
  const fifth = enter(one).then((leave) => {
    entered = true;
    return leave;
  });
  await Promise.all(Array.from({ length: 4 }, () => enter({}, MEBIBYTE)));
  await enter(one, 16_384);
  await wait(20);
  expect(entered).toBe(false);
  for (const leave of mine) leave();
  (await fifth)();
});

test('a body that never arrives is cut off when others wait for its place', async () => {
  const bodies = limitBodies();
  const cut = vi.fn();
  const slow = await Promise.all(Array.from({ length: 8 }, () => bodies.enter(body({}, MEBIBYTE, () => cut()))));
  cut.mockImplementation(() => slow.pop()?.());
  (await bodies.enter(body({}, MEBIBYTE)))();
  expect(cut).toHaveBeenCalled();
});

test('a disconnected client no longer waits, and clients above the limit of waiting ones are rejected', async () => {
  const bodies = limitBodies();
  const places = await Promise.all(Array.from({ length: 8 }, () => bodies.enter(body({}, MEBIBYTE))));
  const gone: (() => void)[] = [];
  const waiting = Array.from({ length: 1_100 }, () =>
    bodies.enter(body({}, undefined, undefined, (left) => void gone.push(left))).then(
      () => 'let in',
      ({ status }) => status,
    ),
  );
  expect(await Promise.all(waiting.slice(1_024))).toEqual(Array(76).fill(503));
  for (const left of gone.slice(1)) left();
  expect(await Promise.all(waiting.slice(1))).toEqual(Array(1_099).fill(503));
  for (const leave of places) leave();
  expect(await waiting[0]).toBe('let in');
});

test('a place goes to the address with the fewest, and there to a connection that has sent a body', async () => {
  const bodies = limitBodies();
  const proven = {};
  (await bodies.enter(body(proven, MEBIBYTE)))();
  const places = await Promise.all(Array.from({ length: 8 }, () => bodies.enter(body({}, MEBIBYTE))));
  const served: string[] = [];
  const come = (who: string, connection: object, address?: string) => {
    const entering = bodies.enter(body(connection, MEBIBYTE, undefined, undefined, address));
    // Most of the many clients wait in vain.
    entering.then(
      () => served.push(who),
      () => undefined,
    );
  };
  for (let n = 0; n < 100; n += 1) come('one of many', {});
  come('one that is known', proven);
  come('one of elsewhere', {}, '192.0.2.1');
  for (const leave of places.slice(0, 3)) {
    leave();
    await wait(1);
  }
  expect(served).toEqual(['one of elsewhere', 'one that is known', 'one of many']);
});
