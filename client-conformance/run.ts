/** Sends a client the steps of the script, one by one, and judges its behaviour. */
import { redact } from '@wallet-services/conformance/testing/clients';
import { messageOf } from '@wallet-services/kit/errors';
import { contractProblems, nameOf } from './judge/contract.ts';
import type { Problem } from './judge/problem.ts';
import { secretJudge } from './judge/secrets.ts';
import type { Client, Command, OpenClient, Reply, Trouble } from './protocol.ts';
import type { ClientReport, StepReport } from './report.ts';
import type { Prepared, Step } from './steps/step.ts';
import { operationsOf } from './steps/step.ts';
import type { ClientSuite } from './suite.ts';
import type { Watched } from './watcher.ts';

export interface RunOptions {
  readonly steps: readonly Step[];
  /** Longest wait for the client's answer to a step, in milliseconds. */
  readonly limitMs: number;
  readonly signal?: AbortSignal;
  readonly onStep?: (report: StepReport) => void;
}

/** After the last step: the client ends by itself. */
export const END = { id: 'protocol.end', title: 'Exits when its input ends', source: null } as const;

/** Longest time for a client to end, in milliseconds, unless the limit of a step is shorter. */
const END_LIMIT = 10_000;

/** Number of consecutive failures (exit, hang, violation of the protocol) after which the client is not restarted. */
const PATIENCE = 3;

/** Unexpected requests: neither of the operation, nor to sign in for it. */
function uninvitedProblems(command: Command, all: readonly Watched[]): readonly Problem[] {
  const requested = operationsOf(command);
  const names = requested.some((name) => name.startsWith('comment ')) ? [...requested, 'comment signIn'] : requested;
  const isAllowed = (name: string) =>
    names.includes(name) ||
    name.includes('/elsewhere') ||
    (command.do === 'authorize' && / \/wallet\/oauth\//.test(name));
  return all.flatMap((watched) => {
    if (watched.operation === undefined && watched.service !== null) return [];
    const name = nameOf(watched);
    if (isAllowed(name)) return [];
    return [{ expected: `requests of ${names.join(' and ')} only`, actual: name }];
  });
}

function unique(problems: readonly Problem[]): readonly Problem[] {
  return [...new Map(problems.map((problem) => [`${problem.expected}\n${problem.actual}`, problem])).values()];
}

function sentText({ request }: Watched): string {
  const query = request.query.size === 0 ? '' : `?${request.query}`;
  return `${request.method} ${request.path}${query}${request.body === '' ? '' : ` ${request.body}`}`;
}

/** Longest reported part of a request, in characters. */
const SHOWN = 400;

/** Number of reported requests; further ones are only counted. */
const SHOWN_REQUESTS = 5;

function sentTexts(all: readonly Watched[], secrets: readonly string[]): readonly string[] {
  const shown = all.slice(0, SHOWN_REQUESTS).map((watched) => redact(sentText(watched), secrets).slice(0, SHOWN));
  return all.length > shown.length ? [...shown, `and ${all.length - shown.length} more requests`] : shown;
}

interface Judged {
  readonly prepared: Prepared;
  readonly reply: Reply | Trouble;
  readonly all: readonly Watched[];
}

function judged({ prepared, reply, all }: Judged, suite: ClientSuite, leaks: readonly Problem[]): readonly Problem[] {
  const { command, expect } = prepared;
  const contract = all.flatMap((watched) => contractProblems(suite, watched));
  const watched = [...leaks, ...contract, ...uninvitedProblems(command, all)];
  if (reply.kind === 'trouble')
    return unique([{ expected: 'a reply of the client', actual: reply.problem }, ...watched]);
  if (reply.kind === 'unsupported') return unique(watched);
  const names = operationsOf(command);
  const requests = all.filter((each) => names.includes(nameOf(each)));
  return unique([...watched, ...expect.flatMap((one) => one({ reply, requests, all }))]);
}

/** A client that is started when needed, and restarted after a failure. */
function restarting(open: OpenClient, variables: ClientSuite['variables']) {
  let client: Client | null = null;
  let broken = 0;
  return {
    isGivenUp: () => broken >= PATIENCE,
    async deliver(step: string, { command, variables: own }: Prepared, limitMs: number): Promise<Reply | Trouble> {
      if (own !== undefined) {
        client?.kill();
        client = null;
      }
      client ??= await open({ ...variables, ...own });
      const reply = await client.deliver(step, command, limitMs);
      broken = reply.kind === 'trouble' ? broken + 1 : 0;
      if (reply.kind === 'trouble' || own !== undefined) {
        client.kill();
        client = null;
      }
      return reply;
    },
    async end(limitMs: number): Promise<string | null> {
      const problem = (await client?.end(limitMs)) ?? null;
      client = null;
      return problem;
    },
    kill: () => client?.kill(),
  };
}

/**
 * Runs the script.
 * @throws the reason of the signal when it interrupts, UsageError when the client cannot be started
 */
export async function runScript(suite: ClientSuite, open: OpenClient, options: RunOptions): Promise<ClientReport> {
  const { steps, limitMs, signal, onStep } = options;
  const secrets = secretJudge(suite);
  const client = restarting(open, suite.variables);
  const onAbort = () => client.kill();
  signal?.addEventListener('abort', onAbort);
  const reports: StepReport[] = [];
  const notify = (report: StepReport) => {
    reports.push(report);
    onStep?.(report);
  };

  async function take(step: Step): Promise<StepReport> {
    const { id, title, source } = step;
    const about = { id, title, source, sent: [], problems: [] };
    if (client.isGivenUp()) {
      return { ...about, verdict: 'blocked', reason: `the client failed ${PATIENCE} times in a row` };
    }
    const prepared = await step.prepare(suite).catch((error: unknown) => {
      signal?.throwIfAborted();
      return messageOf(error);
    });
    if (typeof prepared === 'string') return { ...about, verdict: 'blocked', reason: prepared };
    const all = suite.watcher.begin(prepared.fault);
    const reply = await client.deliver(id, prepared, Math.max(limitMs, prepared.leastLimitMs ?? 0));
    signal?.throwIfAborted();
    const leaks = all.flatMap((watched) => secrets.problems(watched));
    const hide = (text: string) => redact(text, [...secrets.known(), ...(prepared.secrets ?? [])]);
    const problems = judged({ prepared, reply, all: [...all] }, suite, leaks).map(({ expected, actual }) => ({
      expected: hide(expected),
      actual: hide(actual),
    }));
    const sent = sentTexts(all, secrets.known());
    if (problems.length > 0) return { ...about, sent, problems, verdict: 'fail', reason: null };
    if (reply.kind === 'unsupported') return { ...about, verdict: 'unsupported', reason: hide(reply.reason) };
    return { ...about, sent, verdict: 'pass', reason: null };
  }

  try {
    for (const step of steps) {
      signal?.throwIfAborted();
      notify(await take(step));
    }
    if (!client.isGivenUp()) {
      const problem = await client.end(Math.min(limitMs, END_LIMIT));
      const problems = problem === null ? [] : [{ expected: 'exit code 0', actual: problem }];
      notify({ ...END, sent: [], problems, verdict: problem === null ? 'pass' : 'fail', reason: null });
    }
    return { steps: reports };
  } finally {
    signal?.removeEventListener('abort', onAbort);
    client.kill();
  }
}
