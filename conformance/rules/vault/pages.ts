/** The two lists without an envelope. */
import { type Exchange, isSuccess, successJson } from '../../model/exchange.ts';
import { isObject } from '../../model/json.ts';
import { blockedBy, broken, pass } from '../judgement.ts';
import type { Judgement, Rule } from '../rule.ts';
import { plainCall } from './calls.ts';

/** The list has its members at the top of the answer. */
function withoutEnvelope(id: string, operation: string, members: readonly string[]): Rule {
  return {
    id,
    plan: (scene) => [
      {
        id: operation,
        operation,
        *script() {
          const plain = plainCall(scene, operation);
          yield plain;
          if (members.includes('pagination')) yield { ...plain, label: 'with a limit', path: `${plain.path}?limit=1` };
        },
      },
    ],
    judge: ({ exchanges }) => exchanges.flatMap(judgeOne),
  };
  function judgeOne(exchange: Exchange): readonly Judgement[] {
    const json = successJson(exchange);
    if (!isSuccess(exchange)) return [blockedBy(exchange)];
    const missing = members.find((member) => !isObject(json) || !Object.hasOwn(json, member));
    if (missing === undefined) return [pass];
    const expected = `${missing} at the top of the answer`;
    const told = isObject(json) ? Object.keys(json).slice(0, 10).join(', ') : typeof json;
    return [broken({ expected, actual: `at the top: ${told}`, pointer: '', about: missing, exchange })];
  }
}

export const catsWithoutEnvelope = withoutEnvelope('vault.cats.no-envelope', 'listCollateralTypes', ['collaterals']);

export const flipsWithoutEnvelope = withoutEnvelope('vault.flips.no-envelope', 'listFlips', ['flips', 'pagination']);
