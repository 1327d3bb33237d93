/** Judges the traffic of one service while it passes. The data that it keeps does not grow with the traffic. */

import { counted } from '@wallet-services/kit/counted';
import type { SuiteContext } from '../core/context.ts';
import type { Follower } from '../core/family.ts';
import type { Judgement } from '../core/judgement.ts';
import type { KnownRule } from '../core/rule.ts';
import { familyOf } from '../families/index.ts';
import type { Gap } from '../model/document/gaps.ts';
import { Unjudged } from '../model/document/schemas.ts';
import type { ServiceName } from '../model/document/services.ts';
import type { Exchange } from '../model/exchange.ts';
import { Recent } from '../model/recent.ts';
import { type ServiceTarget, secretsOf } from '../model/target.ts';
import { rulesOf } from '../run/catalogue.ts';
import { suiteContextOf } from '../run/context.ts';
import type { Contract } from '../run/contract.ts';
import type { EarlyEnd } from '../run/ending.ts';
import { harnessError } from '../run/judge/conclude.ts';
import { checksOfGaps } from '../run/judge/gaps.ts';
import { orUnjudged } from '../run/judge/judge.ts';
import { watching } from '../run/judge/watch.ts';
import { outcomeOf, type RunReport, type ServiceReport } from '../run/report.ts';
import { everything, type Selection, selectsOperation, selectsRule } from '../run/selection.ts';
import { distinctSecrets, secretsBroughtBy } from '../run/send/redact.ts';
import { secretsIn, senderOf } from './credentials.ts';
import { exchangeOf, operationOf, type Recorded } from './recorded.ts';
import { rpcExchangeOf } from './rpc.ts';
import { Tally, type TrafficFinding } from './tally.ts';
import { userOf } from './user.ts';

/** The number of recent secrets that are searched for in findings. */
const MOST_SECRETS = 500;

export interface JudgeOptions {
  readonly service: ServiceName;
  readonly contract: Contract;
  /** The address of the service, and other data about it. */
  readonly target: ServiceTarget;
  readonly selection?: Selection;
  /** Shows values of the data. Default: only their form, since they may be personal data. */
  readonly values?: boolean;
  /** The credentials were removed when the traffic was recorded, so that the callers are unknown. */
  readonly isStripped?: boolean;
}

/** The result of judging an exchange. */
export interface Judged {
  /** The operationId, or `Lending/AllMarkets`; null for a path that only has other methods. */
  readonly operation: string | null;
  readonly findings: readonly TrafficFinding[];
}

interface Following {
  readonly follow: Follower;
  readonly rules: ReadonlyMap<string, KnownRule>;
}

/** Judges the traffic of one service. */
export interface ServiceJudge {
  /**
   * @returns null where the exchange belongs to no operation of the service, or to a part that is not selected. Never
   * throws.
   */
  take(recorded: Recorded): Judged | null;
  /** Whether a request belongs to an operation that is selected. */
  concerns(request: Pick<Recorded, 'method' | 'url'>): boolean;
  /** Counts exchanges that could not be judged, so that the verdict is undecided. @param why a part of a sentence */
  unjudged(why: string, count: number): void;
  /** The report on the traffic so far. */
  report(): ServiceReport;
}

/** The declarations that judge several exchanges together, with the rules of each by aspect. */
function followingOf(suite: SuiteContext, rules: readonly KnownRule[]): readonly Following[] {
  const known = new Map(rules.map((rule) => [rule.id, rule]));
  return suite.api.declarations.flatMap((declared) => {
    const own = declared.rules.flatMap(({ aspect, id }) => {
      const rule = known.get(id);
      return rule === undefined ? [] : [[aspect, rule] as const];
    });
    const follow = own.length === 0 ? undefined : familyOf(declared)?.follow?.(declared, suite);
    return follow === undefined ? [] : [{ follow, rules: new Map(own) }];
  });
}

