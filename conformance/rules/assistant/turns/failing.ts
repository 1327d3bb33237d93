/** Turns that fail on many servers: about what is not there. Each is posted once for the whole run. */
import { remembered } from '../../../find/find.ts';
import { seededUuid } from '../../../model/uuid.ts';
import { orNull } from '../../judgement.ts';
import type { Scene, Talk } from '../../rule.ts';
import { STRANGE_BOT, startConversation } from '../conversation.ts';
import type { KnownMiddleware } from '../known.ts';
import { historyOf, sayTurn, soleTurn, type View, viewsOf } from '../turn.ts';

/** Names that no middleware has. */
export function strangeMiddlewares({ seed, run }: Scene): readonly KnownMiddleware[] {
  return ['one', 'two'].map((name) => ({ name: `unknown-${seededUuid(seed, run, name).slice(0, 8)}`, options: {} }));
}

/** A turn with two middlewares that are not there; null when it is refused: a server may refuse it at once. */
export function turnWithStrange(talk: Talk): Promise<readonly View[] | null> {
  return remembered(talk, 'a turn with unknown middlewares', () => {
    const turn = { bot_override: { middlewares: strangeMiddlewares(talk.scene) } };
    return orNull(soleTurn(talk, 'unknown middlewares', turn, { intent: 'open' }));
  });
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
