export { createNetworkClient, type NetworkClient, type NetworkOptions } from './client.ts';
export type {
  Payer,
  PaymentOutcome,
  WalletAccount,
  WalletGrant,
  WalletNetwork,
  WalletOAuth,
  WalletUser,
} from './network.ts';
