export type {
  WalletAccount,
  WalletGrant,
  WalletNetwork,
  WalletOAuth,
  WalletUser,
} from '@wallet-services/client/verify';
export type { Payer, PaymentOutcome } from './payment.ts';
