/** A judge for tests: carries out the requested action, even a harmful one. */
import { hash } from 'node:crypto';
import { Failure } from '../../errors.ts';
import { serveJudge } from '../worker.ts';

type Deed = 'well' | 'throws' | 'for ever' | 'memory' | 'native memory' | 'exits' | 'count' | 'works' | 'waits';

/** An action; or bytes, for which it returns a digest. */
export type Task = Deed | { readonly of: { readonly one: Uint8Array; readonly other?: Uint8Array } };

export interface Data {
  readonly refuses?: string;
  readonly before: number;
}

let count = 0;

const deeds: Readonly<Record<Deed, () => unknown>> = {
  well: () => 'well',
  count: () => count,
  works: () => {
    const taken = () => process.cpuUsage().user + process.cpuUsage().system;
    const end = taken() + 250_000;
    while (taken() < end) for (let step = 0; step < 100_000; step += 1) Math.sqrt(step);
    return 'worked';
  },
  waits: () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700),
  throws: () => {
    throw new Error('with a secret in it');
  },
  'for ever': () => /^(a+)+$/.test(`${'a'.repeat(60)}!`),
  memory: () => {
    const kept: object[] = [];
    for (;;) kept.push({ kept: Math.random() });
  },
  // In a thread, this would end the whole process.
  'native memory': () => new Array(50_000_000).fill(0).map((_, index) => ({ index })).length,
  exits: () => process.exit(3),
};

serveJudge(async ({ refuses, before }: Data) => {
  if (refuses === 'dies') process.exit(1);
  if (refuses !== undefined) throw new Failure(refuses);
  return {
    about: before,
    judge: (task: Task) => {
      count += 1;
      if (typeof task === 'string') return deeds[task]();
      return [task.of.one, task.of.other].map((bytes) => (bytes === undefined ? null : hash('sha256', bytes)));
    },
  };
});
