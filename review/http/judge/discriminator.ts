/** Judges changes of a discriminator. The alternatives themselves are judged with the union. */
import { arrayOf, asText, objectOf, stableText } from '../../json.ts';
import type { Direction } from '../canonical/schema.ts';
import { narrowing, notCompared, type Verdict, widening } from '../change.ts';
import type { Difference } from '../difference.ts';

/** @returns null when each name has the same meaning as before */
export function judgeDiscriminator(
  plain: Verdict,
  { base, head }: Difference,
  direction: Direction | null,
): Verdict | null {
  const shown: Verdict = { ...plain, kind: 'discriminator-changed', before: textOf(base), after: textOf(head) };
  if (typeof base !== 'string' || typeof head !== 'string') {
    // Each alternative is unchanged; only readers that use the discriminator are affected.
    const isNew = typeof base !== 'string';
    const change = `discriminator ${isNew ? 'added' : 'removed'}`;
    return { ...shown, class: isNew ? 'compatible' : 'breaking', servers: 'compatible', change };
  }
  const [old, now] = [read(base), read(head)];
  const [gone, added] = [without(old.names, now.names), without(now.names, old.names)];
  const isOther =
    old.property !== now.property ||
    Object.keys(old.names).some((name) => name in now.names && !areSame(old.names[name], now.names[name]));
  if (isOther || (gone.length > 0 && added.length > 0)) {
    const corrected = 'clients that select a schema by the discriminator select another one';
    return { ...shown, class: 'breaking', servers: 'breaking', change: 'discriminator changed', corrected };
  }
  if (old.rest !== now.rest) {
    return {
      ...notCompared,
      change: 'discriminator changed; the report cannot tell what that means',
      before: base,
      after: head,
    };
  }
  if (gone.length === 0 && added.length === 0) return null;
  return gone.length === 0
    ? { ...shown, class: widening(direction), change: `discriminator has more values: ${added.join(', ')}` }
    : { ...shown, class: narrowing(direction), change: `discriminator has fewer values, without ${gone.join(', ')}` };
}

interface Discriminator {
  readonly property: unknown;
  readonly names: Readonly<Record<string, unknown>>;
  readonly rest: string;
}

function read(value: string): Discriminator {
  const { propertyName, names, mapping: _, ...rest } = objectOf(JSON.parse(value));
  return { property: propertyName, names: objectOf(names), rest: stableText(rest) };
}

/** The discriminator as in the document: `kind: card -> Card, cash -> Cash`. */
function textOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const { property, names } = read(value);
  const mapped = Object.entries(names).map(([name, target]) => `${name} -> ${asText(arrayOf(target)[0])}`);
  return mapped.length === 0 ? asText(property) : `${asText(property)}: ${mapped.join(', ')}`;
}

function without(
  names: Readonly<Record<string, unknown>>,
  others: Readonly<Record<string, unknown>>,
): readonly string[] {
  return Object.keys(names).filter((name) => !(name in others));
}

/** Whether two targets have the same name or the same members. */
function areSame(one: unknown, other: unknown): boolean {
  const parts = arrayOf(other);
  return arrayOf(one).some((part, place) => part === parts[place]);
}
