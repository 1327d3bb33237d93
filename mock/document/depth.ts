/** Rejects documents with so many levels that reading them, or generating samples, would exhaust the stack. */
import { Failure } from '@wallet-services/kit/errors';
import { pointerOf, segmentsOf, valueAt } from '@wallet-services/kit/pointer';

/** Largest number of levels; an object that contains itself exceeds it. */
const MOST_LEVELS = 500;

/** Largest number of consecutive references, each inside the target of the previous one. */
const MOST_REFERENCES = 100;

/** @throws Failure with the place in the document */
export function checkDepth(content: unknown): void {
  checkLevels(content);
  checkReferences(content);
}

function checkLevels(content: unknown): void {
  const depths = new WeakMap<object, number>();
  const waiting: { value: unknown; at: readonly string[] }[] = [{ value: content, at: [] }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, at } = next;
    if (typeof value !== 'object' || value === null || (depths.get(value) ?? -1) >= at.length) continue;
    if (at.length > MOST_LEVELS) throw tooDeep(`${pointerOf(at.slice(0, 12))}/...`);
    depths.set(value, at.length);
    for (const [name, member] of Object.entries(value)) waiting.push({ value: member, at: [...at, name] });
  }
}

/** The error for a document that is too deep. @param place in it, which the sentence starts with */
export function tooDeep(place: string): Failure {
  return new Failure(`${place} has more than ${MOST_LEVELS} levels: it is too deep to be read`);
}

/** From the ends on, so that it needs no stack. What leads back to itself is left alone: its readers know circles. */
function checkReferences(content: unknown): void {
  const targets = new Map<string, readonly string[]>();
  const sources = new Map<string, string[]>();
  const unread = [...referencesIn(content)];
  for (let target = unread.pop(); target !== undefined; target = unread.pop()) {
    if (targets.has(target)) continue;
    const inside = [...referencesIn(valueAt(content, segmentsOf(target)))];
    targets.set(target, inside);
    for (const each of inside) sources.set(each, [...(sources.get(each) ?? []), target]);
    unread.push(...inside);
  }
  const open = new Map([...targets].map(([target, inside]) => [target, inside.length]));
  let ends = [...targets.keys()].filter((target) => open.get(target) === 0);
  for (let length = 1; ends.length > 0; length += 1) {
    const [first = ''] = ends;
    if (length > MOST_REFERENCES) {
      throw new Failure(`${first} leads on over more than ${MOST_REFERENCES} references: it is too deep to be read`);
    }
    const before: string[] = [];
    for (const source of ends.flatMap((target) => sources.get(target) ?? [])) {
      const left = (open.get(source) ?? 0) - 1;
      open.set(source, left);
      if (left === 0) before.push(source);
    }
    ends = before;
  }
}

/** The references in a value to its own document, each once. */
function referencesIn(content: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  const seen = new WeakSet<object>();
  const waiting: unknown[] = [content];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null || seen.has(next)) continue;
    seen.add(next);
    const { $ref } = next as Readonly<Record<string, unknown>>;
    if (typeof $ref === 'string' && $ref.startsWith('#/')) found.add($ref);
    for (const member of Object.values(next)) waiting.push(member);
  }
  return found;
}
