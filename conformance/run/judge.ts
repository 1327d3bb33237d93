/** Judges finished cases: every rule its own traces, watching rules every exchange. Pure. */
import type { Exchange } from '../model/exchange.ts';
import { inconclusive } from '../rules/judgement.ts';
import type { Judgement, KnownRule, Scene } from '../rules/rule.ts';
import type { FinishedCase } from './cases.ts';
import { conclude, harnessError } from './conclude.ts';
import type { Check } from './report.ts';
import { type Selection, selectsOperation } from './selection.ts';

/** A judgement with the operation it is about. */
interface Placed {
  readonly operation: string | null;
  readonly judgement: Judgement;
}

function operationOfCall({ call }: Exchange, { rpc }: Scene): string | null {
  return call.kind === 'http' ? call.operation : `${rpc?.name}/${call.method}`;
}

function placed(operation: string | null, judgements: readonly Judgement[]): readonly Placed[] {
  return judgements.map((judgement) => ({ operation, judgement }));
}

function judged(rule: KnownRule, finished: readonly FinishedCase[], scene: Scene): readonly Placed[] {
  const { judge, watch } = rule;
  const own = finished.filter((one) => one.rule.id === rule.id);
  return [
    ...(judge === undefined ? [] : own.flatMap(({ trace }) => placed(trace.operation, judge(trace, scene)))),
    ...(watch === undefined
      ? []
      : finished.flatMap(({ trace }) =>
          trace.exchanges.flatMap((exchange) => placed(operationOfCall(exchange, scene), watch(exchange, scene))),
        )),
  ];
}

/** The operations of a service in document order, then the RPC methods and whatever else was asked. */
function inOrder(operations: ReadonlySet<string | null>, { api, rpc }: Scene): readonly (string | null)[] {
  const known = [
    ...api.operations.map(({ id }) => id),
    ...(rpc?.service.methods ?? []).map(({ name }) => `${rpc?.name}/${name}`),
  ];
  return [...known.filter((id) => operations.has(id)), ...(operations.has(null) ? [null] : [])];
}

export interface JudgeOptions {
  readonly selection: Selection;
  readonly allows: (ruleId: string) => boolean;
  readonly secrets: readonly string[];
  /** What went wrong while a rule planned, by rule id. */
  readonly failedPlans: ReadonlyMap<string, unknown>;
}

/** The checks of a rule: one, or one for each operation that it was exercised on. */
export function checksOf(
  rule: KnownRule,
  finished: readonly FinishedCase[],
  scene: Scene,
  { selection, allows, secrets, failedPlans }: JudgeOptions,
): readonly Check[] {
  if (failedPlans.has(rule.id)) return [harnessError(rule, rule.operation, failedPlans.get(rule.id))];
  const failed = finished.find((one) => one.rule.id === rule.id && one.error !== null);
  if (failed !== undefined) return [harnessError(rule, failed.one.operation ?? rule.operation, failed.error)];
  try {
    const all = judged(rule, finished, scene).filter(({ operation }) => selectsOperation(selection, operation));
    const about = (operation: string | null, judgements: readonly Judgement[]) =>
      conclude({ rule, operation, judgements, allowed: allows(rule.id), secrets });
    if (rule.perOperation) {
      const operations = inOrder(new Set(all.map(({ operation }) => operation)), scene);
      return operations.map((operation) =>
        about(
          operation,
          all.filter((one) => one.operation === operation).map(({ judgement }) => judgement),
        ),
      );
    }
    const judgements = all.map(({ judgement }) => judgement);
    const silent = rule.whenSilent?.(scene) ?? inconclusive('nothing that was asked exercised the rule');
    return [about(rule.operation, judgements.length === 0 ? [silent] : judgements)];
  } catch (error) {
    return [harnessError(rule, rule.operation, error)];
  }
}
