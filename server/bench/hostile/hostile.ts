/**
 * A hundred hostile clients, and their effect on another client: `node server/bench/hostile/hostile.ts [--seconds 20]
 * [--clients 100] [--data FILE] [--only 'NAME;NAME'] [--flags=--cpu-prof]`.
 *
 * The server runs with the flags and the environment of `npm run serve`; hostile clients run in a separate process. The
 * other client requests all markets and the time, one after the other, on one connection: first on an idle server, then
 * during the attack. Exits with 1 when the server uses more than 300 MB, or the other client waits longer than 250 ms
 * at the 99th percentile, or is rejected.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { MEMORY_ENVIRONMENT } from '../../memory.ts';
import type { SoakStarted } from '../soak-server.ts';
import { behaviours, LARGE_PAGE } from './behaviours.ts';
import type { HostileOrder, HostileReport } from './clients.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    clients: { type: 'string', default: '100' },
    data: { type: 'string', default: '' },
    only: { type: 'string', default: '' },
    /** More flags of Node for the server. */
    flags: { type: 'string', default: '' },
  },
});
const seconds = Number(values.seconds);
const FRUGAL = ['--optimize-for-size', '--max-semi-space-size=2', '--max-old-space-size=192'];
const SERVE_FLAGS = [...FRUGAL, ...values.flags.split(' ').filter(Boolean)];
const MOST_MEGABYTES = 300;
const MOST_MILLISECONDS = 250;

const children: ChildProcess[] = [];
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

function started(name: string, args: readonly string[], execArgv: readonly string[] = []): ChildProcess {
  const env = { ...process.env, ...MEMORY_ENVIRONMENT };
  const child = fork(fileURLToPath(new URL(name, import.meta.url)), args, { execArgv: [...execArgv], env });
  children.push(child);
  return child;
}

const reported = <Message>(child: ChildProcess) =>
  new Promise<Message>((resolve, reject) => {
    child.once('message', (message) => resolve(message as Message));
    child.once('exit', (code) => reject(new Error(`a process ended with ${code}`)));
  });

const server = started('../soak-server.ts', ['compiled', values.data], SERVE_FLAGS);
const { httpUrl, rpcUrl, headers } = await reported<SoakStarted>(server);

async function post(path: string, body: unknown): Promise<{ data?: { id?: string } }> {
  const [, service = ''] = path.split('/');
  const response = await fetch(`${httpUrl}${path}`, {
    method: 'POST',
    headers: { ...headers[service], 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.json();
}

/** Creates the large resources that a client may request. */
async function prepare(): Promise<string> {
  for (let n = 0; n < 100; n += 1) {
    await post(LARGE_PAGE.split('&limit')[0] ?? '', { content: '\u{1F33E}'.repeat(5_000) });
  }
  for (let n = 0; n < 9; n += 1) {
    const items = Array.from({ length: 15 }, (_, at) => ({
      object_id: `${n}-${at}`,
      category: 'plain-text',
      data: `hostile ${randomBytes(31_000).toString('hex')}`,
    }));
    await post('/assistant/indexes', { items });
  }
  const { data } = await post('/assistant/conversations', { bot_id: 1, user_identity: 'hostile' });
  for (let n = 0; n < 5; n += 1) {
    await post(`/assistant/conversations/${data?.id}`, { content: randomBytes(120_000).toString('hex') });
    await wait(200);
  }
  return data?.id ?? '';
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

interface Seen {
  readonly status: number;
  readonly milliseconds: number;
  /** What the server's own thread has worked meanwhile, for whomever: on a busy machine, it waits as well. */
  readonly worked: number;
}

/** What the server's own thread has worked so far, in milliseconds. */
function worked(): number {
  const [nanoseconds = ''] = readFileSync(`/proc/${server.pid}/task/${server.pid}/schedstat`, 'utf8').split(' ');
  return Number(nanoseconds) / 1e6;
}

function seenAt(path: string): Promise<Seen> {
  const [began, before] = [performance.now(), worked()];
  return new Promise((resolve) => {
    const end = (status: number) =>
      resolve({ status, milliseconds: performance.now() - began, worked: worked() - before });
    const outgoing = request(`${httpUrl}${path}`, { agent, timeout: 30_000 }, (incoming) => {
      incoming.resume();
      incoming.once('close', () => end(incoming.statusCode ?? 0));
    });
    outgoing.once('timeout', () => outgoing.destroy());
    outgoing.once('error', () => end(0));
    outgoing.end();
  });
}

async function plainClient(length: number): Promise<Seen[]> {
  const until = performance.now() + length * 1_000;
  const seen: Seen[] = [];
  while (performance.now() < until) {
    seen.push(await seenAt(seen.length % 2 === 0 ? '/lending/api/v1/markets/all' : '/vault/time'));
    await wait(10);
  }
  return seen;
}

/** Resident and highest resident memory of the server, in MB (Linux). */
function memory(): { readonly now: number; readonly peak: number } {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
  const of = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024);
  return { now: of('VmRSS'), peak: of('VmHWM') };
}

function row(name: string, seen: readonly Seen[]): { readonly p99: number; readonly line: string } {
  const sorted = (of: (one: Seen) => number) => seen.map(of).sort((a, b) => a - b);
  const times = sorted(({ milliseconds }) => milliseconds);
  const at = (share: number, from = times) => from[Math.min(from.length - 1, Math.floor(from.length * share))] ?? 0;
  const work = at(
    0.99,
    sorted((one) => one.worked),
  );
  const refused = seen.filter(({ status }) => status !== 200).length;
  const { now, peak } = memory();
  const figures = [at(0.5), at(0.99), at(1), work].map((value) => value.toFixed(1)).join(' | ');
  return { p99: at(0.99), line: `| ${name} | ${seen.length} | ${refused} | ${figures} | ${now} | ${peak} |` };
}

const conversation = await prepare();
const idle = row('alone', await plainClient(Math.min(5, seconds)));
const hostile = started('clients.ts', []);
const only = values.only === '' ? [] : values.only.split(';');
const unknown = only.find((name) => !Object.hasOwn(behaviours, name));
if (unknown !== undefined) throw new Error(`--only: there is ${Object.keys(behaviours).join(', ')}`);
hostile.send({
  victim: { httpUrl, rpcUrl, headers, conversation },
  clients: Number(values.clients),
  only,
} satisfies HostileOrder);
const meanwhile = row(`beside ${values.clients} hostile clients`, await plainClient(seconds));
const report = reported<HostileReport>(hostile);
hostile.send('report');
const statuses = await report;
const { peak } = memory();
console.log(`
| the other client | requests | refused | p50 ms | p99 ms | longest ms | p99 of the server's work meanwhile, ms | MB now | MB at most |
|---|---|---|---|---|---|---|---|---|
${idle.line}
${meanwhile.line}

p99 to idle: ${(meanwhile.p99 / idle.p99).toFixed(1)}. Hostile answers by status: ${
  Object.entries(statuses)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ') || 'none'
}.`);
agent.destroy();
process.exit(peak > MOST_MEGABYTES || meanwhile.p99 > MOST_MILLISECONDS ? 1 : 0);
