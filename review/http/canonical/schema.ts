/**
 * Converts schemas to canonical form: every schema is a union of alternatives with one type each, and an alternative
 * that is a component is a reference to it, with separate components for requests and responses.
 *
 * A component serves both requests and responses, but a change to it has the opposite effect there. So `Market` becomes
 * `request.Market` (without read-only members) and `response.Market` (without write-only members).
 */
import { arrayOf, asText, isObject, type JsonObject, objectOf, segmentText, stableText } from '../../json.ts';
import { componentAt, resolved } from '../reference.ts';
import type { Alternative, Written } from './alternative.ts';
import { heirsOf } from './heirs.ts';
import type { Origins } from './origin.ts';
import { branchesOverlap, overlap } from './overlap.ts';
import { described, textOf, type Union, unionOf } from './union.ts';

/** Whether a schema is used in requests or in responses. */
export type Direction = 'request' | 'response';

/** Names of members that this form adds; they are not part of any contract. */
export const EXAMPLES = 'x-documented-examples';
export const EXCLUSIVE = 'x-one-of';
export const BRANCHES = 'x-one-of-branches';
export const DISCRIMINATOR = 'x-discriminator';
export const INNER = 'x-of-alternatives';
/** Components that a discriminator refers to, from the one that they extend; there need not be a reference to them. */
export const HEIRS = 'x-heirs';

/** The keyword of the alternatives. */
export const ALTERNATIVES = 'anyOf';

/** Extensions that are compared with the ledger. */
const LEDGER = new Set(['x-rules', 'x-unspecified', 'x-behaviour']);

/** A JSON object under construction. */
export type Draft = Record<string, unknown>;

/** The extensions of a node as text. */
export function extensionsOf(node: JsonObject): Draft {
  const draft: Draft = {};
  for (const [name, value] of Object.entries(node)) {
    if (name.startsWith('x-') && !LEDGER.has(name)) draft[name] = stableText(value);
  }
  return draft;
}

/** Converts the schemas of one document. */
export class SchemaWriter {
  /** The components written so far, by their canonical name. */
  readonly components: Draft = {};
  readonly #document: JsonObject;
  readonly #origins: Origins;

  constructor(document: JsonObject, origins: Origins) {
    this.#document = document;
    this.#origins = origins;
  }

