/** What a target may say of the data of vault. */
import type { Scene } from '../rule.ts';

export interface VaultKnown {
  /** Ids of all vaults of the caller's: the list must hold these and no others. */
  readonly my_vaults?: readonly string[];
}

/** JSON Schema of `known` in a target file. */
export const vaultKnownSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    // Ids of all vaults of the caller's: the list must hold these and no others.
    my_vaults: { type: 'array', items: { type: 'string', minLength: 1 } },
  },
};

/** What the target says; it was held to the schema when it was read. */
export function vaultKnown({ target }: Scene): VaultKnown {
  return target.known;
}
