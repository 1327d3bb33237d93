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

/** What the services ask the wallet network, over HTTP. */
export interface WalletNetwork {
  /**
   * Presents a token to `GET /me` of the network.
   *
   * @throws Refusal 401 when the network does not accept it
   */
  me(token: string): Promise<WalletUser>;

  /** The user behind a contract account; the network makes one for an account that it sees for the first time. */
  account(address: string): Promise<Omit<WalletUser, 'clientId' | 'scopes'>>;
}

/** Who pays a payment code. */
export interface Payer {
  readonly userId: string;
  /** Id of the transfer, a UUID. */
  readonly snapshotId: string;
}
