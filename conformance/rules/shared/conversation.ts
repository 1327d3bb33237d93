/**
 * Checks written as one conversation: what is asked next stands beside what is thought of the answer. The run asks, and
 * the judge goes through the same conversation again with the answers that were recorded.
 */
import type { Exchange, Trace } from '../../model/exchange.ts';
import { blocked } from '../judgement.ts';
import type { Case, Judgement, Rule, Scene, Script } from '../rule.ts';

/** Tells what is thought of the answers so far. */
export type Say = (...judgements: readonly Judgement[]) => void;

/**
 * Asks, and says what it thinks of each answer. It may look at nothing but the scene and the answers, so that it goes
 * the same way each time; what it makes up at random may be sent, but not be decided by.
 */
export type Conversation = (scene: Scene, say: Say) => Script;

/** A conversation of a rule. */
export interface Talk extends Omit<Case, 'script'> {
  readonly talk: Conversation;
}

function silence(): void {
  // While asking, nobody listens.
}

/** Goes through a conversation with recorded answers, as far as they go. */
function said(talk: Conversation, exchanges: readonly Exchange[], scene: Scene): readonly Judgement[] {
  const judgements: Judgement[] = [];
  // Signing takes most of the time of a sign-in, and here nothing is sent.
  const script = talk({ ...scene, wallet: scene.wallet.unsigned() }, (...some) => judgements.push(...some));
  let step = script.next();
  for (const exchange of exchanges) {
    if (step.done === true || step.value.label !== exchange.call.label) break;
    step = script.next(exchange);
  }
  const cut = step.done !== true && judgements.length === 0;
  return cut ? [blocked('the case ended before anything could be decided')] : judgements;
}

/** A rule that is checked by conversations. */
export function conversationRule(id: string, talksOf: (scene: Scene) => readonly Talk[], more?: Partial<Rule>): Rule {
  return {
    id,
    plan: (scene) => talksOf(scene).map(({ talk, ...one }) => ({ ...one, script: () => talk(scene, silence) })),
    judge: ({ caseId, exchanges }: Trace, scene) => {
      const talk = talksOf(scene).find((one) => one.id === caseId)?.talk;
      return talk === undefined ? [] : said(talk, exchanges, scene);
    },
    ...more,
  };
}
