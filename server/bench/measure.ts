/** Shared parts of the benchmarks in this folder: a server in a separate process, and load on it. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import type { Workload } from './workloads.ts';

/** Number of connections with concurrent requests. */
export const CONNECTIONS = 16;

/** A server under load. */
export interface Running {
  readonly url: string;
  stop(): void;
}

/** Starts a server of a benchmark in a fresh process, which sends its port. */
export function start(file: string, args: readonly string[]): Promise<Running> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), args);
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error(`${file} ${args.join(' ')} did not start in 20 s`)), 20_000);
    child.once('error', reject);
    child.once('message', (message: { port: number }) => {
      clearTimeout(limit);
      resolve({ url: `http://127.0.0.1:${message.port}`, stop: () => child.kill() });
    });
  });
}

/** @returns answers per second */
export async function load(url: string, { method, path, body, fresh }: Workload, duration: number): Promise<number> {
  const result = await autocannon({
    url: url + path,
    method,
    connections: CONNECTIONS,
    duration,
    ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
    ...(fresh === undefined
      ? {}
      : { requests: [{ setupRequest: (request: object) => ({ ...request, body: fresh() }) }] }),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${method} ${path}: ${result.non2xx} refusals, ${result.errors} errors`);
  return result['2xx'] / result.duration;
}

/** The median of an odd number of values. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export function geometricMean(numbers: readonly number[]): number {
  return Math.exp(numbers.reduce((sum, number) => sum + Math.log(number), 0) / numbers.length);
}
