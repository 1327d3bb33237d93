/** What a target may say of lending's data. */
import { knownAs, objectWith, type Schema, text, texts } from '../../target/forms.ts';

export const lendingKnownSchema = objectWith({
  /** Asset ids of markets that the list of markets must hold. */
  markets: { type: 'array', items: text } as Schema<readonly string[]>,
  /** A pay request that this server accepts; its trace and follow ids are replaced by fresh ones. */
  pay_request: texts,
});

export const lendingKnown = knownAs(lendingKnownSchema);
