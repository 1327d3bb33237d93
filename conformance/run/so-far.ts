/** Reports during a run what it has found so far. */

import type { KnownRule } from '../core/rule.ts';
import type { Level } from '../model/document/document.ts';
import type { JudgedCase } from './judge/judge.ts';

/**
 * Returns a function that takes each judged case and returns the number of rules known to be broken, counted for each
 * operation.
 */
export function brokenSoFar(rules: readonly KnownRule[]): (judged: JudgedCase) => number {
  const broken = new Set<string>();
  const levels = new Map<string, Level>(rules.map(({ id, level }) => [id, level]));
  return ({ judgements }) => {
    for (const [id, placed] of judgements) {
      if (levels.get(id) !== 'must') continue;
      for (const { operation, judgement } of placed) {
        if (judgement.verdict === 'broken') broken.add(`${id} ${operation}`);
      }
    }
    return broken.size;
  };
}
