/** Which operation a path leads to, and what a path takes. */
import type { Operation } from './operation.ts';
import { Refusal } from './refusal.ts';

/** Something that stands at an operation's path. */
interface Placed {
  readonly operation: Operation;
}

/** What a request leads to, with the parameters in its path, decoded. */
export interface Found<At extends Placed> {
  readonly at: At;
  readonly path: Readonly<Record<string, string>>;
}

/**
 * Finds what stands at a path; undefined when nothing does.
 *
 * @param method `HEAD` is answered like `GET`
 * @throws Refusal (400) when a parameter in the path cannot be decoded
 */
export type Find<At extends Placed> = (method: string, path: string) => Found<At> | undefined;

/** A place in the tree of templates: what may follow, and what ends here. */
interface Node<At extends Placed> {
  readonly literals: Map<string, Node<At>>;
  readonly patterns: { readonly text: string; readonly pattern: RegExp; readonly node: Node<At> }[];
  readonly ends: Map<string, { readonly at: At; readonly names: readonly string[] }>;
}

const NO_PARAMETERS: Readonly<Record<string, never>> = Object.freeze({});
const PARAMETER = /\{([^}]+)\}/g;
const TEMPLATED = /\{[^}]+\}/;

function newNode<At extends Placed>(): Node<At> {
  return { literals: new Map(), patterns: [], ends: new Map() };
}

/**
 * Literal segments are tried before parameters, so that `/indexes/search` is not taken for an `/indexes/{object_id}`.
 *
 * @example
 * finder(endpoints)('GET', '/indexes/7') // { at: the endpoint of readIndex, path: { object_id: '7' } }
 */
export function finder<At extends Placed>(placed: readonly At[]): Find<At> {
  const root = newNode<At>();
  const literal = new Map<string, Found<At>>();
  for (const at of placed) {
    const { method, path } = at.operation;
    const names = [...path.matchAll(PARAMETER)].map(([, name = '']) => name);
    if (names.length === 0) literal.set(`${method.toUpperCase()} ${path}`, { at, path: NO_PARAMETERS });
    let node = root;
    for (const segment of path.split('/')) node = follow(node, segment);
    node.ends.set(method.toUpperCase(), { at, names });
  }
  return (asked, path) => {
    const method = asked === 'HEAD' ? 'GET' : asked;
    return literal.get(`${method} ${path}`) ?? walk(root, method, path.split('/'), 0, []);
  };
}

/** The node behind a segment of a template, made when it is not there yet. */
function follow<At extends Placed>(from: Node<At>, segment: string): Node<At> {
  const known = from.literals.get(segment) ?? from.patterns.find(({ text }) => text === shapeOf(segment))?.node;
  if (known !== undefined) return known;
  const node = newNode<At>();
  if (segment.includes('{')) {
    const text = shapeOf(segment);
    from.patterns.push({ text, pattern: new RegExp(`^${text}$`), node });
    // The more a pattern says, the earlier it is tried: `{id}.json` before `{id}`.
    from.patterns.sort((a, b) => b.text.length - a.text.length);
  } else from.literals.set(segment, node);
  return node;
}

/** The regular expression of a segment; the names of parameters do not tell two segments apart. */
function shapeOf(segment: string): string {
  return segment.split(TEMPLATED).map(escaped).join('(.+)');
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function walk<At extends Placed>(
  node: Node<At>,
  method: string,
  segments: readonly string[],
  place: number,
  values: readonly string[],
): Found<At> | undefined {
  const segment = segments[place];
  if (segment === undefined) {
    const end = node.ends.get(method);
    return (
      end && { at: end.at, path: Object.fromEntries(end.names.map((name, i) => [name, decoded(values[i] ?? '')])) }
    );
  }
  const next = node.literals.get(segment);
  const found = next && walk(next, method, segments, place + 1, values);
  if (found !== undefined) return found;
  for (const { pattern, node: behind } of node.patterns) {
    const match = pattern.exec(segment);
    if (match === null) continue;
    const deeper = walk(behind, method, segments, place + 1, [...values, ...match.slice(1)]);
    if (deeper !== undefined) return deeper;
  }
  return undefined;
}

function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Refusal(400, `Failed to decode param '${text}'`);
  }
}

/**
 * Tells which methods a path takes; none when no operation stands there.
 *
 * @example
 * methodsAt(Object.values(operations))('/api/v1/markets/all') // ['GET', 'HEAD', 'OPTIONS']
 */
export function methodsAt(operations: readonly Operation[]): (path: string) => readonly string[] {
  const known = operations.map(({ path, method }) => ({
    pattern: new RegExp(`^${path.split(TEMPLATED).map(escaped).join('[^/]+')}$`),
    methods: method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()],
  }));
  return (path) => {
    const methods = known.filter(({ pattern }) => pattern.test(path)).flatMap((entry) => entry.methods);
    return methods.length === 0 ? [] : [...new Set(methods), 'OPTIONS'];
  };
}
