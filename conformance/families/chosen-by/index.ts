/** What a request chooses by header or by query: `chosen-by`. The header wins. */

import type { Family } from '../../core/family.ts';
import { chooserOf } from '../../discovery/choices.ts';
import { neededBy } from '../../discovery/paths.ts';
import { operationOf } from '../../model/document/api.ts';
import { chosenByCandidates } from './candidates.ts';
import type { ChosenBy } from './declared.ts';
import { followChosenBy } from './follow.ts';
import { checkFree } from './free.ts';
import { chosenByMutants } from './mutants.ts';
import { checkOfThing } from './of-thing.ts';

export default {
  name: 'chosen-by',
  async check(declared, ctx, report) {
    const { api } = ctx.suite;
    const chooser = chooserOf(api, declared.operation);
    if (chooser === null) return;
    const isOfThing = neededBy(operationOf(api, declared.operation)).length > 0;
    await (isOfThing ? checkOfThing : checkFree)(ctx, chooser, report);
  },
  follow: followChosenBy,
  candidates: chosenByCandidates,
  mutants: chosenByMutants,
} satisfies Family<ChosenBy>;
