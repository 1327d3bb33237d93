/** The data of lending that a target may contain. */

import { described, knownAs, objectWith, type Schema, text, texts } from '@wallet-services/conformance/target';

const lendingKnownSchema = objectWith({
  /** Asset ids of markets that the list of markets must contain. */
  markets: { type: 'array', items: text } as Schema<readonly string[]>,
  /** A pay request that this server accepts; its trace and follow ids are replaced by fresh ones. */
  pay_request: texts,
});

export const lendingKnown = knownAs(lendingKnownSchema);

/** The same, with a description of each member. */
export const lendingKnownMembers = described(lendingKnownSchema, {
  markets: 'Asset ids of markets that the list of markets must contain.',
  pay_request: 'A pay request that the server accepts; its trace_id and follow_id are replaced by new ones.',
});
