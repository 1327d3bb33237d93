/** Judges what a discriminator tells apart. What the forms themselves are is judged with them. */
import { arrayOf, objectOf } from '../../json.ts';
import type { Direction } from '../canonical/schema.ts';
import { type Change, narrowing, widening } from '../change.ts';
import type { Difference } from '../difference.ts';

/** @returns null when each name stands for what it stood for */
export function judgeDiscriminator(
  plain: Change,
  { base, revision }: Difference,
  direction: Direction | null,
): Change | null {
  const shown: Change = { ...plain, kind: 'discriminator-changed' };
  if (typeof base?.value !== 'string' || typeof revision?.value !== 'string') {
    // Without it each form is what it was: only who chooses by it loses something.
    const isNew = typeof base?.value !== 'string';
    const change = `discriminator ${isNew ? 'added' : 'removed'}`;
    return { ...shown, class: isNew ? 'compatible' : 'breaking', servers: 'compatible', change };
  }
  const [old, now] = [read(base.value), read(revision.value)];
  const [gone, added] = [without(old.names, now.names), without(now.names, old.names)];
  const isOther =
    old.property !== now.property ||
    Object.keys(old.names).some((name) => name in now.names && !areSame(old.names[name], now.names[name]));
  if (isOther || (gone.length > 0 && added.length > 0)) {
    const corrected = 'clients that select a schema by the discriminator select another one';
    return { ...shown, class: 'breaking', servers: 'breaking', change: 'discriminator changed', corrected };
  }
  if (gone.length === 0 && added.length === 0) return null;
  return gone.length === 0
    ? { ...shown, class: widening(direction), change: `discriminator has more values: ${added.join(', ')}` }
    : { ...shown, class: narrowing(direction), change: `discriminator has fewer values, without ${gone.join(', ')}` };
}

function read(value: string): { readonly property: unknown; readonly names: Readonly<Record<string, unknown>> } {
  const { propertyName, mapping } = objectOf(JSON.parse(value));
  return { property: propertyName, names: objectOf(mapping) };
}

function without(
  names: Readonly<Record<string, unknown>>,
  others: Readonly<Record<string, unknown>>,
): readonly string[] {
  return Object.keys(names).filter((name) => !(name in others));
}

/** Called the same, or with the same members. */
function areSame(one: unknown, other: unknown): boolean {
  const parts = arrayOf(other);
  return arrayOf(one).some((part, place) => part === parts[place]);
}
