/** Rules on the inputs of every operation. */

import type { InputProfile, SuiteContext } from '../../core/context.ts';
import type { Conversation, GeneralRule } from '../../core/rule.ts';
import { watchAccepted } from './accepted.ts';
import { inputConversations } from './conversation.ts';
import { ACCEPTED, READ, REFUSED } from './planned.ts';
import { NO_SERVER_ERROR, randomConversations } from './random.ts';
import { UNSIGNED, watchUnsigned } from './unsigned.ts';

/** The rules, with their judgements. */
export function inputRules(profile: InputProfile): readonly GeneralRule[] {
  return [
    {
      id: ACCEPTED,
      text: 'A request that the document allows gets a 2xx.',
      watch: (exchange, suite) => watchAccepted(profile, exchange, suite),
    },
    { id: NO_SERVER_ERROR, text: 'A request that the document allows does not cause a server error.' },
    { id: REFUSED, text: 'A request that lacks a required input, or has an invalid value of one, is refused.' },
    ...(profile.isStrict === true
      ? [
          {
            id: UNSIGNED,
            text: 'A request without a credential that the document requires is refused.',
            watch: watchUnsigned,
          },
        ]
      : [
          {
            id: READ,
            level: 'should' as const,
            text: 'A request that lacks an input which is not marked optional, while others are, is refused.',
          },
        ]),
  ];
}

/** The conversations of the rules. */
export function inputsSent(profile: InputProfile, suite: SuiteContext): readonly Conversation[] {
  return [...inputConversations(profile, suite), ...randomConversations(profile, suite)];
}
