/** The observers of comment's open questions, and the questions that nothing shows. */
import type { Rule } from '../../rule.ts';
import * as access from './access.ts';
import * as lists from './lists.ts';
import * as signIn from './sign-in.ts';
import * as values from './values.ts';

export const commentObservers: readonly Rule[] = [access, signIn, lists, values].flatMap((file): readonly Rule[] =>
  Object.values(file),
);

/** Open questions that cannot be observed from outside, with the reason. */
export const notObserved: Readonly<Record<string, string>> = {
  'comment.events': 'the contract has no place at which an event would be seen',
  'comment.limits.rate': 'a limit shows only to who asks more often than is polite',
  'comment.versioning.policy': 'a policy is not shown by answers',
  'comment.names.brand': 'the withheld names are known to the implementation alone',
  'comment.airdrops.draft': 'what the final operation will be is not shown by the draft',
  'comment.airdrops.payment-url': 'no answer names the address',
  'comment.airdrops.strategies': 'who is given what shows only once an airdrop is paid',
  'comment.airdrop.status-transitions': 'the status changes only once an airdrop is paid',
  'comment.sign-in.oauth-scopes': 'it takes wallet OAuth tokens of different scopes, which the suite cannot make',
};
