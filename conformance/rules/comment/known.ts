/** What a target may say of the data of comment. */
import { objectWith, text } from '../../target/forms.ts';
import type { Scene } from '../rule.ts';

export interface CommentKnown {
  /** A regular wallet OAuth token, of a user without a contract account. A secret: read it from the environment. */
  readonly oauth_token?: string;
  /** One of a user who has a contract account: no sign-in. Without it such users are known by a keystore alone. */
  readonly contract_oauth_token?: string;
  /** Id (UUID) of an asset that airdrops are made in. Without it the asset of the documented example. */
  readonly airdrop_asset?: string;
  /** Parameters of the strategy avg that the server takes; the documents do not show them. Without it none are tried. */
  readonly airdrop_avg_params?: Readonly<Record<string, unknown>>;
}

/** JSON Schema of `known` in a target file. */
export const commentKnownSchema = objectWith({
  oauth_token: text,
  contract_oauth_token: text,
  airdrop_asset: text,
  airdrop_avg_params: { type: 'object' },
});

/** What the target says; it was held to the schema when it was read. */
export function commentKnown({ target }: Scene): CommentKnown {
  return target.known;
}
