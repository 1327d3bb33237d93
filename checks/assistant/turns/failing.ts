/**
 * Turns that fail: those that the target names, or those that fail on many servers since they need missing items. Each
 * is posted once.
 */
import { type CheckContext, orNull } from '@wallet-services/conformance/core';
import { once } from '@wallet-services/conformance/discovery';
import { seededUuid } from '@wallet-services/conformance/model';
import { STRANGE_BOT, startConversation } from '../conversation.ts';
import { assistantKnown } from '../known.ts';
import { historyOf, isEmptyError, reportTurn, soleTurn, type View, viewsOf } from '../turn.ts';
import { overrideRequests, STRANGE, strangeMiddlewares } from './override-requests.ts';

/** A turn with two unknown middlewares; null when a server rejects it at once, which it may. */
export async function turnWithStrange(ctx: CheckContext): Promise<readonly View[] | null> {
  const shown = (await orNull(overrideRequests(ctx)))?.others.find(({ label }) => label === STRANGE);
  return shown?.finished === undefined ? null : shown.views;
}

const failingTurn = once(soleTurn, { key: (name) => name });

/** Another turn with two unknown middlewares, in a separate conversation. */
export function strangeAgain(ctx: CheckContext): Promise<readonly View[]> {
  const override = { middlewares: strangeMiddlewares(ctx.suite) };
  return soleTurn(ctx, `${STRANGE}, again`, { bot_override: override }, { intent: 'open' });
}

/** The turn that ends with the error, from the target; null when it names none. @throws Stopped when it is rejected. */
export async function knownToFail(ctx: CheckContext, name: string): Promise<readonly View[] | null> {
  const known = assistantKnown(ctx.suite).turn_errors?.[name];
  return known === undefined ? null : failingTurn(ctx, name, known);
}

/** Another turn that ends with the error. */
export async function failsAgain(ctx: CheckContext, name: string): Promise<readonly View[] | null> {
  const known = assistantKnown(ctx.suite).turn_errors?.[name];
  return known === undefined ? null : soleTurn(ctx, `${name}, again`, known);
}

/** A failed turn, as read; undefined when none is known. */
export async function someFailed(ctx: CheckContext): Promise<View | undefined> {
  const [name] = Object.keys(assistantKnown(ctx.suite).turn_errors ?? {});
  const views = name === undefined ? await turnWithStrange(ctx) : await orNull(knownToFail(ctx, name));
  return views?.find(({ place, turn }) => place === 'read' && !isEmptyError(turn['error']));
}

/** Posts a turn with an unknown bot or conversation; null when it is rejected. */
export function postToNothing(
  ctx: CheckContext,
  what: 'bot' | 'conversation',
  label = `unknown ${what}, again`,
): Promise<readonly View[] | null> {
  const post = async () => {
    const { seed, run } = ctx.suite;
    const started = what === 'bot' ? await startConversation(ctx, label, { bot: STRANGE_BOT, isOpen: true }) : null;
    const reported = await reportTurn(ctx, started?.id ?? seededUuid(seed, run, label), label, {}, { intent: 'open' });
    return viewsOf(reported, await orNull(historyOf(ctx, reported.conversation, label)));
  };
  return orNull(post());
}

/** The first such turn of the run. */
export const turnOfNothing = once((ctx: CheckContext, what: 'bot' | 'conversation') =>
  postToNothing(ctx, what, `unknown ${what}`),
);
