/** Finds the operations that parts of a document belong to. */
import { decoded } from '@wallet-services/kit/decoded';
import { pointerOf, segmentsOf, valueAt } from '@wallet-services/kit/pointer';
import { isPart, type Part } from './structure.ts';

/** The places that references in a value lead to. */
function referencesIn(value: unknown): readonly string[] {
  const found: string[] = [];
  const left: unknown[] = [value];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    for (const [name, member] of Object.entries(next)) {
      if (name === '$ref' && typeof member === 'string' && member.startsWith('#/'))
        found.push(decoded(member.slice(1)));
      else left.push(member);
    }
  }
  return found;
}

/**
 * Returns a function that selects the notes about an operation: about its own parts, and those that it refers to.
 *
 * @param notes each begins with a place, as a JSON pointer
 */
export function notesByOperation(
  document: Part,
  notes: readonly string[],
): (method: string, path: string) => readonly string[] {
  if (notes.length === 0) return () => [];
  const find = (method: string, path: string): readonly string[] => {
    const reach = new Set([pointerOf(['paths', path, method]), pointerOf(['paths', path, 'parameters'])]);
    for (const place of reach) {
      for (const target of referencesIn(valueAt(document, segmentsOf(place)))) reach.add(target);
    }
    return notes.filter((note) => [...reach].some((place) => note.startsWith(`${place}/`)));
  };
  const { paths } = document;
  const operations = Object.entries(isPart(paths) ? paths : {}).flatMap(([path, item]) =>
    Object.keys(isPart(item) ? item : {}).map((method) => [`${method} ${path}`, find(method, path)] as const),
  );
  // Not later: reading the document with Prism changes it.
  const known = new Map(operations);
  return (method, path) => known.get(`${method} ${path}`) ?? [];
}
