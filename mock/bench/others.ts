/**
 * Sends requests to two addresses in turn until its input ends, so that other work of the machine affects both. It does
 * nothing else that could delay it. Prints the time of each request.
 *
 * node mock/bench/others.ts <address without the proxy> <address with it>
 */
import { request } from 'node:http';

const [direct = '', proxied = ''] = process.argv.slice(2);

/** Milliseconds. */
function send(url: string): Promise<number> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent: false }, (answer) => {
      answer.resume();
      answer.once('close', () => resolve(performance.now() - begun));
    });
    sent.once('error', reject).end();
  });
}

/** Milliseconds between two pairs of requests, so that the measurement does not load the machine. */
const PAUSE = 5;

let isOver = false;
process.stdin.resume().once('end', () => {
  isOver = true;
});
const [without, withProxy]: [number[], number[]] = [[], []];
while (!isOver) {
  without.push(await send(direct));
  withProxy.push(await send(proxied));
  await new Promise((resolve) => setTimeout(resolve, PAUSE));
}
for (const [name, values] of [
  ['without', without],
  ['with', withProxy],
] as const) {
  const sorted = values.toSorted((left, right) => left - right);
  const at = (part: number) => (sorted[Math.floor(part * (sorted.length - 1))] ?? 0).toFixed(1);
  const late = values.filter((one) => one > 50).length;
  console.log(
    `${name.padEnd(8)} ${sorted.length} requests: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms, ${late} over 50 ms`,
  );
}
