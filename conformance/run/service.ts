/** Checks one service. */

import type { SignedIn, SuiteContext } from '../core/context.ts';
import { type Breach, blocked } from '../core/judgement.ts';
import type { Conversation, KnownRule } from '../core/rule.ts';
import type { ServiceName } from '../model/document/services.ts';
import type { Exchange } from '../model/exchange.ts';
import { type ServiceTarget, type SignIn, secretsOf } from '../model/target.ts';
import { type FinishedCase, runCases } from './cases.ts';
import { type Suite, suiteOf, uncheckedRules } from './catalogue.ts';
import { Made } from './clean-up.ts';
import { suiteContextOf } from './context.ts';
import type { Contract, ServiceContract } from './contract.ts';
import { Ending } from './ending.ts';
import type { Listener } from './events.ts';
import { withCauses } from './judge/causes.ts';
import { conclude, type Witness } from './judge/conclude.ts';
import { Effort } from './judge/effort.ts';
import { checksOfGaps } from './judge/gaps.ts';
import { checksOf, type JudgedCase, judgeCase } from './judge/judge.ts';
import { reproduce } from './judge/reproduce.ts';
import { type LeftOut, leftOutOf } from './left-out.ts';
import type { Finding, ServiceReport } from './report.ts';
import { type Selection, selectsOperation, selectsRule } from './selection.ts';
import { Absence } from './send/absence.ts';
import { type Client, openClient } from './send/client.ts';
import { aheadOfUs } from './send/clock.ts';
import type { HttpLimits } from './send/http.ts';
import { unreachable } from './send/reach.ts';
import { distinctSecrets, secretsBroughtBy } from './send/redact.ts';
import { renewing } from './send/renew.ts';
import { signIn } from './send/sign-in.ts';
import { keeping } from './slim.ts';
import { brokenSoFar } from './so-far.ts';

export interface ServiceRun {
  readonly service: ServiceName;
  readonly contract: Contract;
  readonly target: ServiceTarget;
  readonly signIn: SignIn;
  readonly seed: number;
  /** Random cases, in addition to the enumerated ones. */
  readonly fuzz: number;
  readonly readOnly: boolean;
  /** Repeats the requests of findings. */
  readonly reproduce: boolean;
  /** Keeps every exchange, to judge it again. Default: only exchanges that broke a rule. */
  readonly keepTraces?: boolean;
  readonly limits: HttpLimits;
  readonly concurrency: number;
  /** The possible early end of the run. Absent: it ends when everything was sent. */
  readonly ending?: Ending;
  readonly signal: AbortSignal | undefined;
  readonly selection: Selection;
  readonly allows: (ruleId: string) => boolean;
  readonly secrets: readonly string[];
  readonly notify: Listener;
}

/** The requests to a service, their answers, and the judgements of every rule on each case. */
export interface Exercised {
  readonly suite: SuiteContext;
  /** The operations that were not called. */
  readonly leftOut: LeftOut;
  /** The request after which the server went away; null where it did not. */
  readonly wentAway: string | null;
  /** The target with the most recent credentials. */
  readonly target: ServiceTarget;
  /** The selected rules. They keep what they judged. */
  readonly rules: readonly KnownRule[];
  readonly finished: readonly JudgedCase[];
  /** Why no requests could be sent; null when the service answers. */
  readonly unreachable: string | null;
  /** What the run created; null where none of it is deleted. */
  readonly made: Made | null;
  /** Requests that were sent. */
  readonly requests: number;
  /** Credentials that were used or created: they must not be shown. */
  readonly secrets: readonly string[];
}

/**
 * The conversations of the selected rules. A rule that watches needs the exchanges of others, so it selects all
 * conversations, unless it sends requests itself; of a selected operation all are kept, since the rule may only know
 * requests of other operations.
 */
function planOf(
  { conversations }: Suite,
  rules: readonly KnownRule[],
  suite: SuiteContext,
  { selection, leftOut }: ServiceRun & { readonly leftOut: LeftOut },
): readonly Conversation[] {
  const selected = new Set(rules.map(({ id }) => id));
  const planned = conversations(suite);
  const sending = new Set(planned.flatMap((conversation) => conversation.rules));
  const isPlaced = selection.operations.length > 0;
  const needsOthers = rules.some(({ id, watch }) => watch !== undefined && (isPlaced || !sending.has(id)));
  return planned.filter(
    ({ operation, rules: ids }) =>
      selectsOperation(selection, operation) &&
      !leftOut.has(operation ?? '') &&
      (needsOthers || ids.some((id) => selected.has(id))),
  );
}

