/** Vault servers that are wrong in one way. */
import type { Mutant } from '../../mutant.ts';
import { accessMutants } from './access.ts';
import { assetMutants, collateralMutants } from './collaterals.ts';
import { flipMutants } from './flips.ts';
import { generalMutants } from './general.ts';
import { vaultMutants } from './vaults.ts';

export const mutants: readonly Mutant[] = [
  ...generalMutants,
  ...assetMutants,
  ...collateralMutants,
  ...flipMutants,
  ...vaultMutants,
  ...accessMutants,
];
