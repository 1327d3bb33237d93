/** Judges the traffic of one service as it passes by. What it remembers does not grow with the traffic. */

import type { Follower } from '../families/family.ts';
import { familyOf } from '../families/index.ts';
import type { Contract, ServiceContract } from '../model/document/contract.ts';
import type { ServiceName } from '../model/document/services.ts';
import type { Exchange } from '../model/exchange.ts';
import { Recent } from '../model/recent.ts';
import { rulesOf } from '../rules/catalogue.ts';
import type { Judgement, KnownRule, Scene } from '../rules/rule.ts';
import { harnessError } from '../run/judge/conclude.ts';
import { watching } from '../run/judge/watch.ts';
import { outcomeOf, type RunReport, type ServiceReport } from '../run/report.ts';
import { sceneOf } from '../run/scene.ts';
import { everything, type Selection, selectsOperation, selectsRule } from '../run/selection.ts';
import { distinctSecrets, secretsBroughtBy } from '../run/send/redact.ts';
import { type ServiceTarget, secretsOf } from '../target/target.ts';
import { secretsIn, senderOf } from './credentials.ts';
import { exchangeOf, type Recorded } from './recorded.ts';
import { rpcExchangeOf } from './rpc.ts';
import { Tally, type Told } from './tally.ts';
import { userOf } from './user.ts';

/** So many secrets that passed are looked for in what is told. */
const MOST_SECRETS = 500;

export interface JudgeOptions {
  readonly service: ServiceName;
  readonly contract: Contract;
  /** Its address, and what else is known of it. */
  readonly target: ServiceTarget;
  readonly selection?: Selection;
  /** Shows values of the data. Default: only their form, since they may be somebody's. */
  readonly values?: boolean;
  /** The credentials were left out when the traffic was recorded, so that nothing is known of who asked. */
  readonly isStripped?: boolean;
}

/** What came of an exchange. */
export interface Judged {
  /** The operationId, or `Lending/AllMarkets`; null of a path that has other methods only. */
  readonly operation: string | null;
  readonly findings: readonly Told[];
}

interface Following {
  readonly follow: Follower;
  readonly rules: ReadonlyMap<string, KnownRule>;
}

/** Rules by the operation whose exchanges they look at. */
function byOperation(rules: readonly KnownRule[], operation: string | null): readonly KnownRule[] {
  return rules.filter((rule) => rule.watch !== undefined && (rule.operation === null || rule.operation === operation));
}

export class ServiceJudge {
  readonly #contract: ServiceContract;
  readonly #scene: Scene;
  readonly #base: URL;
  readonly #rules: readonly KnownRule[];
  readonly #watching = new Map<string, readonly KnownRule[]>();
  readonly #following: readonly Following[];
  readonly #tally: Tally;
  readonly #secrets = new Recent<true>(MOST_SECRETS);
  readonly #given: readonly string[];
  readonly #options: JudgeOptions;
  /** What went wrong while a rule judged: the suite's own fault. */
  readonly #faults = new Map<KnownRule, unknown>();
  #judged = 0;

