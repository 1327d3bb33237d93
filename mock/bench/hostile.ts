/**
 * What hostile traffic does to others: while messages that are made to hurt pass from both sides, another process sends one
 * request after the other with the proxy and without it. Prints the longest that each took, and the most memory.
 *
 * node mock/bench/hostile.ts [rounds, default 3]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { setPriority } from 'node:os';
import { hostileMessages } from '../testing/hostile.ts';
import { startUpstream } from '../testing/upstream.ts';
import { folder, MEMORY, matchIn, start, type Usage, usageOf } from './measure.ts';

const rounds = Number(process.argv[2] ?? 3);

function send(url: string, body?: Buffer, headers: Readonly<Record<string, string>> = {}): Promise<void> {
  const method = body === undefined ? 'GET' : 'POST';
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method, agent: false, headers: { 'content-type': 'application/json', ...headers } },
      (answer) => {
        answer.resume();
        answer.once('close', resolve);
      },
    );
    sent.once('error', reject).end(body);
  });
}

const other = start(`${folder}bench/upstream.ts`);
const direct = await matchIn(other, /^(http:\S+)/);
let [answer, answerHeaders]: [Buffer, Readonly<Record<string, string>>] = [Buffer.from('{}'), {}];
const hostile = await startUpstream((incoming, outgoing) => {
  const [body, headers] = [answer, { 'content-type': 'application/json', ...answerHeaders }];
  incoming.resume();
  incoming.once('end', () => outgoing.writeHead(200, headers).end(body));
});
const proxy = start(
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
  '--port',
  '0',
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

const messages = hostileMessages.map((one) => ({ ...one, body: one.body() }));
const others = spawn(process.execPath, [`${folder}bench/others.ts`, `${direct}/flips`, `${vault}/flips`], {
  stdio: ['pipe', 'inherit', 'inherit'],
});
// Whoever attacks has another machine: what is measured does not wait for the attack to be made.
setPriority(15);
let most: Usage = { each: [], memory: 0, cpu: 0 };
const watching = setInterval(async () => {
  const now = await usageOf(proxy);
  if (now.memory > most.memory) most = now;
}, 20);
try {
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, body, headers } of messages) {
      [answer, answerHeaders] = [body, headers ?? {}];
      const begun = performance.now();
      await Promise.all([send(`${lending}/api/v1/markets/all`), send(`${assistant}/indexes`, answer, headers)]);
      console.log(name, Math.round(performance.now() - begun), (await usageOf(proxy)).each.map(Math.round));
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
} finally {
  clearInterval(watching);
  others.stdin?.end();
  await once(others, 'close');
  proxy.kill('SIGINT');
  other.kill();
  await hostile.close();
}
console.log(`most memory: ${most.memory.toFixed(0)} MiB, of ${most.each.map(Math.round).join(' and ')}`);
proxy.once('close', (code) => {
  const lines = output.split('\n').filter((line) => /longest turn|requests?,/.test(line));
  console.log(`the proxy ended with ${code}: ${lines.join('; ')}`);
});
