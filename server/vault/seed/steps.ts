/** Creates the steps of a vault's history. */
import { Decimal } from 'decimal.js';
import type { VaultAction, VaultStep } from './books.ts';

/** The changes of a vault's figures. */
export interface Change {
  /** Change of the locked collateral. */
  readonly dink?: Decimal;
  /** Change of the normalized debt. */
  readonly dart?: Decimal;
}

const NONE = new Decimal(0);

/** @param rate the accumulated rate at that time; times the normalized debt, it gives the change of the debt */
export function vaultStep(action: VaultAction, created_at: string, change: Change, rate: Decimal): VaultStep {
  const { dink = NONE, dart = NONE } = change;
  return { created_at, action, dink: dink.toFixed(), dart: dart.toFixed(), debt: dart.times(rate).toFixed() };
}

/** The start of an auction, which takes the collateral and the debt from the vault. */
export function seizureSteps(
  created_at: string,
  lot: Decimal,
  art: Decimal,
  rate: Decimal,
): readonly [VaultStep, VaultStep] {
  return [
    vaultStep('VatWithdraw', created_at, { dink: lot.negated() }, rate),
    vaultStep('VatPayback', created_at, { dart: art.negated() }, rate),
  ];
}
