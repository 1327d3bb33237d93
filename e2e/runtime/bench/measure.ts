/** Runs a contender in a separate process, and sends load to it. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import type { Contender } from './contenders.ts';
import { broken, faultNames, type Workload, workloads } from './operations.ts';

/** Number of connections with concurrent requests. */
const CONNECTIONS = 16;

const HEADERS = { authorization: 'Bearer token', 'content-type': 'application/json' };

export interface Running {
  readonly url: string;
  readonly process: ChildProcess;
  stop(): void;
}

export async function start(name: string): Promise<Running> {
  const child = fork(fileURLToPath(new URL('server.ts', import.meta.url)), [name]);
  const [{ port }] = await once(child, 'message', { signal: AbortSignal.timeout(30_000) });
  return { url: `http://127.0.0.1:${port}`, process: child, stop: () => child.kill() };
}

/** CPU time of a contender so far, in microseconds. */
export function cpuOf(running: Running): Promise<number> {
  return answerOf(running, { isFault: false });
}

async function answerOf({ process: child }: Running, message: { fault?: string; isFault: boolean }): Promise<number> {
  child.send(message);
  const [{ cpu }] = await once(child, 'message', { signal: AbortSignal.timeout(30_000) });
  return cpu;
}

/** @returns number of answers in `duration` seconds */
export async function load(url: string, { method, path, body }: Workload, duration: number): Promise<number> {
  const result = await autocannon({
    url: url + path,
    method,
    connections: CONNECTIONS,
    duration,
    headers: HEADERS,
    ...(body === undefined ? {} : { body }),
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${method} ${path}: ${result.non2xx} refusals, ${result.errors} errors`);
  }
  return result['2xx'];
}

/**
 * @throws Error when a contender's answers differ from the others', or it does not reject an invalid request or answer
 */
export async function checkOf({ name, checks }: Contender, running: Running): Promise<void> {
  const { url } = running;
  const request = async ({ method, path, body }: Workload) => {
    const response = await fetch(url + path, { method, headers: HEADERS, ...(body === undefined ? {} : { body }) });
    return { status: response.status, text: await response.text() };
  };
  for (const workload of workloads) {
    const { status, text } = await request(workload);
    if (status !== 200 || text.length < 300) throw new Error(`${name}, ${workload.name}: ${status} ${text}`);
  }
  for (const workload of checks ? broken : []) {
    const { status, text } = await request(workload);
    if (status < 400 || status > 499) throw new Error(`${name}, ${workload.name}: ${status} ${text}`);
  }
  for (const fault of checks ? faultNames : []) {
    await answerOf(running, { fault, isFault: true });
    for (const workload of workloads) {
      const { status, text } = await request(workload);
      if (status !== 500) throw new Error(`${name}, ${workload.name}, answered with ${fault}: ${status} ${text}`);
    }
  }
  await answerOf(running, { isFault: true });
}

/** The median of an odd number of values. */
export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

export function geometricMean(numbers: readonly number[]): number {
  return Math.exp(numbers.reduce((sum, number) => sum + Math.log(number), 0) / numbers.length);
}
