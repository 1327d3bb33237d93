// @ts-check
// `read-only`: no operation of the service changes anything.

import { family } from '../parts/family.js';
import { decorator } from '../parts/record.js';

export const readOnly = family({
  name: 'read-only',
  members(use) {
    const writing = [...use.service.operations.values()].find(({ writes }) => writes);
    if (writing !== undefined) return use.contradiction(`${use.service.title} is read-only`, `${writing.id} writes`);
    return {};
  },
  aspects: () => [
    {
      aspect: 'unchanged',
      text: 'Reads change nothing, and no documented path accepts a write.',
    },
  ],
});

export const $decorators = { Behaviour: { readOnly: decorator(readOnly) } };
