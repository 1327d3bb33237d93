// @ts-check
// `owned`: the list holds what is the caller's and nothing else.

import { family } from '../parts/family.js';
import { decorator } from '../parts/record.js';

export const owned = family({
  name: 'owned',
  members(use) {
    const list = use.list();
    if (list === null) return null;
    if (use.operation.access.some((schemes) => schemes.length === 0)) {
      return use.contradiction(
        `${use.operation.id} answers what is the caller's`,
        'it may be called without a credential',
      );
    }
    const { of, member } = use.options;
    const other = of === undefined ? undefined : use.other(of);
    if (other === null || (member !== undefined && !use.member(list.types, member))) return null;
    return { ...(other === undefined ? {} : { of: other.id }), ...(member === undefined ? {} : { member }) };
  },
  aspects: (use) => [
    { aspect: 'own-only', text: `The list holds the caller's ${use.operation.list?.noun} and nobody else's.` },
  ],
});

export const $decorators = { Behaviour: { owned: decorator(owned) } };
