/** What a target may say of lending's data. */
import { objectWith, text, texts } from '../../target/forms.ts';
import type { Scene } from '../rule.ts';

export interface LendingKnown {
  /** Asset ids of markets that the list of markets must hold. */
  readonly markets?: readonly string[];
  /** A pay request that this server accepts; its trace and follow ids are replaced by fresh ones. */
  readonly pay_request?: Readonly<Record<string, string>>;
}

/** JSON Schema of `known` in a target file. */
export const lendingKnownSchema = objectWith({ markets: { type: 'array', items: text }, pay_request: texts });

/** What the target says; it was held to the schema when it was read. */
export function lendingKnown({ target }: Scene): LendingKnown {
  return target.known;
}
