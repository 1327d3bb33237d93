/** What was made can be read, and is listed: `read-back`. */

import type { Family } from '../../core/family.ts';
import { blockedBy, inconclusive, inputsHint, type Judgement, noInputFor } from '../../core/judgement.ts';
import type { ReadBack } from './declared.ts';
import { followReadBack } from './follow.ts';
import { isChange, makeOdd, makeTwo, makeWhole } from './make.ts';
import { readBackFaults } from './mutants.ts';
import { judgeMade } from './readings.ts';
import { judgeKept } from './unsent.ts';

export default {
  name: 'read-back',
  alone: isChange,
  async check(declared, talk, say) {
    const undecided = (judgement: Judgement) => {
      for (const aspect of ['readable', 'listed', 'kept']) say(aspect, judgement);
    };
    const tried = await makeTwo(talk, declared);
    if (tried === null) {
      return undecided(inconclusive(noInputFor(declared.operation), inputsHint(declared.operation)));
    }
    // The first is read when the second was made: what is told of the latest may be told of all.
    for (const [index, { made, input }] of tried.entries()) {
      if (!('id' in made)) undecided(blockedBy(made));
      else await judgeMade(talk, declared, made, say);
      if (index > 0) continue;
      const whole = await makeWhole(talk, declared, input);
      if (whole !== null) await judgeMade(talk, declared, whole, say);
      const all = 'id' in made ? [made] : [];
      const proved = new Set<string>();
      for await (const odd of makeOdd(talk, declared, input)) {
        await judgeMade(talk, declared, odd, say, { all: [...all], proved });
        all.push(odd);
      }
      if (declared.keeps !== undefined && 'id' in made) say('kept', ...(await judgeKept(talk, declared, input)));
    }
  },
  follow: followReadBack,
  faults: readBackFaults,
} satisfies Family<ReadBack>;
