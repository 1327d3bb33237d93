/** Slow turns, and how servers write timeouts (document 3, Endpoints: the syntax is not shown). */
import { type CheckContext, inconclusive, type SuiteContext, stop } from '@wallet-services/conformance/core';
import { type Mutation, type Place, withQuery } from '@wallet-services/conformance/mutation';
import { assistantKnown } from '../known.ts';
import { type Posted, postAlone } from '../turn.ts';

export type TimeoutForm = NonNullable<ReturnType<typeof assistantKnown>['timeouts']>;

const usualForms: readonly TimeoutForm[] = [
  { short: '100ms', long: '10s' },
  { short: '0.1s', long: '10s' },
  { short: '0.1', long: '10' },
  { short: '100', long: '10000' },
];

/** The forms to try, the likeliest first. */
export function timeoutForms(suite: SuiteContext): readonly TimeoutForm[] {
  const { timeouts } = assistantKnown(suite);
  return timeouts === undefined ? usualForms : [timeouts];
}

const HINT = 'set known.slow_turn in the target file to a turn that takes 200 ms or longer';

/** Posts the slow turn of the target in a separate conversation. @throws Stopped when that fails. */
export async function postSlowTurn(ctx: CheckContext, label: string): Promise<Posted> {
  const { slow_turn: known } = assistantKnown(ctx.suite);
  return postAlone(ctx, label, known ?? stop(inconclusive('the suite knows no slow turn', HINT)));
}

/** The number of attempts at a check that depends on time, before it counts against a server. */
export const ATTEMPTS = 3;

/** The delay of slow turns, so that their answers are slow. In milliseconds. */
export const SLOW = 2_000;

/**
 * Answers a wait that ends too early with the turn in its current state. @param timeout the timeout of every wait.
 * Default: that of the request.
 */
export function asItIsWhenLate(place: Place, timeout?: string): Mutation {
  return place.instead(async (request, next) => {
    const reply = await next(timeout === undefined ? request : withQuery(request, { timeout }));
    const isLate = reply.kind === 'reply' && reply.status === 408;
    return isLate ? next({ ...request, query: new URLSearchParams() }) : reply;
  });
}
