/** What a target may say of the data of comment. */

import { anyObject, described, knownAs, objectWith, text } from '@wallet-services/conformance/target';

const commentKnownSchema = objectWith({
  /** A regular wallet OAuth token, of a user without a contract account. A secret: read it from the environment. */
  oauth_token: text,
  /** One of a user who has a contract account: no sign-in. Without it such users are known by a keystore alone. */
  contract_oauth_token: text,
  /** Id (UUID) of an asset that airdrops are made in. Without it the asset of the documented example. */
  airdrop_asset: text,
  /** Parameters of the strategy avg that the server takes; the documents do not show them. Without it none are tried. */
  airdrop_avg_params: anyObject,
});

export const commentKnown = knownAs(commentKnownSchema);

/** The same, with what each member means. */
export const commentKnownMembers = described(commentKnownSchema, {
  oauth_token: 'A regular wallet OAuth token, of a user without a contract account. A secret.',
  contract_oauth_token: 'A regular wallet OAuth token, of a user with a contract account. A secret.',
  airdrop_asset: 'Id (UUID) of an asset in which airdrops are paid.',
  airdrop_avg_params: 'Parameters of the strategy avg.',
});
