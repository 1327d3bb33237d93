/** Measures the cost of a call, compared with a plain `fetch` and `JSON.parse` against the same server. */
import { fork } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundled } from './bundle.ts';
import { type Contender, FIXED } from './contenders.ts';

const WARM_UP = 600;
/** Number of calls in a turn. */
const CALLS = 25;
const ROUNDS = 400;

type Call = () => Promise<unknown>;

/** The addresses of the swap service on two servers. */
export interface Servers {
  readonly reference: string;
  /** A server that answers at once. */
  readonly idle: string;
  stop(): void;
}

/** Starts the servers. */
export function startServers(): Promise<Servers> {
  const child = fork(fileURLToPath(new URL('server.ts', import.meta.url)));
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error('the server of the benchmark did not start in 20 s')), 20_000);
    child.once('error', reject);
    child.once('message', (addresses: { reference: string; idle: string }) => {
      clearTimeout(limit);
      resolve({ ...addresses, stop: () => child.kill() });
    });
  });
}

/** Loads a contender as a bundle. */
async function load(contender: Contender, place: number, scratch: string, url: string): Promise<Call> {
  const file = join(scratch, `contender-${place}.mjs`);
  await writeFile(file, (await bundled(contender, 'node')).replaceAll(FIXED, url));
  const { make }: { make: (baseUrl: string) => Call } = await import(`${pathToFileURL(file).href}?${url}`);
  return make(url);
}

/** Mean duration of a call, in milliseconds. */
async function time(call: Call, calls: number): Promise<number> {
  const started = performance.now();
  for (let count = 0; count < calls; count += 1) await call();
  return (performance.now() - started) / calls;
}

/**
 * The time of each contender relative to the first. All run many short turns, and each round starts with another one.
 * The fastest tenth of the turns counts, in which the machine did little else.
 *
 * @param scratch an empty folder
 */
export async function callRatios(contenders: readonly Contender[], url: string, scratch: string): Promise<number[]> {
  const calls = await Promise.all(contenders.map((contender, place) => load(contender, place, scratch, url)));
  for (const call of calls) {
    const { data } = (await call()) as { data?: { transactions?: unknown[] } };
    if (data?.transactions?.length !== 20) throw new Error('a contender does not read the page');
    await time(call, WARM_UP);
  }
  const times: number[][] = calls.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let step = 0; step < calls.length; step += 1) {
      const place = (round + step) % calls.length;
      const call = calls[place];
      if (call !== undefined) times[place]?.push(await time(call, CALLS));
    }
    if (round % 50 === 49) process.stderr.write(`calls to ${url}: round ${round + 1} of ${ROUNDS}\n`);
  }
  const fast = times.map(fastTenth);
  return fast.map((each) => each / (fast[0] ?? Number.NaN));
}

function fastTenth(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 10)] ?? Number.NaN;
}
