/** Rules that plan scripts and judge traces, as conversations. */
import type { Exchange } from '../model/exchange.ts';
import type { Case, Conversation, Rule, Scene } from './rule.ts';

function conversationOf(rule: Rule, one: Case, planned: Scene): Conversation {
  const { id, operation, alone = false } = one;
  return {
    id: `${rule.id}: ${id}`,
    operation,
    rules: [rule.id],
    alone,
    async hold({ ask, scene }, say) {
      const exchanges: Exchange[] = [];
      const own = scene === planned ? one : rule.plan?.(scene).find((other) => other.id === id);
      const script = (own ?? one).script((...judgements) => say(rule.id, ...judgements));
      try {
        for (let step = script.next(); step.done !== true; ) {
          const exchange = await ask(step.value);
          exchanges.push(exchange);
          step = script.next(exchange);
        }
      } finally {
        // Also of what a recorded trace brought before it ended.
        say(rule.id, ...(rule.judge?.({ caseId: id, operation, exchanges }, scene) ?? []));
      }
    },
  };
}

/** What a rule asks; a rule that watches asks for itself where it is `alone`. */
export function conversationsOf(rule: Rule, scene: Scene, alone: boolean): readonly Conversation[] {
  const cases = [...(rule.plan?.(scene) ?? []), ...(alone ? (rule.planAlone?.(scene) ?? []) : [])];
  return cases.map((one) => conversationOf(rule, one, scene));
}
