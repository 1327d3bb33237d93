/** A random request that the document allows may be refused, since it may name what is not there; it breaks nothing. */
import { outcomeText, type Trace } from '../../model/exchange.ts';
import { broken, pass } from '../judgement.ts';
import type { Judgement, Rule } from '../rule.ts';
import type { InputProfile } from './profile.ts';
import { isServerError, randomCases, simplestOf } from './random.ts';
import { askedOperations, BASE } from './script.ts';

function judge(trace: Trace): readonly Judgement[] {
  const random = trace.exchanges.filter(({ call }) => call.label !== BASE && call.intent === 'open');
  const failed = simplestOf(random.filter(isServerError));
  if (failed === undefined) return random.length === 0 ? [] : [pass];
  const expected = 'an answer or a refusal, not a server error';
  return [broken({ expected, actual: outcomeText(failed), about: 'random', exchange: failed })];
}

/** The rule for a service; it is tried with `--fuzz` alone. */
export function noServerError(profile: InputProfile): Rule {
  return {
    id: 'input.no-server-error',
    plan: (scene) => {
      const operations = askedOperations(profile, scene).filter(
        ({ body, parameters }) => body !== null || parameters.some((parameter) => parameter.in !== 'path'),
      );
      return randomCases('valid', profile, operations, scene);
    },
    judge,
  };
}
