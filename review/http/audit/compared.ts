/**
 * The declared equivalences of the audit. Whatever was read into a canonical node that was compared is claimed: if the
 * nodes differ there is a finding, and if they do not, both have the same meaning. For a definition that is read only
 * through references, the places of the references count.
 */
import { isObject, type JsonObject, objectOf, segmentsOf, segmentText, valueAt } from '../../json.ts';
import { isIgnoredHeader, isIgnoredParameter } from '../canonical/operation.ts';
import { pointerTo } from '../reference.ts';

/** The compared parts of one document. */
export class Compared {
  readonly #document: JsonObject;
  readonly #pointers: ReadonlySet<string>;
  readonly #claimed: ReadonlySet<string>;
  readonly #alone: ReadonlySet<string>;
  #sites: ReadonlyMap<string, readonly string[]> | undefined;

  /**
   * @param pointers where the canonical nodes that were compared are written
   * @param claimed what findings name, as parts that one side has alone
   * @param alone the operations that one side has alone, which are reported whole
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

  /** Whether the value at a pointer was compared, or is read by nothing. */
  has(pointer: string, seen: ReadonlySet<string> = new Set()): boolean {
    if (TEXT_OF_EXAMPLE.test(pointer)) return false;
    if (pointer === '#/webhooks' || pointer === '#/x-webhooks') return this.#isMetWithin(pointer);
    let inner = pointer;
    for (const outer of [pointer, ...aboveOf(pointer)]) {
      // The operations of a callback are compared as operations of their own.
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

  /** Whether something below was compared, as operations that moved to another notation are. */
  #isMetWithin(outer: string): boolean {
    for (const pointer of this.#pointers) if (pointer.startsWith(`${outer}/`)) return true;
    return false;
  }

  /** Of two parameters of one name only the last is read; one that OpenAPI ignores is never read. */
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

  #sitesOf(definition: string): readonly string[] {
    this.#sites ??= referenceSites(this.#document);
    return this.#sites.get(definition) ?? [];
  }
}

/** Of an example only the value is compared. */
const TEXT_OF_EXAMPLE = /(?<!\/properties)\/examples\/[^/]+\/(summary|description)$/;

/** The parts of an operation that are compared each by itself, wherever the operation is. */
const PART = new RegExp(
  [
    /^#\/(?:paths|(?:x-)?webhooks)\/[^/]+\/[^/]+(?:\/callbacks\/[^/]+\/[^/]+\/[^/]+)*/,
    /\/(?:parameters\/\d+|requestBody|responses\/(?!x-)[^/]+)(?:\/headers\/[^/]+)?(?:\/content\/[^/]+)?$/,
  ]
    .map(({ source }) => source)
    .join(''),
);

/**
 * Members of a path that apply to all its operations are read with them; they are not read where the path has no
 * operations.
 */
const OF_PATH = /^#\/(paths|(?:x-)?webhooks)\/[^/]+\/(parameters|servers|summary|description|x-[^/]*)(\/|$)/;

/** Members of the document itself, which are compared with it, and parts that are only defined. */
function isOfDocument(pointer: string): boolean {
  if (OF_PATH.test(pointer)) return true;
  return pointer === '#' || !/^#\/(paths|(x-)?webhooks|components\/[^/]+)(\/|$)/.test(pointer);
}

/** Whether a pointer leads to a text beside a reference: it replaces that of the target. */
function isTextOf(part: string, pointer: string): boolean {
  return pointer === `${part}/description` || pointer === `${part}/summary`;
}

/** The pointers above one, the nearest first. */
export function* aboveOf(pointer: string): Generator<string> {
  for (let end = pointer.lastIndexOf('/'); end > 0; end = pointer.lastIndexOf('/', end - 1))
    yield pointer.slice(0, end);
}

/** The component, or the file, that a pointer is in. */
export function definitionOf(pointer: string): string | undefined {
  return /^#\/components\/[^/]+\/[^/]+/.exec(pointer)?.[0] ?? /^#\/x-files\/[^/]+/.exec(pointer)?.[0];
}

/** Where a document refers to each of its definitions. */
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
