/** A new item can be read, and is listed: `read-back`. */

import type { Family } from '../../core/family.ts';
import { blockedBy, broken, inconclusive, inputsHint, type Judgement, noInputFor } from '../../core/judgement.ts';
import { type Exchange, isSuccess, outcomeText } from '../../model/exchange.ts';
import { readBackCandidates } from './candidates.ts';
import type { ReadBack } from './declared.ts';
import { followReadBack } from './follow.ts';
import { isChange, makeOdd, makeTwo, makeWhole } from './make.ts';
import { readBackMutants } from './mutants.ts';
import { judgeMade } from './readings.ts';
import { judgeKept } from './unsent.ts';

const ACCEPTED = 202;

/**
 * The breach of a response that does not identify its new item; a request that is only accepted (202) has not created
 * it yet.
 */
function lacksLocation({ from }: ReadBack, exchange: Exchange): Judgement | null {
  const { outcome } = exchange;
  const isMade = isSuccess(exchange) && outcome.kind === 'answer' && outcome.status !== ACCEPTED;
  if (from !== 'location' || !isMade) return null;
  return broken({ expected: 'a Location header with the id', actual: outcomeText(exchange), about: 'made', exchange });
}

export default {
  name: 'read-back',
  // What the reading operation does not find has another id.
  essential: 'readable',
  alone: isChange,
  async check(declared, ctx, report) {
    const undecided = (judgement: Judgement) => {
      for (const aspect of ['readable', 'listed', 'kept']) report(aspect, judgement);
    };
    const tried = await makeTwo(ctx, declared);
    if (tried === null) {
      return undecided(inconclusive(noInputFor(declared.operation), inputsHint(declared.operation)));
    }
    // The first is read after the second was created, so that a server that returns the latest for all is seen.
    for (const [index, { made, input }] of tried.entries()) {
      if (!('id' in made)) undecided(lacksLocation(declared, made) ?? blockedBy(made));
      else await judgeMade(ctx, declared, made, report);
      if (index > 0) continue;
      const whole = await makeWhole(ctx, declared, input);
      if (whole !== null) await judgeMade(ctx, declared, whole, report);
      const all = 'id' in made ? [made] : [];
      const proved = new Set<string>();
      for await (const odd of makeOdd(ctx, declared, input)) {
        await judgeMade(ctx, declared, odd, report, { all: [...all], proved });
        all.push(odd);
      }
      if (declared.keeps !== undefined && 'id' in made) report('kept', ...(await judgeKept(ctx, declared, input)));
    }
  },
  follow: followReadBack,
  candidates: readBackCandidates,
  mutants: readBackMutants,
} satisfies Family<ReadBack>;
