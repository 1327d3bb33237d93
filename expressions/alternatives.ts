/** Finds the alternatives of a schema that a value belongs to. */
import { type Document, resolved, type Schema } from './schema.ts';

/** An alternative, with the properties that are compared with a value: computed once, for all values. */
export interface Alternative {
  readonly schema: Schema;
  readonly names: readonly unknown[] | undefined;
  /** `integer` as `number`; undefined when it has none. */
  readonly types: readonly string[] | undefined;
  readonly required: readonly string[];
  /** Members that are restricted to certain values. */
  readonly bound: readonly (readonly [member: string, values: readonly unknown[]])[];
}

export function alternativesOf(document: Document, branches: readonly Schema[]): readonly Alternative[] {
  return branches.map((schema) => {
    const { type, enum: names, required = [], properties = {} } = resolved(document, schema);
    const bound = Object.entries(properties).flatMap(([member, inner]) => {
      const { const: only, enum: some = only === undefined ? undefined : [only] } = resolved(document, inner);
      return some === undefined ? [] : [[member, some] as const];
    });
    const types = type === undefined ? undefined : [type].flat().map((one) => (one === 'integer' ? 'number' : one));
    return { schema, names, types, required, bound };
  });
}

/** The alternatives that a value may belong to: those that name it, otherwise those that it fits, otherwise all. */
export function meant(alternatives: readonly Alternative[], value: unknown): readonly Schema[] {
  const naming = alternatives.filter(({ names }) => names?.includes(value));
  const chosen = naming.length > 0 ? naming : alternatives.filter((alternative) => fits(alternative, value));
  return (chosen.length > 0 ? chosen : alternatives).map(({ schema }) => schema);
}

/**
 * Whether a value may belong to a schema: by its type, its required members, and the values that its members are
 * restricted to.
 */
function fits({ types, required, bound }: Alternative, value: unknown): boolean {
  if (types !== undefined && !types.includes(typeOf(value))) return false;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return true;
  const members = value as Readonly<Record<string, unknown>>;
  return (
    required.every((member) => Object.hasOwn(members, member)) &&
    bound.every(([member, values]) => !Object.hasOwn(members, member) || values.includes(members[member]))
  );
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