  constructor(contract: ServiceContract, scene: Scene, options: JudgeOptions) {
    const { selection = everything, target, service, values = false } = options;
    this.#contract = contract;
    this.#scene = scene;
    this.#options = options;
    this.#base = new URL(target.url);
    this.#rules = rulesOf(contract.api).filter((rule) => selectsRule(selection, rule));
    this.#tally = new Tally({ api: contract.api, values });
    this.#given = secretsOf({ services: { [service]: target }, allowInconclusive: [] });
    const known = new Map(this.#rules.map((rule) => [rule.id, rule]));
    this.#following = contract.api.declarations.flatMap((declared) => {
      const rules = new Map(
        declared.rules.flatMap(({ aspect, id }) => {
          const rule = known.get(id);
          return rule === undefined ? [] : [[aspect, rule] as const];
        }),
      );
      const follow = rules.size === 0 ? undefined : familyOf(declared)?.follow?.(declared, scene);
      return follow === undefined ? [] : [{ follow, rules }];
    });
  }

  /** @returns null where it is no operation of the service, or a part that is not selected. Never throws. */
  take(recorded: Recorded): Judged | null {
    const { rpc } = this.#scene;
    const exchange = exchangeOf(this.#contract, this.#base, recorded) ?? rpcExchangeOf(rpc, recorded);
    if (exchange === null) return null;
    const { call } = exchange;
    const operation = call.kind === 'http' ? call.operation : `${rpc?.name}/${call.method}`;
    if (operation !== null && !selectsOperation(this.#options.selection ?? everything, operation)) return null;
    this.#judged += 1;
    this.#remember(recorded, exchange);
    const secrets = () => distinctSecrets([...this.#given, ...this.#secrets.keys()]);
    const findings: Told[] = [];
    const take = (rule: KnownRule, judgements: readonly Judgement[]) => {
      for (const judgement of judgements) {
        const told = this.#tally.take(rule, operation, judgement, secrets);
        if (told !== null) findings.push(told);
      }
    };
    const watch = watching(exchange);
    for (const rule of operation === null ? [] : this.#watchingOn(operation)) {
      this.#guarded(rule, () => take(rule, watch(rule, this.#scene)));
    }
    this.#followAll(recorded, exchange, take);
    return { operation, findings };
  }

  /** What the traffic shows so far. */
  report(): ServiceReport {
    const { service, target } = this.#options;
    const followed = new Set(this.#following.flatMap(({ rules }) => [...rules.values()]));
    const isJudged = (rule: KnownRule) => rule.watch !== undefined || followed.has(rule);
    const nothing = 'no request of it was recorded: none is below its address and in its document';
    return {
      service,
      url: target.url,
      unreachable: this.#judged === 0 ? nothing : null,
      checks: [
        ...this.#tally.checks(this.#rules, isJudged),
        ...[...this.#faults].map(([rule, error]) => harnessError(rule, rule.operation, error)),
      ],
      unchecked: [],
      requests: this.#judged,
    };
  }

  /** A fault of the suite must not stop the traffic that it looks at. */
  #guarded(rule: KnownRule, judge: () => void): void {
    try {
      judge();
    } catch (error) {
      this.#faults.set(rule, error);
    }
  }

  #watchingOn(operation: string): readonly KnownRule[] {
    const rules = this.#watching.get(operation) ?? byOperation(this.#rules, operation);
    this.#watching.set(operation, rules);
    return rules;
  }

  #remember(recorded: Recorded, exchange: Exchange): void {
    const brought = secretsBroughtBy({ exchanges: [exchange] });
    for (const secret of [...secretsIn(recorded), ...brought]) this.#secrets.set(secret, true);
  }

  #followAll(
    recorded: Recorded,
    exchange: Exchange,
    take: (rule: KnownRule, some: readonly Judgement[]) => void,
  ): void {
    const { isStripped = false } = this.#options;
    const sender = senderOf(recorded);
    const { call } = exchange;
    const isOpen = call.kind === 'rpc' || call.schemes.length === 0;
    const caller = isStripped && !isOpen ? null : sender.caller;
    const signed = isStripped ? null : sender.signed;
    const { began, at } = recorded;
    const user = caller === null ? null : userOf(recorded);
    for (const { follow, rules } of this.#following) {
      const [first] = rules.values();
      const hold = () =>
        follow({ exchange, caller, user, signed, began, at }, (aspect, ...judgements) => {
          const rule = rules.get(aspect);
          if (rule !== undefined) take(rule, judgements);
        });
      if (first !== undefined) this.#guarded(first, hold);
    }
  }
}

/** Opens the judge of a service. @throws DocumentMissing when the contract has no document of it. */
export async function openJudge(options: JudgeOptions): Promise<ServiceJudge> {
  const { service, contract, target } = options;
  const scene = await sceneOf(contract, { service, target, signIn: {}, seed: 1, fuzz: 0 });
  const rpc = await contract.rpc(service);
  return new ServiceJudge(await contract.service(service), { ...scene, rpc }, options);
}

/** What the traffic of services shows so far, in the form of the suite's report. */
export function trafficReport(services: readonly ServiceReport[], started: Date, now: Date): RunReport {
  return {
    outcome: outcomeOf(services),
    ...{ partial: true, readOnly: false, traffic: true, seed: 1, services, staleKnownFailures: [] },
    clock: { startedAt: started.toISOString(), milliseconds: now.getTime() - started.getTime() },
  };
}
