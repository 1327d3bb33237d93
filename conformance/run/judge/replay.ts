/** Runs a conversation again with recorded answers: its judgements of a trace, without a server. */

import type { Send, SuiteContext } from '../../core/context.ts';
import { blocked } from '../../core/judgement.ts';
import type { Conversation } from '../../core/rule.ts';
import type { Call, Exchange } from '../../model/exchange.ts';
import { type FinishedCase, hold } from '../cases.ts';

/** Thrown where the trace has no answer to a call. */
class NotRecorded extends Error {
  override readonly name = 'NotRecorded';
}

/** Distinguishes the calls of a conversation; bodies and headers may contain values that are made up each time. */
function keyOf(call: Call): string {
  return call.kind === 'http'
    ? `${call.method} ${call.path} ${call.credentials} ${call.label}`
    : `${call.protocol} ${call.method} ${call.label}`;
}

/** Answers each call with the next recorded exchange of the same call, and other calls by the caller's function. */
function recorded(exchanges: readonly Exchange[], otherwise: (call: Call) => Promise<Exchange | null>): Send {
  const rest = Map.groupBy(exchanges, ({ call }) => keyOf(call));
  return async (call) => {
    const exchange = rest.get(keyOf(call))?.shift() ?? (await otherwise(call));
    if (exchange === null) throw new NotRecorded();
    return exchange;
  };
}

/** A conversation that was replayed. */
export interface Replayed extends FinishedCase {
  /** The trace lacked an answer, so that the conversation ended early. */
  readonly isCut: boolean;
}

/**
 * The judgements of a conversation on a recorded trace, as far as the trace goes.
 *
 * @param otherwise answers calls that the trace does not have; null ends the conversation. Default: always null.
 */
export async function replay(
  conversation: Conversation,
  exchanges: readonly Exchange[],
  suite: SuiteContext,
  otherwise: (call: Call) => Promise<Exchange | null> = async () => null,
): Promise<Replayed> {
  // Signing takes most of the time of a sign-in, and here nothing is sent.
  const finished = await hold(conversation, recorded(exchanges, otherwise), {
    ...suite,
    wallet: suite.wallet.unsigned(),
  });
  if (!(finished.error instanceof NotRecorded)) return { ...finished, exchanges, isCut: false };
  const cut = [blocked('the check ended before anything could be decided')];
  const reported =
    finished.reported.size === 0 ? new Map(conversation.rules.map((rule) => [rule, cut])) : finished.reported;
  return { ...finished, exchanges, reported, error: null, isCut: true };
}
