/** Changes of a vault, as steps of its history. */
import { Decimal } from 'decimal.js';
import type { VaultAction, VaultStep } from './books.ts';

/** How the figures of a vault change. */
export interface Change {
  /** Of the locked collateral. */
  readonly dink?: Decimal;
  /** Of the normalized debt. */
  readonly dart?: Decimal;
}

const NONE = new Decimal(0);

/** @param rate the accumulated rates at that moment: the debt changes by as much times the normalized debt */
export function vaultStep(action: VaultAction, created_at: string, change: Change, rate: Decimal): VaultStep {
  const { dink = NONE, dart = NONE } = change;
  return { created_at, action, dink: dink.toFixed(), dart: dart.toFixed(), debt: dart.times(rate).toFixed() };
}

/** An auction begins: it takes the collateral, and the debt with it. */
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
