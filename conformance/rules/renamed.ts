/** Ids of rules and questions that were written under an older scheme, as they are now. Goes when nothing uses it. */
import renamed from './renamed.json' with { type: 'json' };

const rules: Readonly<Record<string, readonly string[]>> = renamed.rules;
const questions: Readonly<Record<string, string>> = renamed.questions;

/** The ids that an older one stands for; the id itself where it is none. */
export function idsNow(id: string): readonly string[] {
  const question = questions[id];
  return rules[id] ?? (question === undefined ? [id] : [question]);
}
