/** The rules of vault, under the ids of the ledger, and the observers of its open questions. */
import type { Rule } from '../rule.ts';
import { isPublic, tokenAccepted, tokenLifetime, tokenRequired } from './access.ts';
import { byIdRules } from './by-id.ts';
import { collateralKnown, collateralRules } from './collaterals.ts';
import { enveloped, milliseconds } from './envelope.ts';
import { eventRules } from './events.ts';
import { flipRules } from './flips.ts';
import { catsWithoutEnvelope, flipsWithoutEnvelope } from './pages.ts';
import { readOnly } from './read-only.ts';
import { timeRules } from './time.ts';

export const vaultRules: readonly Rule[] = [
  enveloped,
  milliseconds,
  readOnly,
  isPublic,
  tokenLifetime,
  ...byIdRules,
  catsWithoutEnvelope,
  ...collateralRules,
  flipsWithoutEnvelope,
  ...flipRules,
  ...eventRules,
  tokenRequired,
  tokenAccepted,
  ...timeRules,
  collateralKnown,
];
