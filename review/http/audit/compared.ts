/**
 * The declared equivalences of the audit. Everything that was read into a compared canonical node is claimed: if the
 * nodes differ, there is a finding; otherwise both have the same meaning. A definition that is only read through
 * references is claimed if one of these references is.
 */
import { isObject, type JsonObject, objectOf, segmentsOf, segmentText, valueAt } from '../../json.ts';
import { isIgnoredHeader, isIgnoredParameter } from '../canonical/operation.ts';
import { isText } from '../judge/keyword.ts';
import { pointerTo } from '../reference.ts';

/** The compared parts of one document. */
export class Compared {
  readonly #document: JsonObject;
  readonly #pointers: ReadonlySet<string>;
  readonly #claimed: ReadonlySet<string>;
  readonly #alone: ReadonlySet<string>;
  #sites: ReadonlyMap<string, readonly string[]> | undefined;

  /**
   * @param pointers pointers of the compared canonical nodes
   * @param claimed pointers of findings, such as parts that only one side has
   * @param alone the operations that only one side has, which are reported as a whole
   */
  constructor(
    document: JsonObject,
    pointers: ReadonlySet<string>,
    claimed: ReadonlySet<string>,
    alone: ReadonlySet<string>,
  ) {
    this.#document = document;
    this.#pointers = pointers;
    this.#claimed = claimed;
    this.#alone = alone;
  }

  /** Whether the value at a pointer was compared, or is not read at all. */
  has(pointer: string, seen: ReadonlySet<string> = new Set()): boolean {
    if (TEXT_OF_EXAMPLE.test(pointer) || this.#isInNoSchema(pointer) || this.#isReplaced(pointer)) return false;
    if (pointer === '#/webhooks' || pointer === '#/x-webhooks') return this.#isMetWithin(pointer);
    let inner = pointer;
    for (const outer of [pointer, ...aboveOf(pointer)]) {
      // The operations of a callback are compared as separate operations.
      if (outer !== '#' && this.#pointers.has(outer)) return !/\/callbacks$/.test(inner) || inner === pointer;
      if (PART.test(outer)) return !isTextOf(outer, pointer) && this.#isReadElsewhere(outer);
      inner = outer;
    }
    const definition = definitionOf(pointer);
    if (definition === undefined) return isOfDocument(pointer);
    if (seen.has(definition)) return true;
    const known = new Set([...seen, definition]);
    return this.#sitesOf(definition).every((site) => this.has(site, known));
  }

  /** Whether a value is in a list in the place of a schema, which is read as one that allows anything. */
  #isInNoSchema(pointer: string): boolean {
    const places = [pointer, ...aboveOf(pointer)].filter((place) => SCHEMA.test(place));
    return places.some((place) => Array.isArray(valueAt(this.#document, segmentsOf(place))));
  }

  /** Whether something inside was compared, such as an operation that moved to another notation. */
  #isMetWithin(outer: string): boolean {
    for (const pointer of this.#pointers) if (pointer.startsWith(`${outer}/`)) return true;
    return false;
  }

  /** Whether another parameter replaces this one: of two with the same name, only the last is read. */
  #isReadElsewhere(part: string): boolean {
    for (const outer of [part, ...aboveOf(part)]) {
      if (this.#alone.has(outer) || (PART.test(outer) && this.#claimed.has(outer))) return true;
    }
    const node = objectOf(valueAt(this.#document, segmentsOf(part)));
    const reference = node['$ref'];
    const target = typeof reference === 'string' ? pointerTo(this.#document, reference) : undefined;
    if (target !== undefined) return this.#pointers.has(target) || this.#claimed.has(target);
    return typeof reference === 'string' || isIgnoredParameter(node) || isIgnoredHeader(part.replace(/.*\//, ''));
  }

  /** Whether a text of a definition is replaced next to each reference to it. */
  #isReplaced(pointer: string): boolean {
    const definition = definitionOf(pointer) ?? '';
    const keyword = pointer.slice(definition.length + 1);
    if (definition === '' || !isText(keyword)) return false;
    const sites = this.#sitesOf(definition);
    const hasOwn = (site: string) => objectOf(valueAt(this.#document, segmentsOf(site)))[keyword] !== undefined;
    return sites.length > 0 && sites.every(hasOwn);
  }

  #sitesOf(definition: string): readonly string[] {
    this.#sites ??= referenceSites(this.#document);
    return this.#sites.get(definition) ?? [];
  }
}

/** The places of schemas outside of schemas. */
const SCHEMA = /(?<!\/properties)\/schema$|^#\/components\/schemas\/[^/]+$/;

/** Texts of an example, which are not compared: only its value is. */
const TEXT_OF_EXAMPLE = /(?<!\/properties)\/examples\/[^/]+\/(summary|description)$/;

/** The parts of an operation that are compared separately, wherever the operation is. */
const PART = new RegExp(
  [
    /^#\/(?:paths|(?:x-)?webhooks)\/[^/]+\/[^/]+(?:\/callbacks\/[^/]+\/[^/]+\/[^/]+)*/,
    /\/(?:parameters\/\d+|requestBody|responses\/(?!x-)[^/]+)(?:\/headers\/[^/]+)?(?:\/content\/[^/]+)?$/,
  ]
    .map(({ source }) => source)
    .join(''),
);

/**
 * Members of a path that apply to all its operations: they are read together with these, and not read when the path has
 * no operations.
 */
const OF_PATH = /^#\/(paths|(?:x-)?webhooks)\/[^/]+\/(parameters|servers|summary|description|x-[^/]*)(\/|$)/;

/** Whether a pointer belongs to the document itself, which is compared separately, or to a mere definition. */
function isOfDocument(pointer: string): boolean {
  if (OF_PATH.test(pointer)) return true;
  return pointer === '#' || !/^#\/(paths|(x-)?webhooks|components\/[^/]+)(\/|$)/.test(pointer);
}

/** Whether a pointer leads to a text next to a reference, which replaces the target's text. */
function isTextOf(part: string, pointer: string): boolean {
  return pointer === `${part}/description` || pointer === `${part}/summary`;
}

/** The parents of a pointer, nearest first. */
export function* aboveOf(pointer: string): Generator<string> {
  for (let end = pointer.lastIndexOf('/'); end > 0; end = pointer.lastIndexOf('/', end - 1))
    yield pointer.slice(0, end);
}

/** The component or the file that contains a pointer. */
export function definitionOf(pointer: string): string | undefined {
  return /^#\/components\/[^/]+\/[^/]+/.exec(pointer)?.[0] ?? /^#\/x-files\/[^/]+/.exec(pointer)?.[0];
}

/** The places of the references to each definition of a document. */
function referenceSites(document: JsonObject): ReadonlyMap<string, readonly string[]> {
  const sites = new Map<string, string[]>();
  const walk = (node: unknown, pointer: string): void => {
    if (Array.isArray(node)) for (const [index, one] of node.entries()) walk(one, `${pointer}/${index}`);
    if (!isObject(node)) return;
    for (const reference of [node['$ref'], node['$dynamicRef']]) {
      const target = typeof reference === 'string' ? pointerTo(document, reference) : undefined;
      const definition = target === undefined ? undefined : definitionOf(target);
      if (definition !== undefined) sites.set(definition, [...(sites.get(definition) ?? []), pointer]);
    }
    for (const [name, value] of Object.entries(node)) {
      if (typeof value === 'object') walk(value, `${pointer}/${segmentText(name)}`);
    }
  };
  walk(document, '#');
  return sites;
}
