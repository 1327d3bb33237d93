/**
 * Measures what the proxy costs: the time of a request with and without it, its CPU time, and its memory under traffic
 * of ever new callers and resources. Prints a table.
 *
 * node mock/bench/proxy.ts [requests, default 20000] [flags of the proxy, default --only-rules]
 *
 * A million requests take about ten minutes on two cores.
 */
import { Agent, request } from 'node:http';
import { folder, MEMORY, matchIn, start, usageOf } from './measure.ts';

const [given = '20000', ...flags] = process.argv.slice(2);
const total = Number(given);
const CONNECTIONS = 4;

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
/** Milliseconds. */
function send(url: string, caller: number): Promise<number> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer caller-number-${caller}` };
    request(`${url}/flips?limit=20&cursor=${caller}`, { agent, headers }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(performance.now() - begun));
    })
      .once('error', reject)
      .end();
  });
}

/** The reported quantiles of the times. */
const PARTS = [0.5, 0.95, 0.99];

function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor(part * sorted.length)] ?? 0;
}

const upstream = start(`${folder}bench/upstream.ts`);
const direct = await matchIn(upstream, /^(http:\S+)/);
const proxy = start(
  ...MEMORY,
  `${folder}proxy/cli.ts`,
  '--vault',
  direct,
  '--port',
  '0',
  '--live',
  '0',
  ...(flags.length === 0 ? ['--only-rules'] : flags),
);
const passed = await matchIn(proxy, /vault +(http:\S+)/);
proxy.stdout?.resume();
try {
  for (let warm = 0; warm < 500; warm += 1) await Promise.all([send(direct, warm), send(passed, warm)]);
  // In turn, so that other work of the machine affects both.
  const [without, withProxy]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < Math.min(total, 5000); turn += 1) {
    without.push(await send(direct, turn));
    withProxy.push(await send(passed, turn));
  }
  const line = (what: string, of: (part: number) => number) =>
    console.log(what.padEnd(13) + PARTS.map((part) => of(part).toFixed(2).padStart(9)).join(''));
  console.log('one at a time   p50 ms   p95 ms   p99 ms');
  line('without', (part) => percentile(without, part));
  line('with', (part) => percentile(withProxy, part));
  line('added', (part) => percentile(withProxy, part) - percentile(without, part));
  console.log('requests   memory MiB   processor ms/request');
  const before = await usageOf(proxy);
  let last = before;
  let sent = 0;
  let most = before.memory;
  const begun = performance.now();
  const step = Math.max(1, Math.floor(total / 20));
  while (sent < total) {
    const some = Math.min(step, total - sent);
    let next = sent;
    const live = async () => {
      while (next < sent + some) {
        next += 1;
        await send(passed, next);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, live));
    sent += some;
    const now = await usageOf(proxy);
    most = Math.max(most, now.memory);
    const cost = ((now.cpu - last.cpu) / some).toFixed(2);
    console.log(`${String(sent).padStart(8)}${now.memory.toFixed(0).padStart(13)}${cost.padStart(23)}`);
    last = now;
  }
  const seconds = (performance.now() - begun) / 1000;
  console.log(`most memory: ${most.toFixed(0)} MiB; ${sent} requests in ${seconds.toFixed(0)} s`);
} finally {
  agent.destroy();
  proxy.kill('SIGINT');
  upstream.kill();
}
