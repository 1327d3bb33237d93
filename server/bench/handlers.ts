/**
 * Measures what validation costs the reference server: `node server/bench/handlers.ts [--rounds 5] [--seconds 1]`.
 *
 * Runs the server with and without validation, each in fresh processes, in turn; the table shows the median of the
 * rounds' ratios.
 */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { CONNECTIONS, load, median, start } from './measure.ts';
import { type Workload, workloads } from './workloads.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '1' } },
});
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);

const [write] = workloads;
const payment: object = JSON.parse(write?.body ?? '{}');
const requested: readonly Workload[] = [
  {
    name: 'small write: a pay request',
    method: 'POST',
    path: '/lending/api/v1/pay-requests',
    body: '{}',
    fresh: () => JSON.stringify({ ...payment, trace_id: randomUUID() }),
  },
  { name: 'list: all markets', method: 'GET', path: '/lending/api/v1/markets/all' },
  { name: 'page: 50 vaults', method: 'GET', path: '/vault/vats?limit=50' },
  { name: 'page: 10 transactions', method: 'GET', path: '/lending/api/v1/transactions?limit=10' },
];

const ratios = new Map<string, number[]>();
for (let round = 1; round <= rounds; round += 1) {
  process.stderr.write(`round ${round} of ${rounds}\n`);
  const rates = new Map<string, number>();
  for (const variant of ['bare', 'validated']) {
    const running = await start('handlers-server.ts', [variant]);
    try {
      for (const workload of requested) {
        await load(running.url, workload, Math.max(1, seconds / 2));
        const rate = await load(running.url, workload, seconds);
        if (variant === 'bare') rates.set(workload.name, rate);
        else ratios.set(workload.name, [...(ratios.get(workload.name) ?? []), rate / (rates.get(workload.name) ?? 1)]);
      }
    } finally {
      running.stop();
    }
  }
}

console.log(`
Validated, as a share of the same handlers without validation; median of ${rounds} rounds, ${CONNECTIONS} connections:

| request | share |
|---|---|
${requested.map(({ name }) => `| ${name} | ${median(ratios.get(name) ?? []).toFixed(2)} |`).join('\n')}`);
