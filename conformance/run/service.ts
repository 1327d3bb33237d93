/** Checks one service. */
import { exampleInput } from '../generate/inputs.ts';
import type { ApiModel } from '../model/api.ts';
import { callOf } from '../model/call.ts';
import type { HttpCall } from '../model/exchange.ts';
import { rulesOf, uncheckedRules } from '../rules/catalogue.ts';
import { blocked } from '../rules/judgement.ts';
import type { KnownRule, Scene } from '../rules/rule.ts';
import type { ServiceTarget } from '../target/target.ts';
import { type PlannedCase, runCases } from './cases.ts';
import { type Client, openClient } from './client.ts';
import { conclude } from './conclude.ts';
import type { Listener } from './events.ts';
import type { HttpLimits } from './http.ts';
import { checksOf, type JudgeOptions } from './judge.ts';
import type { ServiceReport } from './report.ts';
import { sceneOf } from './scene.ts';
import { selectsOperation, selectsRule } from './selection.ts';

export interface ServiceRun extends Omit<JudgeOptions, 'failedPlans'> {
  readonly api: ApiModel;
  readonly target: ServiceTarget;
  readonly seed: number;
  readonly limits: HttpLimits;
  readonly concurrency: number;
  readonly signal: AbortSignal | undefined;
  readonly notify: Listener;
}

interface Plan {
  readonly cases: readonly PlannedCase[];
  /** What went wrong while a rule planned, by rule id. */
  readonly failed: ReadonlyMap<string, unknown>;
}

/**
 * What the selected rules ask. A rule that watches has nothing to watch unless others ask, so then all of them do.
 */
function planOf(rules: readonly KnownRule[], scene: Scene, { selection }: ServiceRun): Plan {
  const selected = rules.filter((rule) => selectsRule(selection, rule));
  const asking = selected.some(({ watch }) => watch !== undefined) ? rules : selected;
  const failed = new Map<string, unknown>();
  const cases = asking.flatMap((rule): readonly PlannedCase[] => {
    try {
      return (rule.plan?.(scene) ?? [])
        .filter(({ operation }) => selectsOperation(selection, operation))
        .map((one) => ({ rule, one }));
    } catch (error) {
      failed.set(rule.id, error);
      return [];
    }
  });
  return { cases, failed };
}

/** A request that tells whether anything is there at all: a GET, one that needs nothing if there is one. */
function knock({ operations }: ApiModel): HttpCall | null {
  const gets = operations.filter(({ method }) => method === 'GET');
  const operation = gets.find(({ parameters }) => !parameters.some(({ required }) => required)) ?? gets[0];
  if (operation === undefined) return null;
  return callOf(operation, exampleInput(operation, 'required'), { label: 'knock', intent: 'open' });
}

/** Why nothing can be asked; null when something answers. */
async function unreachable(api: ApiModel, client: Client): Promise<string | null> {
  const call = knock(api);
  if (call === null) return null;
  const { outcome, url } = await client.send(call);
  if (outcome.kind === 'answer' || outcome.reason !== 'unreachable') return null;
  return `${api.service} cannot be reached at ${new URL(url).origin}: ${outcome.message}`;
}

function counting(client: Client, onRequest: () => void): Client {
  return {
    async send(call) {
      const exchange = await client.send(call);
      onRequest();
      return exchange;
    },
    close: () => client.close(),
  };
}

/**
 * Checks a service.
 *
 * @throws only when the run is interrupted.
 */
export async function runService(run: ServiceRun): Promise<ServiceReport> {
  const { api, target, selection, notify, concurrency, limits, signal } = run;
  const { service } = api;
  const scene = await sceneOf(api, target, run.seed);
  const rules = rulesOf(api);
  const selected = rules.filter((rule) => selectsRule(selection, rule));
  let requests = 0;
  const client = counting(openClient(api, target, scene.rpc, { limits, concurrency, signal }), () => {
    requests += 1;
    notify({ type: 'request-finished', service, requests });
  });
  try {
    const { cases, failed } = planOf(rules, scene, run);
    notify({ type: 'service-started', service, url: target.url, cases: cases.length });
    const unchecked = uncheckedRules(api).filter((rule) => selectsRule(selection, rule));
    const base = { service, url: target.url, unchecked: unchecked.map(({ id }) => id) };
    const problem = await unreachable(api, client);
    if (problem !== null) {
      const judgements = [blocked(problem)];
      const checks = selected
        .filter(({ perOperation }) => !perOperation)
        .map((rule) => conclude({ rule, operation: rule.operation, judgements, allowed: false, secrets: run.secrets }));
      return { ...base, unreachable: problem, checks, requests };
    }
    let done = 0;
    const finished = await runCases(cases, client, concurrency, () => {
      done += 1;
      notify({ type: 'case-finished', service, done, cases: cases.length });
    });
    const options = { selection, allows: run.allows, secrets: run.secrets, failedPlans: failed };
    const checks = selected.flatMap((rule) => checksOf(rule, finished, scene, options));
    return { ...base, unreachable: null, checks, requests };
  } finally {
    client.close();
  }
}
