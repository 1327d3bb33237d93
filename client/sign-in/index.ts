export type { Token, TokenSource } from '../http/index.ts';
export { type AccessTokenOptions, accessToken } from './access-token.ts';
export { readKeystore } from './keystore.ts';
export { messageText, type SignInMessage } from './message.ts';
export {
  type Authorization,
  AuthorizationError,
  type AuthorizationOptions,
  type ExchangeOptions,
  exchangeCode,
  type Grant,
  startAuthorization,
} from './oauth.ts';
export { GET_ME, requestSignature, type SignedRequest } from './request-signature.ts';
export {
  type Exchange,
  type NetworkTokenOptions,
  type Proof,
  type SignedMessageOptions,
  signIn,
} from './sign-in.ts';
export { type MessageFields, type SignableMessage, siweMessage } from './siwe-message.ts';
export { type Keystore, signToken, type TokenOptions } from './token.ts';
