/** Rules on the inputs of every operation. */

import type { Rule } from '../rule.ts';
import { invalidRefused } from './invalid.ts';
import { noServerError } from './no-server-error.ts';
import type { InputProfile } from './profile.ts';
import { validAccepted } from './valid.ts';

/** The rules, with what the suite says of each. */
export function inputRules(profile: InputProfile): readonly (Rule & { readonly text: string })[] {
  return [
    { ...validAccepted(profile), text: 'A request that the document allows is answered with a 2xx.' },
    { ...noServerError(profile), text: 'A request that the document allows does not end in a server error.' },
    { ...invalidRefused(profile), text: 'A request that breaks one documented constraint is refused.' },
  ];
}
