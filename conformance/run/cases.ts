/** Runs the conversations of a plan, a few at a time. */
import { setImmediate as breathe, setTimeout as wait } from 'node:timers/promises';
import type { Send, SuiteContext } from '../core/context.ts';
import { blocked, type Judgement } from '../core/judgement.ts';
import type { Conversation } from '../core/rule.ts';
import { changes } from '../model/call.ts';
import type { Exchange, Failure } from '../model/exchange.ts';
import { Ending } from './ending.ts';
import type { Client } from './send/client.ts';
import { atOnce, type Pause, untilWith } from './send/until.ts';

/** The outcome of a conversation; an error is one of the suite itself. */
export interface FinishedCase {
  readonly conversation: Conversation;
  /** All exchanges, in order. */
  readonly exchanges: readonly Exchange[];
  /** The judgements of each rule, by its id. */
  readonly reported: ReadonlyMap<string, readonly Judgement[]>;
  readonly error: unknown;
  /** The conversation needed to change something, which this run may not do. */
  readonly forbidden: boolean;
}

/** How conversations are run. */
export interface CaseOptions<Kept> {
  readonly suite: SuiteContext;
  /** The number of conversations that run at the same time. */
  readonly concurrency: number;
  /** Sends nothing that may change the server's data. */
  readonly readOnly: boolean;
  readonly signal?: AbortSignal | undefined;
  /** The possible early end of the run. Absent: it ends when everything was sent. */
  readonly ending?: Ending;
  /** Called with each conversation when it is over; returns the part of it to keep. */
  readonly onFinished: (finished: FinishedCase) => Kept;
}

/** The largest number of requests of a conversation: more are an error of the suite. */
const MOST_REQUESTS = 20_000;

/** Conversations by the method of their operation; the others write. */
const PHASES: ReadonlyMap<string, string> = new Map([
  ['GET', 'reading'],
  ['HEAD', 'reading'],
  ['OPTIONS', 'reading'],
  ['DELETE', 'deleting'],
]);

/** Thrown where a run that only reads would have to change something. */
class OnlyReading extends Error {
  override readonly name = 'OnlyReading';
}

/**
 * Runs a conversation. An error that it throws is reported in the result.
 *
 * @param pause waits before a request is repeated. Default: no wait, for callers that already have the answers.
 */
export async function hold(
  conversation: Conversation,
  send: Send,
  suite: SuiteContext,
  pause: Pause = atOnce,
): Promise<FinishedCase> {
  const exchanges: Exchange[] = [];
  const reported = new Map<string, Judgement[]>();
  const recorder: Send = async (call) => {
    if (exchanges.length >= MOST_REQUESTS) throw new Error(`${conversation.id} asked more than ${MOST_REQUESTS} times`);
    const exchange = await send(call);
    exchanges.push(exchange);
    return exchange;
  };
  const report = (rule: string, ...judgements: readonly Judgement[]) => {
    if (!conversation.rules.includes(rule)) throw new Error(`${conversation.id} may not speak of ${rule}`);
    reported.set(rule, [...(reported.get(rule) ?? []), ...judgements]);
  };
  const ended = { conversation, exchanges, reported, error: null, forbidden: false };
  try {
    await conversation.hold({ suite, send: recorder, until: untilWith(pause, suite.target) }, report);
    return ended;
  } catch (error) {
    return error instanceof OnlyReading ? { ...ended, reported: new Map(), forbidden: true } : { ...ended, error };
  }
}

/** The outcome of a conversation that was not begun, since the run is over: preparing its requests takes time. */
function notBegun(conversation: Conversation, { message, hint }: Failure): FinishedCase {
  const reported = new Map(conversation.rules.map((rule) => [rule, [blocked(message, hint)]]));
  return { conversation, exchanges: [], reported, error: null, forbidden: false };
}

/**
 * Runs all conversations, at most `concurrency` at a time: those that read, those that write, those that delete, and
 * then one after the other those that must run alone. The results are in the order of the plan.
 *
 * @throws when the run is interrupted.
 */
export async function runCases<Kept>(
  plan: readonly Conversation[],
  client: Pick<Client, 'send'>,
  { suite, concurrency, readOnly, signal, ending = new Ending(), onFinished }: CaseOptions<Kept>,
): Promise<readonly Kept[]> {
  const results: Kept[] = [];
  let interruption: unknown;
  const unlessInterrupted = <Result>(result: Promise<Result>): Promise<Result> =>
    result.catch((error) => {
      interruption = error;
      throw error;
    });
  const send: Send = async (call) => {
    if (readOnly && changes(call)) throw new OnlyReading();
    return await unlessInterrupted(client.send(call));
  };
  const pause: Pause = async (milliseconds) => {
    if (!ending.isOver) await unlessInterrupted(wait(milliseconds, undefined, { signal }));
  };
  const run = async (index: number, conversation: Conversation) => {
    const over = ending.refusal();
    // Nothing is sent any more, so that nothing else would let the run respond.
    if (over !== null) await breathe();
    const finished = over === null ? await hold(conversation, send, suite, pause) : notBegun(conversation, over);
    if (interruption !== undefined) throw interruption;
    results[index] = onFinished(finished);
  };
  const entries = [...plan.entries()];
  const methods = new Map(suite.api.operations.map(({ id, method }) => [id, method]));
  const phaseOf = ({ operation }: Conversation) => PHASES.get(methods.get(operation ?? '') ?? '') ?? 'writing';
  const together = entries.filter(([, { alone }]) => alone !== true);
  // A conversation that writes would change lists that others read at the same time, and others would miss what it
  // deletes.
  for (const phase of ['reading', 'writing', 'deleting']) {
    const queue = together.filter(([, conversation]) => phaseOf(conversation) === phase).values();
    const worker = async () => {
      for (const [index, conversation] of queue) await run(index, conversation);
    };
    await Promise.all(Array.from({ length: Math.max(1, concurrency) }, worker));
  }
  for (const [index, conversation] of entries) if (conversation.alone === true) await run(index, conversation);
  return results;
}
