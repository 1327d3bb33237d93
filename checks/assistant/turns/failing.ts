/** Turns that fail: on the target's word, or on many servers since they are about what is not there. Each is posted once. */
import { orNull, type Talk } from '@wallet-services/conformance/core';
import { remembered } from '@wallet-services/conformance/discovery';
import { seededUuid } from '@wallet-services/conformance/model';
import { STRANGE_BOT, startConversation } from '../conversation.ts';
import { assistantKnown } from '../known.ts';
import { historyOf, isEmptyError, sayTurn, soleTurn, type View, viewsOf } from '../turn.ts';
import { overrideTalk, STRANGE } from './override-requests.ts';

/** A turn with two middlewares that are not there; null when it is refused: a server may refuse it at once. */
export async function turnWithStrange(talk: Talk): Promise<readonly View[] | null> {
  const told = (await orNull(overrideTalk(talk)))?.others.find(({ label }) => label === STRANGE);
  return told?.finished === undefined ? null : told.views;
}

/** The turn that ends with an error, as the target says; null when it names none. @throws Stopped when it is refused. */
export async function knownToFail(talk: Talk, name: string): Promise<readonly View[] | null> {
  const known = assistantKnown(talk.scene).turn_errors?.[name];
  return known === undefined ? null : remembered(talk, `a turn with error ${name}`, () => soleTurn(talk, name, known));
}

/** A turn that has failed, as it is read; undefined when none is known. */
export async function someFailed(talk: Talk): Promise<View | undefined> {
  const [name] = Object.keys(assistantKnown(talk.scene).turn_errors ?? {});
  const views = name === undefined ? await turnWithStrange(talk) : await orNull(knownToFail(talk, name));
  return views?.find(({ place, turn }) => place === 'read' && !isEmptyError(turn['error']));
}

/** A turn of an unknown bot or conversation; null when that is refused. */
export function turnOfNothing(talk: Talk, what: 'bot' | 'conversation'): Promise<readonly View[] | null> {
  const label = `unknown ${what}`;
  const post = async () => {
    const { seed, run } = talk.scene;
    const started = what === 'bot' ? await startConversation(talk, label, { bot: STRANGE_BOT, isOpen: true }) : null;
    const said = await sayTurn(talk, started?.id ?? seededUuid(seed, run, label), label, {}, { intent: 'open' });
    return viewsOf(said, await orNull(historyOf(talk, said.conversation, label)));
  };
  return remembered(talk, `a turn of an ${label}`, () => orNull(post()));
}
