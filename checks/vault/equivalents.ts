/** Derived mutants of this service that cannot be detected. */
import type { EquivalentMutants } from '@wallet-services/conformance/core';

export const equivalents: EquivalentMutants = {
  'the correct server answers in the form of a collateral type, not in that of an asset': [
    'readCollateralType 200 /data/symbol: *',
    'readCollateralType 200 /data/logo: *',
    'readCollateralType 200 /data/chain_id: *',
    'readCollateralType 200 /data/chain: *',
    'readCollateralType 200 /data/chain/*: *',
  ],
  'a number is right in the form of a collateral type, and wrong in that of an asset': [
    'readCollateralType 200 /data/price: as a number',
  ],
};
