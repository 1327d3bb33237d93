export { type Account, createAccount } from './account.ts';
export { checksumAddress } from './address.ts';
export { addressOf, eip191Hash, recoverAddress } from './eip191.ts';
