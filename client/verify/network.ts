/** The wallet network as the services know it: what they take for granted of it, and nothing more. */

/** A user of the wallet network, as a token told. */
export interface WalletUser {
  /** UUID. */
  readonly userId: string;
  /** The short number that people know each other by. */
  readonly identityNumber: string;
  readonly fullName: string;
  /** URL; may be empty. */
  readonly avatarUrl: string;
  /** Registered contract account, an EIP-55 address; undefined when none (or the zero address) is registered. */
  readonly contractAddress: string | undefined;
  /** Client id of the application that signed the token, or that the user authorized. */
  readonly clientId: string;
  /** `FULL`, or the scopes that the user granted, such as `PROFILE:READ`. */
  readonly scopes: readonly string[];
}

/** A user, as far as a contract account tells. */
export type WalletAccount = Omit<WalletUser, 'clientId' | 'scopes'>;

/** What the services ask the wallet network, over HTTP. */
export interface WalletNetwork {
  /**
   * Presents a token to `GET /me` of the network.
   *
   * @throws Refusal 401 when the network does not accept it
   */
  me(token: string): Promise<WalletUser>;

  /** The user behind a contract account; the network makes one for an account that it sees for the first time. */
  account(address: string): Promise<WalletAccount>;
}

/** What a user granted to an application. */
export interface WalletGrant {
  readonly accessToken: string;
  /** Space separated, such as `PROFILE:READ ASSETS:READ`. */
  readonly scope: string;
}

/** OAuth, from the side of an application. */
export interface WalletOAuth {
  /**
   * Exchanges the code that a user brought from the network.
   *
   * @throws Refusal 401 when the network does not accept the code, 400 when the application is not configured
   */
  exchange(clientId: string, code: string): Promise<WalletGrant>;
}
