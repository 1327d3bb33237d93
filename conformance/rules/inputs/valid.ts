/** A request that the document allows is answered. */
import { validVariants } from '../../generate/inputs.ts';
import type { Operation } from '../../model/api.ts';
import { type Exchange, isSuccess, outcomeText } from '../../model/exchange.ts';
import { blockedBy, broken, hintFor, inconclusive, pass, warn } from '../judgement.ts';
import type { Case, Judgement, Rule, Scene } from '../rule.ts';
import type { InputProfile } from './profile.ts';
import { askedOperations, askVariants, type Planned } from './script.ts';

function caseOf(operation: Operation, scene: Scene, profile: InputProfile): Case {
  const { api, oracle } = scene;
  const valid = (name: string, input: Planned['variant']['input']): Planned => ({
    variant: { name, input },
    intent: 'valid',
  });
  return {
    id: operation.id,
    operation: operation.id,
    script: () =>
      askVariants(profile, operation, scene, 'valid', (base, all) => [
        ...(operation.parameters.some(({ required }) => !required) ? [valid('every input', all)] : []),
        ...validVariants(api.document, oracle, operation, base).map(
          (variant): Planned =>
            profile.mayRefuse?.(operation, variant) === true
              ? { variant, intent: 'open' }
              : valid(variant.name, variant.input),
        ),
        ...(profile.allowed?.(operation, base) ?? []).map(({ name, input }) => valid(name, input)),
        ...(profile.probes?.(operation, base) ?? []).map((variant): Planned => ({ variant, intent: 'open' })),
      ]),
  };
}

function judgeOne(exchange: Exchange, certain: boolean, isNamed: boolean): Judgement {
  const { outcome } = exchange;
  if (isSuccess(exchange)) return pass;
  if (outcome.kind === 'failure' || hintFor(exchange) !== undefined) return blockedBy(exchange);
  // No refusal, but a status that the document does not list: another rule's finding.
  if (outcome.status < 400 || outcome.status >= 500) return blockedBy(exchange);
  if (outcome.status === 409) {
    return inconclusive('the server says that the request conflicts with an earlier one', 'run with another --seed');
  }
  const actual = outcomeText(exchange);
  if (certain) return broken({ expected: 'a 2xx, since the request is valid', actual, exchange });
  if (isNamed) return warn({ expected: 'a 2xx, as the server itself names what is asked for', actual, exchange });
  return inconclusive(
    `the document's example was answered with ${actual}; it may name things that this server does not have`,
  );
}

/** The rule for a service; its profile says which examples any server must take. */
export function validAccepted(profile: InputProfile): Rule {
  return {
    id: 'input.valid-accepted',
    plan: (scene) => askedOperations(profile, scene).map((operation) => caseOf(operation, scene, profile)),
    // Whoever planned it: a valid request that is refused anywhere is a finding.
    watch: (exchange, scene) => {
      const { call } = exchange;
      if (call.kind !== 'http' || call.operation === null || call.intent !== 'valid') return [];
      const certain = profile.isCertain?.(call, scene) ?? profile.certain.includes(call.operation);
      return [judgeOne(exchange, certain, call.isNamed === true)];
    },
  };
}
