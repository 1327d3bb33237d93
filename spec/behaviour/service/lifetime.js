// @ts-check
// `lifetime`: how long a credential is valid.

import { family } from '../parts/family.js';
import { one, sentence, words } from '../parts/nouns.js';
import { decorator } from '../parts/record.js';

export const lifetime = family({
  name: 'lifetime',
  members(use) {
    const { scheme, minutes } = use.args;
    if (!use.service.schemes.includes(scheme)) return use.report('unknown-scheme', { name: scheme });
    return { scheme, minutes };
  },
  aspects(_, { scheme, minutes }) {
    const thing = sentence(one(words(scheme)));
    return [
      { aspect: 'works', text: `${thing} works until it is ${minutes} minutes old.` },
      { aspect: 'ends', text: `${thing} that is older than ${minutes} minutes is refused.` },
    ];
  },
  tell: ({ scheme }) => scheme,
  against(use, { scheme, minutes }, others) {
    for (const other of others) {
      if (other.scheme === scheme)
        use.contradiction(`${scheme} works for ${minutes} minutes`, `also for ${other.minutes}`);
    }
  },
});

export const $decorators = { Behaviour: { lifetime: decorator(lifetime, ['scheme', 'minutes']) } };
