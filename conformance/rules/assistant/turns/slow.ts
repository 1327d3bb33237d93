/** Slow turns, and how servers write timeouts (document 3, Endpoints: the syntax is not shown). */
import { type Place, withQuery } from '../../../fault/at.ts';
import type { FaultMaker } from '../../../fault/fault.ts';
import { type Exchange, isSuccess, outcomeText } from '../../../model/exchange.ts';
import { broken, inconclusive, stop } from '../../judgement.ts';
import type { Judgement, Scene, Talk } from '../../rule.ts';
import { assistantKnown } from '../known.ts';
import { isProcessed, type Posted, postAlone, viewOf } from '../turn.ts';

/** About 100 ms and about 10 s, as a server writes them. */
export interface TimeoutForm {
  readonly short: string;
  readonly long: string;
}

const usualForms: readonly TimeoutForm[] = [
  { short: '100ms', long: '10s' },
  { short: '0.1s', long: '10s' },
  { short: '0.1', long: '10' },
  { short: '100', long: '10000' },
];

/** The forms to try, the likeliest first. */
export function timeoutForms(scene: Scene): readonly TimeoutForm[] {
  const { timeouts } = assistantKnown(scene);
  return timeouts === undefined ? usualForms : [timeouts];
}

const HINT = 'name a turn that takes the server 200 ms or longer as known.slow_turn in the target file';

/** Posts the slow turn of the target in a conversation of its own. @throws Stopped when that does not go. */
export async function postSlowTurn(talk: Talk, label: string): Promise<Posted> {
  const { slow_turn: known } = assistantKnown(talk.scene);
  return postAlone(talk, label, known ?? stop(inconclusive('no turn is known that takes its time', HINT)));
}

export function isTimeout({ outcome }: Exchange): boolean {
  return outcome.kind === 'answer' && outcome.status === 408;
}

/** Says no to the request itself: neither to who asks, nor to how often. */
export function isRefused(exchange: Exchange): boolean {
  const { outcome } = exchange;
  if (isTimeout(exchange) || isSuccess(exchange) || outcome.kind === 'failure') return false;
  return ![401, 403, 429].includes(outcome.status);
}

/** Whether a read shows a turn that is processed; null when it shows none. */
export function shown(exchange: Exchange): boolean | null {
  const view = viewOf(exchange, 'read');
  return view === null ? null : isProcessed(view.turn);
}

/** Says what came of a read that should have been answered otherwise. */
export function cameOtherwise(expected: string, about: string, exchange: Exchange): Judgement {
  const done = shown(exchange);
  const actual =
    done === null ? outcomeText(exchange) : `the turn when it is ${done ? 'processed' : 'not processed yet'}`;
  return broken({ expected, actual, about, exchange });
}

/** What depends on time is tried so often before it is held against a server. */
export const ATTEMPTS = 3;

/** Some turns are slow, so that their answers are. In milliseconds. */
export const SLOW = 2_000;

/** Answers a wait that ends too early with the turn as it is. @param timeout of every wait. Default: its own. */
export function asItIsWhenLate(place: Place, timeout?: string): FaultMaker {
  return place.instead(async (asked, next) => {
    const reply = await next(timeout === undefined ? asked : withQuery(asked, { timeout }));
    const isLate = reply.kind === 'reply' && reply.status === 408;
    return isLate ? next({ ...asked, query: new URLSearchParams() }) : reply;
  });
}
