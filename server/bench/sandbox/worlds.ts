/** Measures the time and the memory of a world: `node server/bench/sandbox/worlds.ts [worlds]`. Default: 199 worlds. */
import { openSandbox, type World } from '@wallet-services/client/sandbox';
import { startServer } from '../../index.ts';

const count = Number(process.argv[2] ?? 199);
const server = await startServer({ port: 0, rpcPort: 0 });
const sandbox = openSandbox({ url: server.httpUrl });
const megabytes = () => process.memoryUsage().rss / 1e6;

const times: Record<string, number> = {};
async function timed<Result>(name: string, act: () => Promise<Result>): Promise<Result> {
  const begun = performance.now();
  const result = await act();
  times[name] = (times[name] ?? 0) + performance.now() - begun;
  return result;
}

await (await timed('the first, which seeds', () => sandbox.world())).remove();
const before = megabytes();
const worlds: World[] = [];
for (let made = 0; made < count; made += 1) worlds.push(await timed('a world', () => sandbox.world()));
const made = megabytes();
for (const { services } of worlds) {
  await timed('its first answer', async () => (await fetch(`${services.lending}/api/v1/markets/all`)).text());
}
for (const { services } of worlds) {
  await timed('its second answer', async () => (await fetch(`${services.lending}/api/v1/markets/all`)).text());
}
const used = megabytes();
const heap = process.memoryUsage().heapUsed / 1e6;
for (const world of worlds) await timed('removing one', () => world.remove());
await server.close();

const each = (name: string) => (times[name] ?? 0) / (name === 'the first, which seeds' ? 1 : count);
console.table(Object.fromEntries(Object.keys(times).map((name) => [name, { ms: Number(each(name).toFixed(1)) }])));
console.table({
  'a world that was made': { MB: Number(((made - before) / count).toFixed(2)) },
  'a world that has answered': { MB: Number(((used - before) / count).toFixed(2)) },
  [`the process with ${count}`]: { MB: Math.round(used) },
  'of that, heap': { MB: Math.round(heap) },
});
