/**
 * What hostile traffic does to others: while messages that are made to hurt pass from both sides, one request after the other
 * is sent with the proxy and without it. Prints the longest that each took, and the most memory.
 *
 * node mock/bench/hostile.ts [rounds, default 3]
 */
import { request } from 'node:http';
import { hostileMessages } from '../testing/hostile.ts';
import { startUpstream } from '../testing/upstream.ts';
import { folder, MEMORY, said, start, usageOf } from './measure.ts';

const rounds = Number(process.argv[2] ?? 3);

function send(url: string, body?: Buffer, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  const begun = performance.now();
  const method = body === undefined ? 'GET' : 'POST';
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method, agent: false, headers: { 'content-type': 'application/json', ...headers } },
      (answer) => {
        answer.resume();
        answer.once('close', () => resolve(performance.now() - begun));
      },
    );
    sent.once('error', reject).end(body);
  });
}

const other = start(`${folder}bench/upstream.ts`);
const direct = await said(other, /^(http:\S+)/);
let [answer, answerHeaders]: [Buffer, Readonly<Record<string, string>>] = [Buffer.from('{}'), {}];
const hostile = await startUpstream((incoming, outgoing) => {
  const [body, headers] = [answer, { 'content-type': 'application/json', ...answerHeaders }];
  incoming.resume();
  incoming.once('end', () => outgoing.writeHead(200, headers).end(body));
});
const proxy = start(
  ...[
    ...MEMORY,
    '--import',
    `${folder}bench/turns.ts`,
    `${folder}proxy/cli.ts`,
    '--vault',
    direct,
    '--lending',
    hostile.url,
    '--assistant',
    hostile.url,
  ],
  ...['--port', '0'],
);
let output = '';
proxy.stdout?.on('data', (chunk: Buffer) => {
  output += chunk.toString();
});
while (!/Ctrl-C to stop/.test(output)) await new Promise((resolve) => setTimeout(resolve, 50));
const [lending = '', vault = '', assistant = ''] = ['lending', 'vault', 'assistant'].map(
  (service) => new RegExp(`${service} +(http:\\S+)`).exec(output)?.[1],
);
proxy.kill('SIGUSR2');
console.log(`${hostileMessages.length} messages from each side, ${rounds} times`);

let isOver = false;
let most = 0;
const [without, withProxy]: [number[], number[]] = [[], []];
const others = (async () => {
  while (!isOver) {
    without.push(await send(`${direct}/flips`));
    withProxy.push(await send(`${vault}/flips`));
    most = Math.max(most, (await usageOf(proxy)).memory);
  }
})();
try {
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, body, headers } of hostileMessages) {
      [answer, answerHeaders] = [body(), headers ?? {}];
      const begun = performance.now();
      await Promise.all([send(`${lending}/api/v1/markets/all`), send(`${assistant}/indexes`, answer, headers)]);
      console.log(name, Math.round(performance.now() - begun), (await usageOf(proxy)).each.map(Math.round));
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
} finally {
  isOver = true;
  await others;
  proxy.kill('SIGINT');
  other.kill();
  await hostile.close();
}
for (const [name, values] of [
  ['without', without],
  ['with', withProxy],
] as const) {
  const sorted = values.toSorted((left, right) => left - right);
  const at = (part: number) => (sorted[Math.floor(part * (sorted.length - 1))] ?? 0).toFixed(1);
  console.log(
    `${name.padEnd(8)} ${sorted.length} requests: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`,
  );
}
console.log(`most memory: ${most.toFixed(0)} MiB`);
proxy.once('close', (code) => {
  const lines = output.split('\n').filter((line) => /longest turn|requests?,/.test(line));
  console.log(`the proxy ended with ${code}: ${lines.join('; ')}`);
});
