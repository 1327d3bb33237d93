/** The observers of vault's open questions. */
import type { Rule } from '../../rule.ts';
import { pagingObservers } from './paging.ts';
import { requestObservers } from './requests.ts';
import { valueObservers } from './values.ts';

export const vaultObservers: readonly Rule[] = [...requestObservers, ...pagingObservers, ...valueObservers];

/** Open questions on which nothing can be seen from outside, with the reason. */
export const notObserved: Readonly<Record<string, string>> = {
  'vault.request-id': 'the suite keeps no headers of answers but the content type',
  'vault.limits.rate': 'a limit shows under load alone, and the suite puts none on a server',
  'vault.events': 'no way to receive events is documented, so there is nothing to listen to',
  'vault.versioning': 'no request of the documents tells of versions',
  'vault.auth.scope': 'the scope stands inside tokens, which the wallet network judges',
  'vault.auth.claims': 'the claims stand inside tokens, which the wallet network judges',
  'vault.my-vats.ownership': 'what joins a user to a vault is not shown in any answer',
};
