/** Joins a document that is split into files: each file is kept whole under `x-files`, and references point there. */
import { UsageError } from '../errors.ts';
import { isObject, type JsonObject, objectOf } from '../json.ts';
import { pointerOf } from '../pointer.ts';
import { type Numbers, parseText } from './text.ts';

/** The name of the member with the other files. */
export const FILES = 'x-files';

/** A place that files are read from: a folder, an address, a commit. */
export interface Source {
  /** The full name of a file that another one refers to. */
  readonly resolve: (from: string, reference: string) => string;
  /** @throws UsageError when it cannot be read */
  readonly read: (name: string) => Promise<string>;
  /** The full name of the first file. */
  readonly start: string;
}

/** A document with everything that it refers to. */
export interface Fetched {
  readonly document: JsonObject;
  readonly texts: ReadonlyMap<string, string>;
}

/** The number of files of a document; a document with more is not an API. */
const MOST_FILES = 2000;
/** The length of the text of all files, in characters. */
const MOST_TEXT = 100_000_000;

/**
 * Reads the files that a document refers to.
 * @param numbers how large numbers are read
 * @throws UsageError when one cannot be read, or there are too many
 */
export async function gathered(
  name: string,
  parsed: JsonObject,
  text: string,
  source?: Source,
  numbers: Numbers = 'exact',
): Promise<Fetched> {
  const texts = new Map([[name, text]]);
  const [outside] = outsideReferences(parsed);
  if (outside === undefined) return { document: parsed, texts };
  if (source === undefined) {
    throw new UsageError(
      `${name} refers to another file, ${outside}; give the file by its name, so that it can be read.`,
    );
  }
  const files = new Map<string, JsonObject>();
  const shortNames = new Map<string, string>();
  const open = [{ full: source.start, node: parsed }];
  let length = text.length;
  for (let one = open.shift(); one !== undefined; one = open.shift()) {
    const from = one.full;
    for (const reference of outsideReferences(one.node)) {
      const full = source.resolve(from, reference.replace(/#.*$/, ''));
      if (full === source.start || shortNames.has(full)) continue;
      if (shortNames.size >= MOST_FILES) throw new UsageError(`${name} refers to more than ${MOST_FILES} files.`);
      const inner = await source.read(full);
      length += inner.length;
      if (length > MOST_TEXT) throw new UsageError(`${name} and its files are larger than ${MOST_TEXT} characters.`);
      const short = shortNameOf(source.start, full);
      shortNames.set(full, short);
      texts.set(short, inner);
      const value = parseText(full, inner, numbers);
      files.set(full, objectOf(value));
      open.push({ full, node: objectOf(value) });
    }
  }
  const target = (from: string, reference: string): string => {
    const [file = '', fragment = ''] = reference.split('#');
    const full = file === '' ? from : source.resolve(from, file);
    const inside = fragment.replace(/\/$/, '');
    return full === source.start ? `#${inside}` : `#${pointerOf([FILES, shortNames.get(full) ?? full])}${inside}`;
  };
  const bundled = Object.fromEntries(
    [...files].map(([full, node]) => [shortNames.get(full) ?? full, rewritten(node, (one) => target(full, one))]),
  );
  return { document: { ...objectOf(rewritten(parsed, (one) => target(source.start, one))), [FILES]: bundled }, texts };
}

/** A name without the prefix that all files share. */
function shortNameOf(start: string, full: string): string {
  const folder = start.slice(0, start.lastIndexOf('/') + 1);
  return full.startsWith(folder) ? full.slice(folder.length) : full;
}

/** The values of these members are data, even when they look like a schema. */
export const DATA: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const']);

/** Members that contain other members under arbitrary names, such as a property, or the response `default`. */
export const NAMED: ReadonlySet<string> = new Set(['properties', 'responses', 'schemas']);

/**
 * The references of a document, in its order. It does not recurse: a document from outside may have any number of
 * levels.
 */
function* references(document: JsonObject): Generator<string> {
  const left: { readonly node: unknown; readonly named: boolean }[] = [{ node: document, named: false }];
  for (let step = left.pop(); step !== undefined; step = left.pop()) {
    const { node, named } = step;
    if (Array.isArray(node)) for (const one of node.toReversed()) left.push({ node: one, named: false });
    if (!isObject(node)) continue;
    if (!named && typeof node['$ref'] === 'string') yield node['$ref'];
    yield* Object.values(objectOf(node['mapping'])).filter(isFileName);
    for (const [name, value] of Object.entries(node).reverse()) {
      if (named || !DATA.has(name) || isReference(value)) left.push({ node: value, named: NAMED.has(name) && !named });
    }
  }
}

/** Whether a value is a reference rather than data: an example may be in a separate file. */
function isReference(value: unknown): boolean {
  return Object.values(objectOf(value)).some((one) => typeof objectOf(one)['$ref'] === 'string');
}

function isInside(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith('#');
}

/** Whether a name in the mapping of a discriminator is that of a file, and not of a component. */
function isFileName(value: unknown): value is string {
  return typeof value === 'string' && !value.startsWith('#') && /[./]/.test(value) && /\.(ya?ml|json)/.test(value);
}

function outsideReferences(node: JsonObject): readonly string[] {
  return [...new Set(references(node))].filter((reference) => !reference.startsWith('#'));
}

function rewritten(node: unknown, target: (reference: string) => string, named = false): unknown {
  if (Array.isArray(node)) return node.map((one) => rewritten(one, target));
  if (!isObject(node)) return node;
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => {
      if (!named && name === '$ref' && typeof value === 'string') return [name, target(value)];
      if (!named && name === 'mapping') {
        const names = Object.entries(objectOf(value));
        return [
          name,
          Object.fromEntries(names.map(([key, to]) => [key, isInside(to) || isFileName(to) ? target(to) : to])),
        ];
      }
      if (!named && DATA.has(name) && !isReference(value)) return [name, value];
      return [name, rewritten(value, target, NAMED.has(name) && !named)];
    }),
  );
}
