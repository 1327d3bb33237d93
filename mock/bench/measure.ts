/** Starts the measured programs, and reads their memory and CPU time (Linux only). */
import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';

export const folder = new URL('..', import.meta.url).pathname;

/** The flags of `npm run proxy`. */
export const MEMORY = [
  '--import',
  new URL('../../scripts/cached.js', import.meta.url).pathname,
  '--optimize-for-size',
  '--max-semi-space-size=2',
  '--max-old-space-size=128',
];

export function start(...args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [...args], { stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Waits for output that matches, and returns its first group. */
export async function matchIn({ stdout }: ChildProcess, what: RegExp): Promise<string> {
  if (stdout === null) throw new Error('it writes nothing');
  for await (const line of createInterface({ input: stdout })) {
    const found = what.exec(line)?.[1];
    if (found !== undefined) return found;
  }
  throw new Error('it ended before it was ready');
}

export interface Usage {
  /** Memory of each process, in mebibytes. */
  readonly each: readonly number[];
  /** Memory of the process and its children in mebibytes; shared memory is counted once (PSS). */
  readonly memory: number;
  /** CPU time in milliseconds. */
  readonly cpu: number;
}

async function usageOfOne(pid: number): Promise<Omit<Usage, 'each'>> {
  try {
    const memory = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
    const stat = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
    return {
      memory: Number(/^Pss:\s+(\d+)/m.exec(memory)?.[1]) / 1024,
      cpu: (Number(stat[11]) + Number(stat[12])) * 10,
    };
  } catch {
    // The process has ended.
    return { memory: 0, cpu: 0 };
  }
}

async function childrenOf(pid: number): Promise<number[]> {
  try {
    const tasks = await readdir(`/proc/${pid}/task`);
    const lists = tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8'));
    return (await Promise.all(lists)).flatMap((list) => list.split(' ').filter(Boolean).map(Number));
  } catch {
    return [];
  }
}

export async function usageOf({ pid = 0 }: ChildProcess): Promise<Usage> {
  const all = await Promise.all([pid, ...(await childrenOf(pid))].map(usageOfOne));
  return {
    each: all.map(({ memory }) => memory),
    memory: all.reduce((sum, { memory }) => sum + memory, 0),
    cpu: all.reduce((sum, { cpu }) => sum + cpu, 0),
  };
}
