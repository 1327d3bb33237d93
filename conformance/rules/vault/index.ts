/** What is left of vault's rules that plan scripts. */
import type { Rule } from '../rule.ts';
import { readOnly } from './read-only.ts';

export const vaultRules: readonly Rule[] = [readOnly];
