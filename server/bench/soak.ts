/**
 * Sends many valid and invalid requests to all operations of the reference server, and checks its answers and memory:
 * `node server/bench/soak.ts [--requests 100000] [--concurrency 32] [--seed 1] [--validator eov] [--data FILE]`.
 * With or without a database file, memory must not grow.
 *
 * The requests are the examples of the documents, and variants of them that violate one constraint each. Exits with 1
 * when an answer is a 5xx, takes more than 5 seconds, or is a 4xx without the error form.
 */
import { fork } from 'node:child_process';
import { Agent, request as httpRequest } from 'node:http';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type ServiceName, serviceNames } from '@wallet-services/contract/services';
import { operationsOf } from '@wallet-services/generators/document';
import { documentOf } from '@wallet-services/generators/testing/documents';
import { brokenRequests, type TestRequest, validRequest } from '@wallet-services/generators/testing/requests';
import { seededRandom } from '../values/index.ts';
import type { SoakReport, SoakStarted } from './soak-server.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    concurrency: { type: 'string', default: '32' },
    seed: { type: 'string', default: '1' },
    validator: { type: 'string', default: 'compiled' },
    data: { type: 'string', default: '' },
  },
});
const total = Number(values.requests);
const concurrency = Number(values.concurrency);
const ANSWER_LIMIT = 5_000;

interface Planned {
  readonly service: ServiceName;
  readonly request: TestRequest;
}

function plan(): Planned[] {
  return serviceNames.flatMap((service) => {
    const document = documentOf(service);
    return operationsOf(document).flatMap((placed) => {
      const broken = brokenRequests(document, placed);
      // As many valid requests as invalid ones; otherwise valid ones would be rare.
      const valid = Array.from({ length: Math.max(1, broken.length) }, () => validRequest(placed));
      return [...valid, ...broken].map((request) => ({ service, request }));
    });
  });
}

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly milliseconds: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: concurrency });

function send(base: string, { request }: Planned, headers: Readonly<Record<string, string>>): Promise<Answer> {
  const query = new URLSearchParams(request.query).toString();
  const body = request.body === undefined ? undefined : JSON.stringify(request.body);
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      `${base}${request.path}${query === '' ? '' : `?${query}`}`,
      {
        agent,
        method: request.method,
        timeout: ANSWER_LIMIT,
        headers: {
          ...headers,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...request.headers,
        },
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            body: Buffer.concat(chunks).toString(),
            milliseconds: performance.now() - began,
          }),
        );
      },
    );
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${ANSWER_LIMIT} ms`)));
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Describes what is wrong with an answer; undefined when nothing is. */
function faultIn({ status, body }: Answer): string | undefined {
  if (status >= 500) return `status ${status}: ${body.slice(0, 200)}`;
  if (status < 400) return undefined;
  try {
    const { code, msg }: { code?: unknown; msg?: unknown } = JSON.parse(body);
    return typeof code === 'number' && typeof msg === 'string' ? undefined : `no error form: ${body.slice(0, 200)}`;
  } catch {
    return `a refusal that is not JSON: ${body.slice(0, 200)}`;
  }
}

const child = fork(fileURLToPath(new URL('soak-server.ts', import.meta.url)), [values.validator, values.data]);
const started = await new Promise<SoakStarted>((resolve, reject) => {
  child.once('message', (message) => resolve(message as SoakStarted));
  child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
});

function memory(): Promise<SoakReport> {
  return new Promise((resolve) => {
    child.once('message', (message) => resolve(message as SoakReport));
    child.send('memory');
  });
}

const random = seededRandom(Number(values.seed), 'soak');
const planned = plan();
const statuses = new Map<number, number>();
const times: number[] = [];
const faults = new Map<string, string>();
const resident: number[] = [];
let sent = 0;

async function worker(): Promise<void> {
  while (sent < total) {
    sent += 1;
    if (sent % Math.ceil(total / 10) === 0) {
      const { rss, heap } = await memory();
      resident.push(rss);
      const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20);
      process.stderr.write(
        `${sent} of ${total}, ${megabytes(rss)} MB resident, ${megabytes(heap)} MB heap, ${faults.size} kinds of fault
`,
      );
    }
    const each = random.pick(planned);
    try {
      const answer = await send(`${started.httpUrl}/${each.service}`, each, started.headers[each.service] ?? {});
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      times.push(answer.milliseconds);
      const fault = faultIn(answer);
      if (fault !== undefined) faults.set(`${each.service} ${each.request.label}`, fault);
    } catch (error) {
      faults.set(`${each.service} ${each.request.label}`, error instanceof Error ? error.message : String(error));
    }
  }
}

const began = performance.now();
await Promise.all(Array.from({ length: concurrency }, worker));
const seconds = (performance.now() - began) / 1000;
const { rss, cpu } = await memory();
child.kill();
agent.destroy();

times.sort((a, b) => a - b);
const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
console.log(`
| ${total} requests over all operations, ${concurrency} at a time | ${values.validator} |
|---|---|
| seconds; requests a second | ${seconds.toFixed(0)}; ${Math.round(total / seconds)} |
| milliseconds p50, p99, longest | ${at(0.5)}, ${at(0.99)}, ${at(0.999999)} |
| answers by status | ${[...statuses]
  .sort(([a], [b]) => a - b)
  .map(([status, count]) => `${status}: ${count}`)
  .join(', ')} |
| resident MB along the way | ${resident.map((bytes) => Math.round(bytes / 2 ** 20)).join(', ')} |
| resident MB at the end; CPU seconds | ${Math.round(rss / 2 ** 20)}; ${(cpu / 1e6).toFixed(0)} |
| faults | ${faults.size} |`);
for (const [label, fault] of faults) console.log(`\n${label}\n  ${fault}`);
process.exitCode = faults.size === 0 ? 0 : 1;
