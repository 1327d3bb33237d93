export { checksumAddress } from './address.ts';
export { addressOf, eip191Hash, recoverAddress } from './eip191.ts';
export { accessToken, type Keystore, type TokenOptions } from './keystore.ts';
export { messageText, type ReadMessage, readMessage, type SignInMessage } from './message.ts';
export { MessageError } from './message-error.ts';
export { GET_ME, requestSignature, type SignedRequest } from './request-signature.ts';
export {
  createVerifier,
  type NonceStore,
  type SignedMessage,
  type Verifier,
  type VerifierOptions,
} from './verifier.ts';
