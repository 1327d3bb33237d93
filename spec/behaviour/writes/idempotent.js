// @ts-check
// `idempotent`: a key of the caller's makes a request repeatable.

import { family } from '../parts/family.js';
import { decorator } from '../parts/record.js';

const HEADER = 'Idempotency-Key';

export const idempotent = family({
  name: 'idempotent',
  members(use) {
    const { header = HEADER, conflict } = use.args['options'];
    if (!use.operation.writes) return use.contradiction(`${use.operation.id} is done once`, 'it only reads');
    if (use.parameter(header, use.operation, ['header']) === null) return null;
    return { ...(header === HEADER ? {} : { header }), ...(conflict === true ? { conflict } : {}) };
  },
  aspects(_, { header = HEADER, conflict }) {
    const same = `A request that is repeated with its ${header} is done once, and answered as it was.`;
    return [
      { aspect: 'same', text: same },
      { aspect: 'anew', text: `With another ${header} the same request is done again.` },
      ...(conflict === true ? [{ aspect: 'other-body', text: `Another body with a known ${header} is refused.` }] : []),
    ];
  },
});

export const $decorators = { Behaviour: { idempotent: decorator(idempotent) } };
