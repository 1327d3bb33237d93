// @ts-check
// `json`: successful answers are JSON.

import { family } from '../parts/family.js';
import { decorator } from '../parts/record.js';

export const json = family({
  name: 'json',
  members: () => ({}),
  aspects: () => [{ aspect: 'bodies', text: 'Every successful response is JSON.' }],
});

export const $decorators = { Behaviour: { json: decorator(json) } };
