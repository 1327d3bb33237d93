/** Observers of open questions: they ask something, and put into a few words what came. */
import type { Call, Exchange } from '../../model/exchange.ts';
import { isSuccess, outcomeText } from '../../model/exchange.ts';
import { isObject, typeName } from '../../model/json.ts';
import { observed } from '../judgement.ts';
import type { Rule, Scene } from '../rule.ts';
import { conversationRule } from './conversation.ts';

/** What is said when there was nothing to look at. */
export function notSeen(reason: string): string {
  return `not seen: ${reason}`;
}

/**
 * Observes what comes of some requests. The text must be the same from run to run: no ids, no times, no counts that
 * grow.
 *
 * @param operation the operationId that the question is about; null for the whole service.
 */
export function observer(
  id: string,
  operation: string | null,
  look: (scene: Scene) => Generator<Call, string, Exchange>,
): Rule {
  return conversationRule(id, () => [
    {
      id: 'look',
      operation,
      *talk(scene, say) {
        say(observed(yield* look(scene)));
      },
    },
  ]);
}

/** Observes the answer to one request. */
export function observeCall(
  id: string,
  operation: string | null,
  call: (scene: Scene) => Call,
  look: (exchange: Exchange, scene: Scene) => string,
): Rule {
  return observer(id, operation, function* (scene) {
    return look(yield call(scene), scene);
  });
}

/** The form of an answer: status, content type, and the members of its body. */
export function answerForm({ outcome }: Exchange): string {
  if (outcome.kind === 'failure') return outcome.message;
  const { json } = outcome.body;
  const type = outcome.contentType?.split(';')[0] ?? 'no content type';
  if (!json.ok) return `${outcome.status} ${type}`;
  const members = isObject(json.value) ? `{${Object.keys(json.value).sort().join(', ')}}` : typeName(json.value);
  return `${outcome.status} ${type} ${members}`;
}

/** `accepted`, or how it was not. */
export function acceptance(exchange: Exchange): string {
  return isSuccess(exchange) ? 'accepted' : outcomeText(exchange);
}

/** Different values as text, in order. */
export function distinct(values: readonly unknown[]): readonly string[] {
  const collator = new Intl.Collator('en', { numeric: true });
  return [...new Set(values.map(String))].sort(collator.compare);
}