/** Opens the judge of a service. @throws DocumentMissing when the contract has no document of it. */
export async function openJudge(options: JudgeOptions): Promise<ServiceJudge> {
  const { service, contract, target, selection = everything, values = false, isStripped = false } = options;
  const unsigned = await suiteContextOf(contract, { service, target, signIn: {}, seed: 1, fuzz: 0 });
  const rpc = await contract.rpc(service);
  const suite: SuiteContext = { ...unsigned, rpc };
  const own = await contract.service(service);
  const base = new URL(target.url);
  const rules = rulesOf(own).filter((rule) => selectsRule(selection, rule));
  const following = followingOf(suite, rules);
  const tally = new Tally({ api: own.api, values });
  const given = secretsOf({ services: { [service]: target }, allowInconclusive: [] });
  const passed = new Recent<true>(MOST_SECRETS);
  /** Watching rules, by the operation that they watch. */
  const watchingOn = new Map<string, readonly KnownRule[]>();
  /** Errors while a rule judged: they are faults of the suite. */
  const mutants = new Map<KnownRule, unknown>();
  /** The parts of requests that cannot be judged, by the reason. */
  const gaps = new Map<string, Gap>();
  /** Exchanges that could not be judged, by the reason. */
  const unjudged = new Map<string, number>();
  let judged = 0;

  /** A fault of the suite must not stop the traffic that it watches. */
  function guarded(rule: KnownRule, judge: () => void): void {
    try {
      judge();
    } catch (error) {
      mutants.set(rule, error);
    }
  }

  function watchersOf(operation: string): readonly KnownRule[] {
    const isMeant = (rule: KnownRule) => rule.operation === null || rule.operation === operation;
    const known = watchingOn.get(operation) ?? rules.filter((rule) => rule.watch !== undefined && isMeant(rule));
    watchingOn.set(operation, known);
    return known;
  }

  /** An exchange; null for one that does not belong to the service, or with a request that cannot be judged. */
  function readOf(recorded: Recorded): Exchange | null {
    try {
      return exchangeOf(own, base, recorded) ?? rpcExchangeOf(rpc, recorded);
    } catch (error) {
      if (!(error instanceof Unjudged)) throw error;
      gaps.set(error.message, { operation: null, reason: error.message });
      return null;
    }
  }

  type Take = (rule: KnownRule, judgements: readonly Judgement[]) => void;

  function followAll(recorded: Recorded, exchange: Exchange, take: Take): void {
    const sender = senderOf(recorded);
    const { call } = exchange;
    const isOpen = call.kind === 'rpc' || call.schemes.length === 0;
    const caller = isStripped && !isOpen ? null : sender.caller;
    const signed = isStripped ? null : sender.signed;
    const { began, at } = recorded;
    const user = caller === null ? null : userOf(recorded);
    for (const { follow, rules: followed } of following) {
      const [first] = followed.values();
      const hold = () =>
        follow({ exchange, caller, user, signed, began, at }, (aspect, ...judgements) => {
          const rule = followed.get(aspect);
          if (rule !== undefined) take(rule, judgements);
        });
      if (first !== undefined) guarded(first, hold);
    }
  }

  return {
    take(recorded) {
      const exchange = readOf(recorded);
      if (exchange === null) return null;
      const { call } = exchange;
      const operation = call.kind === 'http' ? call.operation : `${rpc?.name}/${call.method}`;
      if (operation !== null && !selectsOperation(selection, operation)) return null;
      const brought = secretsBroughtBy({ exchanges: [exchange] });
      for (const secret of [...secretsIn(recorded), ...brought]) passed.set(secret, true);
      const secrets = () => distinctSecrets([...given, ...passed.keys()]);
      const findings: TrafficFinding[] = [];
      const take: Take = (rule, judgements) => {
        for (const judgement of judgements) {
          const reported = tally.take(rule, operation, judgement, secrets);
          if (reported !== null) findings.push(reported);
        }
      };
      const watch = watching(exchange);
      for (const rule of operation === null ? [] : watchersOf(operation)) {
        guarded(rule, () =>
          take(
            rule,
            orUnjudged(() => watch(rule, suite)),
          ),
        );
      }
      followAll(recorded, exchange, take);
      judged += 1;
      return { operation, findings };
    },
    concerns(request) {
      const operation = operationOf(own.api, base, request);
      return operation !== null && selectsOperation(selection, operation.id);
    },
    unjudged(why, count) {
      judged += count;
      unjudged.set(why, (unjudged.get(why) ?? 0) + count);
    },
    report() {
      const counts = [...unjudged].map(([why, count]): Gap => {
        return { operation: null, reason: `${counted(count, 'exchange')} could not be judged: ${why}` };
      });
      const followed = new Set(following.flatMap((one) => [...one.rules.values()]));
      const isJudged = (rule: KnownRule) => rule.watch !== undefined || followed.has(rule);
      const nothing = 'no request of it was recorded: none is below its address and in its document';
      return {
        service,
        url: target.url,
        unreachable: judged === 0 ? nothing : null,
        checks: [
          ...tally.checks(rules, isJudged),
          ...checksOfGaps({ ...own, gaps: [...own.gaps, ...gaps.values(), ...counts] }, selection),
          ...[...mutants].map(([rule, error]) => harnessError(rule, rule.operation, error)),
        ],
        unchecked: [],
        requests: judged,
      };
    },
  };
}

/** The report on the traffic of services so far, in the form of the suite's report. */
export function trafficReport(
  services: readonly ServiceReport[],
  started: Date,
  now: Date,
  ended: EarlyEnd | null = null,
): RunReport {
  return {
    outcome: outcomeOf(services, [], ended),
    partial: true,
    readOnly: false,
    traffic: true,
    seed: 1,
    services,
    staleKnownFailures: [],
    ...(ended === null ? {} : { ended }),
    clock: { startedAt: started.toISOString(), milliseconds: now.getTime() - started.getTime() },
  };
}
