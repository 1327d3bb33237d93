/** Holds a conversation again with recorded answers: what it says of a trace, without a server. */

import type { Send, SuiteContext } from '../../core/context.ts';
import { blocked } from '../../core/judgement.ts';
import type { Conversation } from '../../core/rule.ts';
import type { Call, Exchange } from '../../model/exchange.ts';
import { type FinishedCase, hold } from '../cases.ts';

/** Thrown where the trace has no answer to what is asked. */
class NotRecorded extends Error {
  override readonly name = 'NotRecorded';
}

/** What tells one call of a conversation from another; bodies and headers may hold what is made up anew each time. */
function keyOf(call: Call): string {
  return call.kind === 'http'
    ? `${call.method} ${call.path} ${call.credentials} ${call.label}`
    : `${call.protocol} ${call.method} ${call.label}`;
}

/** Answers each call with the next recorded exchange of the same call, and others as the one who holds it knows how. */
function recorded(exchanges: readonly Exchange[], otherwise: (call: Call) => Promise<Exchange | null>): Send {
  const rest = Map.groupBy(exchanges, ({ call }) => keyOf(call));
  return async (call) => {
    const exchange = rest.get(keyOf(call))?.shift() ?? (await otherwise(call));
    if (exchange === null) throw new NotRecorded();
    return exchange;
  };
}

/**
 * What a conversation says of a recorded trace, as far as that goes.
 *
 * @param otherwise answers calls that the trace does not have; null ends the conversation. Default: nothing does.
 */
export async function replay(
  conversation: Conversation,
  exchanges: readonly Exchange[],
  suite: SuiteContext,
  otherwise: (call: Call) => Promise<Exchange | null> = async () => null,
): Promise<FinishedCase> {
  // Signing takes most of the time of a sign-in, and here nothing is sent.
  const finished = await hold(conversation, recorded(exchanges, otherwise), {
    ...suite,
    wallet: suite.wallet.unsigned(),
  });
  if (!(finished.error instanceof NotRecorded)) return { ...finished, exchanges };
  const cut = [blocked('the check ended before anything could be decided')];
  const reported =
    finished.reported.size === 0 ? new Map(conversation.rules.map((rule) => [rule, cut])) : finished.reported;
  return { ...finished, exchanges, reported, error: null };
}