/**
 * Deletes what a run created. After an early end the client of the run sends nothing more, and another one does it.
 *
 * @param observe wraps that client
 */
async function cleanUp(
  made: Made,
  client: Pick<Client, 'send'>,
  { limits, concurrency, signal, ending }: ServiceRun,
  { suite, target, leftOut }: Pick<Exercised, 'suite' | 'target' | 'leftOut'>,
  observe: (client: Client) => Client,
): Promise<void> {
  if (ending?.isOver !== true) return made.takeAway(client);
  const other = openClient(suite.api, target, suite.rpc, { limits, concurrency, signal, leftOut });
  await made.takeAway(observe(other)).finally(() => other.close());
}

/** Called with each exchange, its start (milliseconds since 1970) and its duration in milliseconds. */
type OnExchange = (exchange: Exchange, startedAt: number, milliseconds: number) => void;

function observed(client: Client, onExchange: OnExchange): Client {
  return {
    async send(call) {
      const [startedAt, start] = [Date.now(), performance.now()];
      const exchange = await client.send(call);
      onExchange(exchange, startedAt, performance.now() - start);
      return exchange;
    },
    useTarget: (target) => client.useTarget(target),
    close: () => client.close(),
  };
}

/**
 * Signs in and sends all requests that the selected rules need.
 *
 * @throws only when the run is interrupted.
 */
export async function exercise(run: ServiceRun): Promise<Exercised> {
  const { service, target, notify, concurrency, limits, signal, readOnly, ending } = run;
  const unsigned = await suiteContextOf(run.contract, run);
  const { api, wallet } = unsigned;
  let requests = 0;
  let started = false;
  const signedIn = [target];
  const knownSecrets = () =>
    distinctSecrets([
      ...run.secrets,
      ...signedIn.flatMap((one) => secretsOf({ services: { [service]: one }, allowInconclusive: [] })),
      ...wallet.secrets(),
    ]);
  const leftOut = leftOutOf(api, target, run.selection, unsigned.profile.isStrict === true);
  const effort = new Effort();
  const opened = openClient(api, target, unsigned.rpc, { limits, concurrency, signal, effort, leftOut, ending });
  const made = new Made(api, leftOut);
  const absence = new Absence();
  const onExchange: OnExchange = (exchange, startedAt, milliseconds) => {
    made.note(exchange);
    absence.note(exchange);
    if (exchange.outcome.kind === 'answer' || exchange.outcome.reason !== 'skipped') requests += 1;
    if (started) notify({ type: 'request-finished', service, requests });
    const about = { exchange, secrets: knownSecrets, startedAt, milliseconds, repeat: false };
    notify({ type: 'exchange-finished', service, ...about });
  };
  const observe = (one: Client) => observed(one, onExchange);
  const client = observe(opened);
  try {
    const problem = await unreachable(api, client, target, readOnly, async (exchange, later) =>
      wallet.useClock(await aheadOfUs(exchange, later)),
    );
    const signed: SignedIn =
      problem === null ? await signIn(unsigned, (call) => client.send(call)) : { target, problem: null };
    const suite: SuiteContext = { ...unsigned, target: signed.target, signInProblem: signed.problem };
    const use = (one: ServiceTarget) => {
      signedIn.push(one);
      return one;
    };
    client.useTarget(use(signed.target));
    const { again } = signed;
    const sending = again === undefined ? client : renewing(client, api, async () => use(await again()));
    const catalogue = suiteOf(await run.contract.service(service));
    const rules = catalogue.rules.filter((rule) => selectsRule(run.selection, rule));
    const conversations = planOf(catalogue, rules, suite, { ...run, leftOut });
    started = true;
    notify({ type: 'service-started', service, url: target.url, cases: conversations.length });
    let done = 0;
    const brought = new Set<string>();
    const broken = brokenSoFar(rules);
    const kept = keeping();
    const onFinished = (finished: FinishedCase): JudgedCase => {
      const judged = effort.during(() => judgeCase(finished, rules, suite));
      for (const secret of secretsBroughtBy(finished)) brought.add(secret);
      done += 1;
      notify({ type: 'case-finished', service, done, cases: conversations.length, broken: broken(judged) });
      return run.keepTraces === true ? judged : kept(judged);
    };
    const options = { suite, concurrency, readOnly, signal, ending, onFinished };
    const finished = problem === null ? await runCases(conversations, sending, options) : [];
    const isCleaned = problem === null && !readOnly && unsigned.profile.isStrict === true;
    // The requests of findings are repeated on what the run created.
    const latest = signedIn.at(-1) ?? target;
    if (isCleaned && !run.reproduce) await cleanUp(made, sending, run, { suite, target: latest, leftOut }, observe);
    const secrets = distinctSecrets([...knownSecrets(), ...brought]);
    return {
      suite,
      leftOut,
      wentAway: absence.after,
      target: latest,
      rules,
      finished,
      unreachable: problem,
      made: isCleaned ? made : null,
      requests,
      secrets,
    };
  } finally {
    client.close();
  }
}

