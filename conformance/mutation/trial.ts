/** Runs the suite on a correct server with a fault in front of it. */
import { randomInt } from 'node:crypto';
import type { Mutant } from '../core/mutant.ts';
import type { ProxiedVariant } from '../core/variant.ts';
import type { ServiceName } from '../model/document/services.ts';
import type { ServiceTarget, Target } from '../model/target.ts';
import type { Contract } from '../run/contract.ts';
import type { RunReport, Verdict } from '../run/report.ts';
import { matches } from '../run/selection.ts';
import { runSuite, type SuiteOptions } from '../run/suite.ts';
import { forwardTo } from './proxy/forward.ts';
import { behind } from './proxy/reply.ts';
import { start } from './proxy/start.ts';

/** A server that is known to conform, with its target and contract. */
export interface CorrectServer {
  readonly target: Target;
  readonly contract: Contract;
}

/** The seed of a trial's ids: each trial has its own, since trials share the upstream server. */
function freshSeed(): number {
  return randomInt(1, 2 ** 31);
}

/** The wait for effects, in milliseconds: short, since the correct server shows them at once. */
const SETTLES = 150;

/** The correct server answers within this time, in milliseconds, however busy the machine is. */
const TIMEOUT = 3_000;

/** The target of one service at the proxy; RPC addresses of other origins are removed, since they would bypass it. */
function throughProxy({ services, ...rest }: Target, service: ServiceName, proxy: string): Target {
  const direct = services[service];
  if (direct === undefined) {
    throw new Error(`the correct server has no ${service}: give it an address in checks/targets/reference.yaml`);
  }
  const { origin } = new URL(direct.url);
  const rpc = Object.entries(direct.rpc).filter(([, url]) => new URL(url).origin === origin);
  const through: ServiceTarget = {
    ...direct,
    settleMs: direct.settleMs ?? SETTLES,
    url: direct.url.replace(origin, proxy),
    rpc: Object.fromEntries(rpc.map(([protocol, url]) => [protocol, url.replace(origin, proxy)])),
  };
  return { ...rest, services: { [service]: through } };
}

type Mutated = Pick<Mutant | ProxiedVariant, 'mutation' | 'target'>;

/** Calls a function with the target of one service of a correct server that has a fault in front of it. */
export async function behindProxy<Result>(
  { target }: CorrectServer,
  service: ServiceName,
  { mutation, target: described }: Mutated,
  use: (target: Target) => Promise<Result>,
): Promise<Result> {
  const direct = target.services[service];
  if (direct === undefined) {
    throw new Error(`the correct server has no ${service}: give it an address in checks/targets/reference.yaml`);
  }
  const forwarder = forwardTo(new URL(direct.url).origin);
  const proxy = await start(behind(mutation(), forwarder.handler));
  try {
    const through = throughProxy(target, service, proxy.origin);
    return await use(described === undefined ? through : described(through));
  } finally {
    await proxy.close();
    forwarder.close();
  }
}

/** Checks one service of a correct server with a fault in front of it. */
export function tryMutant(
  server: CorrectServer,
  service: ServiceName,
  faulty: Mutated,
  options: Pick<SuiteOptions, 'selection' | 'fuzz' | 'timeoutMs' | 'maxBytes' | 'reproduce' | 'onEvent'> = {},
): Promise<RunReport> {
  const { contract } = server;
  return behindProxy(server, service, faulty, (target) =>
    runSuite(target, { timeoutMs: TIMEOUT, contract, seed: freshSeed(), ...options }),
  );
}

/**
 * The wait for a faulty server, in milliseconds: short, since some never answer, and longer if the rule stays
 * undecided.
 */
const SHORT = 1500;
const PATIENT = 15_000;

/** How often a trial that is undecided is repeated. */
export const TRIES = 2;

/**
 * Runs only the rule that must detect a faulty server. If it is undecided, it runs again, with more patience: the
 * machine may be busy, and other trials write to the same server.
 */
export async function tryItsRule(server: CorrectServer, service: ServiceName, mutant: Mutant): Promise<RunReport> {
  const { kills, operation, timeoutMs = SHORT } = mutant;
  const selection = { rules: [kills], operations: operation === undefined ? [] : [operation] };
  const trial = (wait: number) => tryMutant(server, service, mutant, { selection, timeoutMs: wait, reproduce: false });
  let report = await trial(timeoutMs);
  for (let again = 1; again <= TRIES && !isDecided(report, kills); again += 1) report = await trial(PATIENT);
  return report;
}

/** Whether a rule came to a verdict. */
function isDecided(report: RunReport, rule: string): boolean {
  const undecided = rulesWith(report, 'blocked', 'unjudged', 'inconclusive').includes(rule);
  return !undecided || rulesWith(report, 'fail', 'warn').includes(rule);
}

/** Rules with one of the given verdicts. */
export function rulesWith(report: RunReport, ...verdicts: readonly Verdict[]): readonly string[] {
  const checks = report.services.flatMap((service) => service.checks);
  return [...new Set(checks.filter(({ verdict }) => verdicts.includes(verdict)).map(({ rule }) => rule))];
}

/** The problems with a correct variant: rules with verdicts that the variant does not list. */
export function blamed(report: RunReport, { advised = [], undecided = [] }: ProxiedVariant): readonly string[] {
  const among = (rule: string, patterns: readonly string[]) => patterns.some((pattern) => matches(rule, pattern));
  const open = rulesWith(report, 'inconclusive', 'blocked', 'unjudged');
  const warned = rulesWith(report, 'warn');
  const idle = (patterns: readonly string[], rules: readonly string[]) =>
    patterns.filter((pattern) => !rules.some((rule) => matches(rule, pattern)));
  return [
    ...rulesWith(report, 'fail', 'harness-error').map((rule) => `${rule} fails`),
    ...warned.filter((rule) => !among(rule, advised)).map((rule) => `${rule} warns`),
    ...open.filter((rule) => !among(rule, undecided)).map((rule) => `${rule} is not decided`),
    ...idle(advised, warned).map((pattern) => `${pattern} does not warn`),
    ...idle(undecided, open).map((pattern) => `${pattern} is decided`),
  ];
}
