/** Looks at what a server does where the documents leave it open, and puts it into words that stay the same. */
import type { Call, Exchange } from '../../../model/exchange.ts';
import { observed } from '../../judgement.ts';
import type { Rule, Scene } from '../../rule.ts';
import { conversationRule } from '../../shared/conversation.ts';

/** Asks, and says what was seen; null when nothing was. */
export type Look = (scene: Scene) => Generator<Call, string | null, Exchange>;

/** An observer under the id of an open question. */
export function look(id: string, operation: string | null, see: Look): Rule {
  return conversationRule(id, () => [
    {
      id: 'look',
      operation,
      *talk(scene, say) {
        say(observed((yield* see(scene)) ?? 'not seen'));
      },
    },
  ]);
}

/** The different texts, in a fixed order; null when there are none. */
export function distinct(texts: readonly string[]): string | null {
  const different = [...new Set(texts)].sort(new Intl.Collator('en', { numeric: true }).compare);
  return different.length === 0 ? null : different.join(', ');
}

const forms: readonly (readonly [string, RegExp])[] = [
  ['empty text', /^$/],
  ['UUID', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i],
  ['text of a whole number', /^-?\d+$/],
  ['text of a decimal number', /^-?\d+\.\d+$/],
  ['date', /^\d{4}-\d{2}-\d{2}$/],
  ['date with a time of day', /^\d{4}-\d{2}-\d{2}[T ]\d{2}:/i],
];

/** What kind of value it is, in words that do not tell the value. */
export function formOf(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'absent';
  if (typeof value === 'number') return 'number';
  if (typeof value !== 'string') return Array.isArray(value) ? 'list' : typeof value;
  return forms.find(([, form]) => form.test(value))?.[0] ?? 'other text';
}