  /** Writes one schema. */
  write(written: Written, direction: Direction): Draft {
    const union = unionOf(this.#document, written);
    const draft: Draft = {};
    this.#origins.set(draft, written.pointer);
    const { alternatives } = union;
    if (alternatives.length === 0) draft['not'] = {};
    else if (!alternatives.every(isAnything)) {
      draft[ALTERNATIVES] = alternatives.map((alternative) => this.#reference(alternative, direction));
    }
    this.#annotate(draft, union);
    return draft;
  }

  #annotate(draft: Draft, union: Union): void {
    const annotations = new Map(union.annotations);
    const real = union.alternatives.filter(({ type }) => type !== 'null');
    const [only, ...more] = real;
    if (only !== undefined && more.length === 0) {
      for (const [name, value] of only.annotations) if (!annotations.has(name)) annotations.set(name, value);
    } else {
      const inner = real.map((alternative) => annotationTexts(alternative.annotations)).filter((text) => text !== '{}');
      if (inner.length > 0) draft[INNER] = stableText(inner.toSorted());
    }
    const examples: unknown[] = [];
    for (const [name, { schema: value, pointer }] of annotations) {
      if (LEDGER.has(name)) continue;
      if (name === 'examples') examples.push(...arrayOf(value));
      else if (name === 'example') examples.push(value);
      else {
        draft[name] = typeof value === 'string' && name !== 'default' ? value : stableText(value);
        this.#origins.setMember(draft, name, pointer);
      }
    }
    if (examples.length > 0) {
      draft[EXAMPLES] = stableText([...new Set(examples.map((example) => stableText(example)))].toSorted());
      const written = annotations.get('examples') ?? annotations.get('example');
      this.#origins.setMember(draft, EXAMPLES, written?.pointer ?? '');
    }
    const { propertyName } = objectOf(union.discriminator);
    const chosenBy = typeof propertyName === 'string' ? propertyName : undefined;
    if (union.exclusive && overlap(this.#document, union.alternatives, chosenBy)) draft[EXCLUSIVE] = 'true';
    if (union.branches.length > 1 && branchesOverlap(this.#document, union.branches)) {
      draft[BRANCHES] = stableText(union.branches.map((branch) => branch.map(textOf).toSorted()).toSorted());
    }
    if (union.discriminator !== undefined) {
      const [only, ...more] = union.alternatives.filter(({ type }) => type !== 'null');
      const heirs = only === undefined || more.length > 0 ? [] : this.#heirsOf(only);
      draft[DISCRIMINATOR] = stableText(described(this.#document, objectOf(union.discriminator), heirs));
    }
  }

  #reference(alternative: Alternative, direction: Direction): Draft {
    const { component, type } = alternative;
    if (component === undefined || (type !== 'object' && type !== 'array')) {
      return this.#alternative(alternative, direction);
    }
    const name = this.#nameOf(`${direction}.${component}`, alternative.pointer);
    if (this.components[name] === undefined) {
      const draft: Draft = {};
      // Registered before it is complete, because a component may contain itself.
      this.components[name] = draft;
      this.#origins.set(draft, alternative.pointer);
      Object.assign(draft, this.#alternative(alternative, direction, draft));
      const heirs = this.#heirsOf(alternative).map((heir) => [
        heir,
        this.write({ schema: { $ref: heir }, pointer: heir }, direction),
      ]);
      if (heirs.length > 0) draft[HEIRS] = Object.fromEntries(heirs);
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  /** The components that an alternative includes; for one that extends another component, the pointer of that. */
  #heirsOf({ component, pointer }: Alternative): readonly string[] {
    return component === undefined || componentAt(pointer) !== component ? [] : heirsOf(this.#document, pointer);
  }

  /** Name of a component; one that allows several objects becomes several components. */
  #nameOf(name: string, pointer: string): string {
    for (let count = 1; ; count += 1) {
      const candidate = count === 1 ? name : `${name}.${count}`;
      const known = this.components[candidate];
      if (known === undefined || this.#origins.get(known) === pointer) return candidate;
    }
  }

  #alternative(alternative: Alternative, direction: Direction, node: Draft = {}): Draft {
    const { type, limits, parts, members, pointer } = alternative;
    const draft: Draft = type === 'any' ? {} : { type };
    this.#origins.set(node, pointer);
    this.#origins.set(draft, pointer);
    const names = [...members.keys()].filter((name) => this.#travels(members.get(name), direction));
    for (const [keyword, value] of limits) {
      if (keyword === 'patternProperties' || keyword === 'dependentSchemas') {
        draft[keyword] = this.#map(objectOf(value), `${pointer}/${keyword}`, direction);
      } else if (keyword === 'required') {
        const required = arrayOf(value).filter((name) => names.includes(asText(name)) || !members.has(asText(name)));
        if (required.length > 0) draft[keyword] = required;
      } else draft[keyword] = value;
    }
    for (const [keyword, part] of parts) {
      const schema = part.schema === false ? false : this.write(part, direction);
      if (schema === false || alternativesOf(schema).length > 0 || schema['not'] !== undefined) draft[keyword] = schema;
    }
    if (names.length > 0) {
      draft['properties'] = Object.fromEntries(
        names.flatMap((name) => {
          const member = members.get(name);
          return member === undefined ? [] : [[name, this.write(member, direction)]];
        }),
      );
    }
    return Object.assign(node, draft);
  }

  #map(schemas: JsonObject, pointer: string, direction: Direction): Draft {
    return Object.fromEntries(
      Object.entries(schemas).map(([name, schema]) => [
        name,
        this.write({ schema, pointer: `${pointer}/${segmentText(name)}` }, direction),
      ]),
    );
  }

  /** Whether a member is sent in this direction: requests have no read-only members. */
  #travels(member: Written | undefined, direction: Direction): boolean {
    const keyword = direction === 'request' ? 'readOnly' : 'writeOnly';
    if (member === undefined) return true;
    if (objectOf(member.schema)[keyword] === true) return false;
    if (!isObject(member.schema) || member.schema['$ref'] === undefined) return true;
    return objectOf(resolved(this.#document, member).schema)[keyword] !== true;
  }
}

/** The alternatives of a canonical schema; none when it allows everything or nothing. */
export function alternativesOf(schema: JsonObject): readonly unknown[] {
  return arrayOf(schema[ALTERNATIVES]);
}

function isAnything({ type, limits, parts, members }: Alternative): boolean {
  return type === 'any' && limits.size === 0 && parts.size === 0 && members.size === 0;
}

function annotationTexts(annotations: ReadonlyMap<string, Written>): string {
  return stableText(
    Object.fromEntries(
      [...annotations].filter(([name]) => !LEDGER.has(name)).map(([name, { schema }]) => [name, schema]),
    ),
  );
}
