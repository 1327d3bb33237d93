/** Finds every difference of two raw documents, without resolving references or leaving anything out. */
import { asText, isObject, isSame, type JsonObject, segmentText, stableText } from '../../json.ts';
import { ambiguousShapes, canonicalPath } from '../operations.ts';

/** A difference between two documents. */
export interface RawDifference {
  /** Pointer to the value; null on the side that does not have it. */
  readonly base: string | null;
  readonly head: string | null;
  readonly before: unknown;
  readonly after: unknown;
}

/** Extensions with rules, questions and behaviour, which are compared by their meaning. */
const LEDGER = new Set(['x-rules', 'x-unspecified', 'x-behaviour']);

/** Finds all differences. The order of members, and that of equal elements, has no meaning. */
export function rawDifferences(base: JsonObject, head: JsonObject): readonly RawDifference[] {
  const walk = new RawWalk(new Set([...ambiguousShapes(base), ...ambiguousShapes(head)]));
  walk.objects(base, head, '#', '#');
  return walk.found;
}

class RawWalk {
  readonly found: RawDifference[] = [];
  readonly #literal: ReadonlySet<string>;

  constructor(literal: ReadonlySet<string>) {
    this.#literal = literal;
  }

  objects(base: JsonObject, head: JsonObject, at: string, to: string): void {
    const isPaths = at === '#/paths' && to === '#/paths';
    const names = isPaths ? this.#shapes(head) : undefined;
    const met = new Set<string>();
    for (const [name, before] of Object.entries(base)) {
      if (LEDGER.has(name)) continue;
      const other = names === undefined ? name : (names.get(this.#shapeOf(name)) ?? name);
      met.add(other);
      this.#values(before, head[other], `${at}/${segmentText(name)}`, `${to}/${segmentText(other)}`, at);
    }
    for (const [name, after] of Object.entries(head)) {
      if (met.has(name) || LEDGER.has(name)) continue;
      this.#values(undefined, after, `${at}/${segmentText(name)}`, `${to}/${segmentText(name)}`, at);
    }
  }

  #shapeOf(path: string): string {
    const shape = canonicalPath(path);
    return this.#literal.has(shape) ? path : shape;
  }

  #shapes(paths: JsonObject): ReadonlyMap<string, string> {
    return new Map(Object.keys(paths).map((path) => [this.#shapeOf(path), path]));
  }

  #values(before: unknown, after: unknown, at: string, to: string, outer: string): void {
    if (before === after) return;
    if (isObject(before) && isObject(after)) this.objects(before, after, at, to);
    else if (Array.isArray(before) && Array.isArray(after)) this.#arrays(before, after, at, to);
    else if (before === undefined || after === undefined) this.#oneSided(before, after, at, to, outer);
    else this.found.push({ base: at, head: to, before, after });
  }

  /** Reports each operation of a path that only one side has as a separate difference. */
  #oneSided(before: unknown, after: unknown, at: string, to: string, outer: string): void {
    const value = before ?? after;
    if (outer === '#/paths' && isObject(value)) {
      for (const [name, inner] of Object.entries(value)) {
        const [one, other] = before === undefined ? [undefined, inner] : [inner, undefined];
        this.#oneSided(one, other, `${at}/${segmentText(name)}`, `${to}/${segmentText(name)}`, at);
      }
      return;
    }
    const [base, head] = [before === undefined ? null : at, after === undefined ? null : to];
    this.found.push({ base, head, before, after });
  }

  #arrays(before: readonly unknown[], after: readonly unknown[], at: string, to: string): void {
    if (isSame(before, after)) return;
    const left = new Map<string, number[]>();
    for (const [index, value] of after.entries()) {
      const text = stableText(value);
      left.set(text, [...(left.get(text) ?? []), index]);
    }
    const gone = [...before.entries()].filter(([, value]) => left.get(stableText(value))?.shift() === undefined);
    const rest = [...left.values()].flat().toSorted((one, other) => one - other);
    for (const [index, value] of gone) {
      const other = rest.find((place) => nameOf(after[place]) === nameOf(value));
      if (other !== undefined) rest.splice(rest.indexOf(other), 1);
      const counterpart = other === undefined ? undefined : after[other];
      this.#values(value, counterpart, `${at}/${index}`, `${to}/${other ?? index}`, at);
    }
    for (const index of rest) this.#values(undefined, after[index], `${at}/${index}`, `${to}/${index}`, at);
  }
}

/** The key by which elements of lists are matched: name and place of a parameter, the address of a server. */
function nameOf(value: unknown): string {
  if (!isObject(value)) return typeof value;
  const { in: place, name, url, $ref: reference } = value;
  if (typeof reference === 'string') return reference;
  if (typeof name === 'string') return `${asText(place)} ${name}`;
  return typeof url === 'string' ? url : 'object';
}
