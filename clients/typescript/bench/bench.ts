/**
 * How long a call takes with fetch alone and with the client, in microseconds: medians of calls taken in turns. Alone,
 * `fetch` does what any call must: a time limit, and a check of the status.
 */
import { createClient } from '@wallet-services/client/swap';

const [WARM_UP, CALLS] = [300, 2_000];
const origin = process.env['BENCH_URL'];
if (origin === undefined) throw new Error('BENCH_URL is not set; npm run check:client -- --all sets it');

const swap = createClient({ baseUrl: `${origin}/swap` });
const ways = {
  bare: async () => {
    const response = await fetch(`${origin}/swap/transactions?limit=20`, { signal: AbortSignal.timeout(10_000) });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return (await response.json()).data.transactions;
  },
  client: async () => (await swap.GET('/transactions', { params: { query: { limit: 20 } } })).data?.data.transactions,
};

const taken: Record<string, number[]> = { bare: [], client: [] };
for (let count = 0; count < WARM_UP + CALLS; count += 1) {
  for (const [name, call] of Object.entries(ways)) {
    const start = performance.now();
    await call();
    if (count >= WARM_UP) taken[name]?.push((performance.now() - start) * 1_000);
  }
}
const median = (times: readonly number[]) => times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)];
console.log(JSON.stringify({ bare: median(taken['bare'] ?? []), client: median(taken['client'] ?? []) }));
