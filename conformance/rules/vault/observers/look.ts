/** Looks at what a server does where the documents leave it open, and puts it into words that stay the same. */
import type { Call, Exchange } from '../../../model/exchange.ts';
import type { Rule, Scene } from '../../rule.ts';
import { distinct as different, notSeen, observer } from '../../shared/observe.ts';

/** Asks, and says what was seen; null when nothing was. */
export type Look = (scene: Scene) => Generator<Call, string | null, Exchange>;

/** An observer under the id of an open question. */
export function look(id: string, operation: string | null, see: Look): Rule {
  return observer(id, operation, function* (scene) {
    return (yield* see(scene)) ?? notSeen('there is nothing that would show it');
  });
}

/** The different texts, in a fixed order; null when there are none. */
export function distinct(texts: readonly string[]): string | null {
  return texts.length === 0 ? null : different(texts).join(', ');
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
