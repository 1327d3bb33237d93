/** Turns that fail: on the target's word, or on many servers since they are about what is not there. Each is posted once. */
import { type CheckContext, orNull } from '@wallet-services/conformance/core';
import { once } from '@wallet-services/conformance/discovery';
import { seededUuid } from '@wallet-services/conformance/model';
import { STRANGE_BOT, startConversation } from '../conversation.ts';
import { assistantKnown } from '../known.ts';
import { historyOf, isEmptyError, reportTurn, soleTurn, type View, viewsOf } from '../turn.ts';
import { overrideRequests, STRANGE, strangeMiddlewares } from './override-requests.ts';

/** A turn with two middlewares that are not there; null when it is refused: a server may refuse it at once. */
export async function turnWithStrange(ctx: CheckContext): Promise<readonly View[] | null> {
  const shown = (await orNull(overrideRequests(ctx)))?.others.find(({ label }) => label === STRANGE);
  return shown?.finished === undefined ? null : shown.views;
}

const failingTurn = once(soleTurn, { key: (name) => name });

/** Another turn with two middlewares that are not there, in a conversation of its own. */
export function strangeAgain(ctx: CheckContext): Promise<readonly View[]> {
  const override = { middlewares: strangeMiddlewares(ctx.suite) };
  return soleTurn(ctx, `${STRANGE}, again`, { bot_override: override }, { intent: 'open' });
}

/** The turn that ends with an error, as the target says; null when it names none. @throws Stopped when it is refused. */
export async function knownToFail(ctx: CheckContext, name: string): Promise<readonly View[] | null> {
  const known = assistantKnown(ctx.suite).turn_errors?.[name];
  return known === undefined ? null : failingTurn(ctx, name, known);
}

/** Another turn that ends with the error. */
export async function failsAgain(ctx: CheckContext, name: string): Promise<readonly View[] | null> {
  const known = assistantKnown(ctx.suite).turn_errors?.[name];
  return known === undefined ? null : soleTurn(ctx, `${name}, again`, known);
}

/** A turn that has failed, as it is read; undefined when none is known. */
export async function someFailed(ctx: CheckContext): Promise<View | undefined> {
  const [name] = Object.keys(assistantKnown(ctx.suite).turn_errors ?? {});
  const views = name === undefined ? await turnWithStrange(ctx) : await orNull(knownToFail(ctx, name));
  return views?.find(({ place, turn }) => place === 'read' && !isEmptyError(turn['error']));
}

/** Posts a turn of an unknown bot or conversation; null when that is refused. */
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
