import { hash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Judge, openJudge } from './judge.ts';
import { type JudgeLimits, type Judgement, timeLeft } from './limits.ts';
import type { Task } from './testing/program.ts';
import { timeIn } from './worker-process.ts';

const program = new URL('./testing/program.ts', import.meta.url);

const open: Judge<number, Task, unknown>[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

function opened(limits: Partial<JudgeLimits> = {}, refuses?: string): Judge<number, Task, unknown> {
  const data = (before: number) => (refuses === undefined ? { before } : { before, refuses });
  const judge = openJudge<number, Task, unknown>({ program, data, limits: { mebibytes: 48, ...limits } });
  open.push(judge);
  return judge;
}

function short(judgement: Judgement<unknown>): unknown {
  return judgement.kind === 'judged' ? judgement.result : `undecided: ${judgement.why}`;
}

describe('a judge', () => {
  it('answers in the order of the requests', async () => {
    const judge = opened();
    const all = await Promise.all(Array.from({ length: 30 }, () => judge.judge('count')));
    expect(all.map(short)).toEqual(Array.from({ length: 30 }, (_, before) => before + 1));
    expect([judge.waiting(), judge.replaced()]).toEqual([0, 0]);
  });

  it.each([
    ['for ever', 'out of time', 1],
    ['memory', 'out of memory', 1],
    ['native memory', 'out of memory', 1],
    ['exits', 'failed', 1],
    ['throws', 'failed', 0],
  ] as const)('that is given "%s" leaves it undecided (%s) and judges the rest', async (task, why, replaced) => {
    const judge = opened({ milliseconds: task === 'for ever' ? 300 : 30_000 });
    expect(await judge.ready).toBe(0);
    const all = await Promise.all((['well', task, 'well', 'well'] as const).map((one) => judge.judge(one)));
    expect(all.map(short)).toEqual(['well', `undecided: ${why}`, 'well', 'well']);
    expect(judge.replaced()).toBe(replaced);
  });

  it('counts the processor time of each judgement alone', async () => {
    const judge = opened({ milliseconds: 600 });
    const all = await Promise.all((['works', 'works', 'works', 'waits'] as const).map((one) => judge.judge(one)));
    expect(all.map(short)).toEqual(['worked', 'worked', 'worked', 'timed-out']);
    expect(judge.replaced()).toBe(0);
  });

  it('limits what waits, in number and in bytes', async () => {
    const judge = opened({ waiting: 3, bytes: 1000 });
    const sizes = [600, 600, 400, 0, 0, 0];
    const all = await Promise.all(sizes.map((size) => judge.judge('well', size)));
    expect(all.map(short)).toEqual(['well', 'undecided: busy', 'well', 'well', 'undecided: busy', 'undecided: busy']);
    expect(short(await judge.judge('well', 5000))).toBe('well');
  });

  it('sends large blocks of bytes in parts, and reports when they are no longer needed', async () => {
    const judge = opened();
    const sent: string[] = [];
    const block = (name: string, size: number) => {
      const own = new ArrayBuffer(0, { maxByteLength: size });
      own.resize(size);
      const bytes = new Uint8Array(own);
      for (const at of bytes.keys()) bytes[at] = at % 251;
      const release = () => {
        sent.push(name);
        own.resize(0);
      };
      return { bytes, digest: hash('sha256', bytes), release };
    };
    const [large, small, other] = [block('large', 3_000_001), block('small', 1_000), block('other', 700_000)];
    const all = await Promise.all([
      judge.judge({ of: { one: large.bytes, other: other.bytes } }, 3_700_001, () => {
        large.release();
        other.release();
      }),
      judge.judge({ of: { one: small.bytes } }, 1_000, small.release),
      judge.judge('well'),
    ]);
    expect(all.map(short)).toEqual([[large.digest, other.digest], [small.digest, null], 'well']);
    expect(sent).toEqual(['large', 'other', 'small']);
  });

  it('needs a task without blocks until it is judged', async () => {
    const judge = opened();
    await judge.ready;
    const onSent = vi.fn();
    const judging = judge.judge('waits', 1, onSent);
    await wait(200);
    expect(onSent).not.toHaveBeenCalled();
    await judging;
    expect(onSent).toHaveBeenCalledOnce();
  });

  it('that was replaced is sent the blocks of the next task whole', async () => {
    const judge = opened();
    const block = { of: { one: new Uint8Array(50_000_000) } };
    const all = await Promise.all((['exits', block, 'exits', block, 'well'] as const).map((one) => judge.judge(one)));
    expect(all.map(short).map((one) => typeof one)).toEqual(['string', 'object', 'string', 'object', 'string']);
    expect(all.map(short).at(-1)).toBe('well');
  });

  it('leaves everything undecided after it is closed', async () => {
    const judge = opened();
    const waiting = judge.judge('for ever');
    await judge.close();
    expect([await waiting, await judge.judge('well')].map(short)).toEqual(['undecided: stopped', 'undecided: stopped']);
    await judge.idle();
  });

  it('reports why it cannot be opened, and leaves everything undecided', async () => {
    const judge = opened({}, 'there is no document: name another one');
    const waiting = judge.judge('well');
    await expect(judge.ready).rejects.toThrow('there is no document: name another one');
    expect(short(await waiting)).toBe('undecided: stopped');
  });

  it('that ends before it is ready is not restarted repeatedly', async () => {
    const judge = opened({}, 'dies');
    await expect(judge.ready).rejects.toThrow('ends before it is ready');
    expect(judge.replaced()).toBe(2);
  });
});

it.each([
  [100, 0, 0, 100],
  [100, 30, 40, 70],
  [100, 99, 999, 1],
  [100, 100, 100, 0],
  [100, 130, 130, 0],
  [100, 10, 1000, 0],
])('of %i ms, after %i ms of the processor and %i ms by the clock, %i ms are left', (limit, taken, passed, left) => {
  expect(timeLeft(limit, taken, passed)).toBe(left);
});

it('reads the processor time of a process, also of one with a parenthesis in its name', () => {
  const stat = (name: string) => `42 (${name}) R 1 2 3 4 5 6 7 8 9 10 12 3 0 0 20 0`;
  expect([stat('node'), stat('a) b')].map(timeIn)).toEqual([150, 150]);
});