/** Collects the checks of a service from the judgements of its rules. Pure. */
function judgeService(
  contract: ServiceContract,
  { suite, leftOut, wentAway, rules, finished, unreachable, requests, secrets }: Exercised,
  { selection, allows, witness }: Pick<ServiceRun, 'selection' | 'allows'> & { readonly witness?: Witness },
): ServiceReport {
  const { api, target } = suite;
  const unchecked = uncheckedRules(contract).filter((rule) => selectsRule(selection, rule));
  const untried = selection.operations.length === 0 ? (contract.untried ?? []) : [];
  const notCalled = [...[...leftOut].map(([operation, why]) => ({ operation, why })), ...untried];
  const base = {
    service: api.service,
    url: target.url,
    unchecked: unchecked.map(({ id }) => id),
    unreachable,
    requests,
    ...(wentAway === null ? {} : { wentAway }),
    ...(notCalled.length === 0 ? {} : { leftOut: notCalled }),
  };
  if (unreachable !== null) {
    const judgements = [blocked(unreachable)];
    const checks = rules
      .filter(({ perOperation }) => !perOperation)
      .map((rule) => conclude({ rule, operation: rule.operation, judgements, allowed: false, secrets }));
    return { ...base, checks };
  }
  const options = { selection, allows, secrets, witness };
  const checks = withCauses(rules.flatMap((rule) => checksOf(rule, finished, suite, options)));
  const every = [...checks, ...checksOfGaps(contract, selection)];
  return { ...base, checks: every.filter(({ operation }) => operation === null || !leftOut.has(operation)) };
}

/** A report with what the run created and did not delete. */
function withRemaining(report: ServiceReport, made: Made | null): ServiceReport {
  const remaining = made?.remaining() ?? [];
  return remaining.length === 0 ? report : { ...report, remaining };
}

/**
 * Checks a service.
 *
 * @throws only when the run is interrupted.
 */
export async function runService(run: ServiceRun): Promise<ServiceReport> {
  const exercised = await exercise(run);
  const witnesses = new Map<Finding, Breach>();
  const { selection, allows } = run;
  const witness: Witness = (finding, breach) => witnesses.set(finding, breach);
  const report = judgeService(await run.contract.service(run.service), exercised, { selection, allows, witness });
  const { made } = exercised;
  if (!run.reproduce || (witnesses.size === 0 && made === null)) return withRemaining(report, made);
  const { limits, concurrency, signal, notify, service } = run;
  // Findings are repeated after the time of the run.
  const ending = new Ending(undefined, run.ending?.stop);
  const { suite, secrets, leftOut } = exercised;
  const opened = openClient(suite.api, exercised.target, suite.rpc, { limits, concurrency, signal, leftOut, ending });
  let repeat = true;
  const onExchange: OnExchange = (exchange, startedAt, milliseconds) => {
    made?.note(exchange);
    notify({ type: 'exchange-finished', service, exchange, secrets: () => secrets, startedAt, milliseconds, repeat });
  };
  const observe = (one: Client) => observed(one, onExchange);
  const client = observe(opened);
  let judged = report;
  try {
    if (witnesses.size > 0) judged = await reproduce(report, { ...exercised, witnesses, client });
  } finally {
    repeat = false;
    const cleaned = made === null ? Promise.resolve() : cleanUp(made, client, { ...run, ending }, exercised, observe);
    await cleaned.finally(() => client.close());
  }
  return withRemaining(judged, made);
}
