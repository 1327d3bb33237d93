/** A request that breaks one documented constraint is refused; how is left open. */
import { invalidVariants } from '../../generate/inputs.ts';
import type { Operation } from '../../model/api.ts';
import { type Exchange, isSuccess, outcomeText, type Trace } from '../../model/exchange.ts';
import { blockedBy, broken, exchangeOf, pass } from '../judgement.ts';
import type { Case, Judgement, Rule, Scene } from '../rule.ts';
import type { InputProfile } from './profile.ts';
import { randomCases, simplestOf } from './random.ts';
import { askedOperations, askVariants, BASE, type Planned } from './script.ts';

function caseOf(operation: Operation, scene: Scene, profile: InputProfile): Case {
  return {
    id: operation.id,
    operation: operation.id,
    script: () =>
      askVariants(profile, operation, scene, 'invalid', (base) =>
        invalidVariants(scene.api.document, scene.oracle, operation, base).map(
          (variant): Planned => ({
            variant,
            intent: profile.isOpen?.(operation, variant) === true ? 'open' : 'invalid',
          }),
        ),
      ),
  };
}

function hasInputs(operation: Operation): boolean {
  return operation.body !== null || operation.parameters.length > 0;
}

/** Of random requests about the same input only the simplest that was accepted. */
function toldOf(exchanges: readonly Exchange[]): readonly Exchange[] {
  const isRandom = ({ call }: Exchange) => call.label.endsWith(': a random value');
  const accepted = Map.groupBy(exchanges.filter(isSuccess), ({ call }) => call.label);
  return exchanges.filter((exchange) => {
    if (!isRandom(exchange) || !isSuccess(exchange)) return true;
    return simplestOf(accepted.get(exchange.call.label) ?? []) === exchange;
  });
}

function judge(trace: Trace): readonly Judgement[] {
  const base = exchangeOf(trace, BASE);
  if (base === undefined || !isSuccess(base)) return [blockedBy(base)];
  return toldOf(trace.exchanges.filter(({ call }) => call.intent === 'invalid')).map((exchange) => {
    if (exchange.outcome.kind === 'failure' || exchange.outcome.status === 429) return blockedBy(exchange);
    if (!isSuccess(exchange)) return pass;
    const expected = `a refusal, since the request is invalid (${exchange.call.label})`;
    // One finding for each input, however many wrong values of it were accepted.
    const [about = ''] = exchange.call.label.split(':');
    return broken({ expected, actual: outcomeText(exchange), about, exchange });
  });
}

/** The rule for a service. */
export function invalidRefused(profile: InputProfile): Rule {
  return {
    id: 'input.invalid-refused',
    plan: (scene) => {
      const operations = askedOperations(profile, scene).filter(hasInputs);
      return [
        ...operations.map((operation) => caseOf(operation, scene, profile)),
        ...randomCases('invalid', profile, operations, scene),
      ];
    },
    judge,
  };
}
