/** Signs access tokens with keystores, and messages with accounts. */

import { randomUUID } from 'node:crypto';
import type { MessageFields, MessageForm, Wallet } from '../core/wallet.ts';
import type { SignIn } from '../model/target.ts';
import { type Account, accountOfKey, ownAccount, signText } from './account.ts';
import { messageLines, sentMessage } from './message.ts';
import { signToken } from './token.ts';

const UNSIGNED = `0x${'0'.repeat(130)}`;

const UNSIGNED_TOKEN = 'e30.e30.AA';

/** A wallet with the keys of a target; the accounts that it lacks follow from the seed. */
export function openWallet(signIn: SignIn, seed: number): Wallet {
  const { keystores = {}, message: settings } = signIn;
  const secrets = new Set<string>();
  let form: MessageForm = 'camelCase';
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const accounts = new Map<string, Account>();
  // To derive the address from a key takes longer than to sign with it.
  const accountOf = (name: string): Account => {
    const isOfTarget = name === 'caller' && settings?.privateKey !== undefined;
    const account = accounts.get(name) ?? (isOfTarget ? accountOfKey(settings.privateKey) : ownAccount(seed, name));
    accounts.set(name, account);
    return account;
  };
  const wallet = (signs: boolean): Wallet => ({
    token(role, options) {
      const keystore = keystores[role];
      if (keystore === undefined) return null;
      if (!signs) return UNSIGNED_TOKEN;
      const token = signToken(keystore, { ...options, issuedAt: ahead + (options?.issuedAt ?? Date.now()) });
      secrets.add(token);
      return token;
    },
    address: (account) => accountOf(account).address,
    message(name, options = {}) {
      if (settings === undefined) return null;
      const fields: MessageFields = {
        domain: settings.domain,
        address: accountOf(name).address,
        statement: 'Sign in to check this service.',
        uri: settings.uri ?? `https://${settings.domain}`,
        version: '1',
        chainId: settings.chainId ?? 1,
        nonce: randomUUID().replaceAll('-', ''),
        issuedAt: new Date(now()).toISOString(),
        ...options.fields,
      };
      const lines = messageLines(fields);
      const text = (options.lines?.(lines) ?? lines).join('\n');
      const sent = Object.fromEntries(
        Object.entries(fields).filter(([member]) => !options.omit?.some((omitted) => omitted === member)),
      );
      const signed_message = sentMessage(sent, lines, form);
      if (!signs) return { signed_message, signature: UNSIGNED };
      const signature = signText(accountOf(options.signer ?? name), text, options.bare !== true);
      secrets.add(signature);
      return { signed_message, signature };
    },
    useForm(next) {
      form = next;
    },
    now,
    useClock(by) {
      ahead = by;
    },
    secrets: () => [...secrets],
    unsigned: () => wallet(false),
  });
  return wallet(true);
}
