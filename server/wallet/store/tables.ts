/** The tables of the sandbox wallet network. */
import type { Kysely } from 'kysely';
import type { Store } from '../../service.ts';

export type WalletUserRow = {
  user_id: string;
  identity_number: string;
  full_name: string;
  avatar_url: string;
  /** Address with checksum; null when no contract account is registered. */
  contract_address: string | null;
};

export type WalletAppRow = {
  client_id: string;
  name: string;
  /** JSON array of URLs. */
  redirect_uris: string;
  /** Stored as plain text, because the sandbox shows its credentials. */
  client_secret: string;
};

/** A session contains the public key of a keystore. */
export type WalletSessionRow = {
  session_id: string;
  /** The user that the keystore signs for; an application signs for itself. */
  user_id: string;
  /** The application that the session belongs to. */
  client_id: string;
  /** 32 bytes in base64url. */
  public_key: string;
  /** 32 bytes in base64url. Stored because the sandbox shows its credentials. */
  private_key: string;
};

/** The scopes that a user granted to an application. */
export type WalletAuthorizationRow = {
  authorization_id: string;
  user_id: string;
  client_id: string;
  /** Space separated. */
  scope: string;
  /** Milliseconds since 1970; null for the initial ones, which do not expire. */
  granted_at: number | null;
};

/** A code of OAuth. It is kept until it expires, so that a second use is detected. */
export type WalletCodeRow = {
  /** SHA-256 of the code, in hexadecimal. */
  code_hash: string;
  user_id: string;
  client_id: string;
  scope: string;
  /** PKCE, S256; null when the application authenticates with its secret. */
  code_challenge: string | null;
  /** Where the code was sent; null when it was shown, and for the code of the documents' example. */
  redirect_uri: string | null;
  /** The authorization that it was exchanged for; null until then. */
  authorization_id: string | null;
  /** Milliseconds since 1970. */
  expires_at: number;
};

export type WalletPaymentRow = {
  code_id: string;
  user_id: string;
  snapshot_id: string;
  /** ISO 8601. */
  created_at: string;
};

export type WalletTables = {
  wallet_users: WalletUserRow;
  wallet_apps: WalletAppRow;
  wallet_sessions: WalletSessionRow;
  wallet_authorizations: WalletAuthorizationRow;
  wallet_codes: WalletCodeRow;
  wallet_payments: WalletPaymentRow;
  /** A single row: the network's own key, which signs OAuth tokens. */
  wallet_keys: { name: string; private_key: string };
};

/** The database, with the tables of the sandbox. */
export type WalletStore = Kysely<WalletTables>;

export function walletStore(store: Store): WalletStore {
  return store.$extendTables<WalletTables>();
}
