// @ts-check
// `owned`: a list contains only the caller's items, and only the owner may read a single one.

import { family } from '../parts/family.js';
import { decorator } from '../parts/record.js';

export const owned = family({
  name: 'owned',
  members(use) {
    if (use.operation.access.some((schemes) => schemes.length === 0)) {
      return use.contradiction(
        `${use.operation.id} answers what is the caller's`,
        'it may be called without a credential',
      );
    }
    const { of, member } = use.options;
    if (use.operation.list === null && of === undefined && member === undefined) return {};
    const list = use.list();
    if (list === null) return null;
    const other = of === undefined ? undefined : use.other(of);
    if (other === null || (member !== undefined && !use.member(list.types, member))) return null;
    return { ...(other === undefined ? {} : { of: other.id }), ...(member === undefined ? {} : { member }) };
  },
  aspects: ({ operation: { list } }) =>
    // `access` declares the permitted callers.
    list === null ? [] : [{ aspect: 'own-only', text: `The list holds the caller's ${list.noun} and nobody else's.` }],
});

export const $decorators = { Behaviour: { owned: decorator(owned) } };
