/** What a target may say of the data of comment. */
import { anyObject, knownAs, objectWith, text } from '../../target/forms.ts';

export const commentKnownSchema = objectWith({
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
