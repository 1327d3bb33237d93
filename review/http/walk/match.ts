/** Matches the alternatives of a schema before and after. */
import { arrayOf, asText, isSame, type JsonObject, objectOf } from '../../json.ts';

/** One alternative of a canonical schema. */
export interface Form {
  /** The node in the union: the alternative, or a reference to its component. */
  readonly node: JsonObject;
  /** The alternative itself. */
  readonly content: JsonObject;
  /** Name of the component without the direction; undefined when it is inline. */
  readonly component: string | undefined;
}

/** The matched pairs and the unmatched alternatives of either side. */
export interface Matching {
  readonly pairs: readonly (readonly [Form, Form])[];
  readonly removed: readonly Form[];
  readonly added: readonly Form[];
}

/** The kind of an alternative. An integer and a number are of one kind: replacing one is a change of type. */
function kindOf({ content }: Form): string {
  const { type } = content;
  return type === 'integer' ? 'number' : asText(type ?? 'any');
}

/** Matches equal alternatives, components of the same name, the only ones of a type, and then the most similar ones. */
export function match(before: readonly Form[], after: readonly Form[]): Matching {
  const pairs: [Form, Form][] = [];
  let [removed, added] = [[...before], [...after]];
  const pair = (one: Form, other: Form) => {
    pairs.push([one, other]);
    removed = removed.filter((form) => form !== one);
    added = added.filter((form) => form !== other);
  };
  const by = (isPair: (one: Form, other: Form) => boolean) => {
    for (const one of [...removed]) {
      const other = added.find((candidate) => isPair(one, candidate));
      if (other !== undefined) pair(one, other);
    }
  };
  const isOneComponent = (one: Form, other: Form) =>
    one.component !== undefined && one.component === other.component && kindOf(one) === kindOf(other);
  by((one, other) => isOneComponent(one, other) && isSame(one.content, other.content));
  by(isOneComponent);
  by((one, other) => one.component === undefined && isSame(one.node, other.node));
  by((one, other) => isOnly(one, before) && isOnly(other, after) && kindOf(one) === kindOf(other));
  const candidates = removed
    .flatMap((one) => added.map((other) => ({ one, other, likeness: likenessOf(one.content, other.content) })))
    .filter(({ one, other, likeness }) => kindOf(one) === kindOf(other) && likeness >= LEAST)
    .toSorted((first, second) => second.likeness - first.likeness);
  for (const { one, other } of candidates) if (removed.includes(one) && added.includes(other)) pair(one, other);
  return { pairs, removed, added };
}

function isOnly(form: Form, forms: readonly Form[]): boolean {
  return forms.filter((other) => kindOf(other) === kindOf(form)).length === 1;
}

/** Smallest similarity of two alternatives that are matched. */
const LEAST = 0.5;

/** Similarity of two alternatives, from 0 to 1. */
function likenessOf(one: JsonObject, other: JsonObject): number {
  const [first, second] = [traitsOf(one), traitsOf(other)];
  const all = new Set([...first, ...second]);
  if (all.size === 0) return 1;
  return [...first].filter((trait) => second.has(trait)).length / all.size;
}

function traitsOf(form: JsonObject): ReadonlySet<string> {
  const traits = new Set<string>();
  for (const [keyword, value] of Object.entries(form)) {
    if (keyword === 'properties') for (const name of Object.keys(objectOf(value))) traits.add(`has ${name}`);
    else if (keyword === 'required' || keyword === 'enum') {
      for (const one of arrayOf(value)) traits.add(`${keyword} ${asText(one)}`);
    } else if (keyword !== 'type') traits.add(keyword);
  }
  return traits;
}
