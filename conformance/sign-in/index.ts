/** The parts of `sign-in` that the checks of a contract are written with. */
export { checksummed, signerOf } from './account.ts';
export { type MessageFields, type MessageForm, messageForms, messageLines, sentMessage, spellings } from './message.ts';
export type { TokenOptions } from './token.ts';
export type { MessageOptions, SignedMessage } from './wallet.ts';
export { claimsOf, forgedTokens, wrongWalletTokens } from './wrong-tokens.ts';
