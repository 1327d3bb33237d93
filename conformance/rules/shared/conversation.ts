/** Checks written as one conversation: what is asked next stands beside what is thought of the answer. */
import type { Case, Rule, Say, Scene, Script } from '../rule.ts';

export type { Say } from '../rule.ts';

/**
 * Asks, and says what it thinks of each answer. It may look at nothing but the scene and the answers, so that it goes
 * the same way each time; what it makes up at random may be sent, but not be decided by.
 */
export type Conversation = (scene: Scene, say: Say) => Script;

/** A conversation of a rule. */
export interface Talk extends Omit<Case, 'script'> {
  readonly talk: Conversation;
}

/** A rule that is checked by conversations. */
export function conversationRule(id: string, talksOf: (scene: Scene) => readonly Talk[], more?: Partial<Rule>): Rule {
  return {
    id,
    plan: (scene) => talksOf(scene).map(({ talk, ...one }) => ({ ...one, script: (say) => talk(scene, say) })),
    ...more,
  };
}
