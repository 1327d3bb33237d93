/** The interface between the services and the wallet network. */

/** A user of the wallet network, found by a token. */
export interface WalletUser {
  /** UUID. */
  readonly userId: string;
  /** The short number that people use for each other. */
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

/** A user, limited to what a contract account reveals. */
export type WalletAccount = Omit<WalletUser, 'clientId' | 'scopes'>;

/** The requests of the services to the wallet network, over HTTP. */
export interface WalletNetwork {
  /**
   * Presents a token to `GET /me` of the network.
   * @throws Refusal 401 when the network does not accept it
   */
  me(token: string): Promise<WalletUser>;

  /** The user of a contract account; the network creates one for an account that it has not seen before. */
  account(address: string): Promise<WalletAccount>;
}

/** A user's grant to an application. */
export interface WalletGrant {
  readonly accessToken: string;
  /** Space separated, such as `PROFILE:READ ASSETS:READ`. */
  readonly scope: string;
}

/** OAuth, on the side of an application. */
export interface WalletOAuth {
  /**
   * Exchanges the code that a user received from the network.
   *
   * @throws Refusal 401 when the network does not accept the code, 400 when the application is not configured
   */
  exchange(clientId: string, code: string): Promise<WalletGrant>;
}
