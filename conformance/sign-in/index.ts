/** The parts of `sign-in` that the checks of a contract are written with. */

export type { MessageOptions, SignedMessage, TokenOptions } from '../core/wallet.ts';
export { type MessageFields, type MessageForm, spellings } from '../core/wallet.ts';
export { checksummed, signerOf } from './account.ts';
export { messageForms, messageLines, sentMessage } from './message.ts';
export { claimsOf, forgedTokens, wrongWalletTokens } from './wrong-tokens.ts';
