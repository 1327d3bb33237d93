/** The data of comment that a target may contain. */

import { anyObject, described, knownAs, objectWith, text } from '@wallet-services/conformance/target';

const commentKnownSchema = objectWith({
  /** A regular wallet OAuth token, of a user without a contract account. A secret: read it from the environment. */
  oauth_token: text,
  /**
   * A token of a user with a contract account, which is not a sign-in. Without it such users are known by a keystore
   * alone.
   */
  contract_oauth_token: text,
  /** Id (UUID) of an asset for airdrops. Default: the asset of the documented example. */
  airdrop_asset: text,
  /**
   * Parameters of the strategy avg that the server accepts; the documents do not show them. Without it none are tried.
   */
  airdrop_avg_params: anyObject,
});

export const commentKnown = knownAs(commentKnownSchema);

/** The same, with a description of each member. */
export const commentKnownMembers = described(commentKnownSchema, {
  oauth_token: 'A regular wallet OAuth token, of a user without a contract account. A secret.',
  contract_oauth_token: 'A regular wallet OAuth token, of a user with a contract account. A secret.',
  airdrop_asset: 'Id (UUID) of an asset in which airdrops are paid.',
  airdrop_avg_params: 'Parameters of the strategy avg.',
});
