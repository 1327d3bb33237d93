export { Refusal } from '@wallet-services/runtime/refusal';
export { type ReadMessage, readMessage } from './message.ts';
export { MessageError } from './message-error.ts';
export type { WalletAccount, WalletGrant, WalletNetwork, WalletOAuth, WalletUser } from './network.ts';
export { createNetworkClient, type NetworkClient, type NetworkOptions } from './network-client.ts';
export { memoryNonces, type NonceStore } from './nonces.ts';
export {
  createVerifier,
  type SignedMessage,
  type Verifier,
  type VerifierOptions,
} from './verifier.ts';
