/** Finds the operation of a path, and the methods that a path accepts. */
import type { Operation } from './operation.ts';
import { Refusal } from './refusal.ts';

/** A value that belongs to an operation's path. */
interface Placed {
  readonly operation: Operation;
}

/** The match for a request, with the parameters in its path, decoded. */
export interface Found<At extends Placed> {
  readonly at: At;
  readonly path: Readonly<Record<string, string>>;
}

/**
 * Finds the value for a path; undefined when there is none.
 * @param method `HEAD` is answered like `GET`
 * @throws Refusal (400) when a parameter in the path cannot be decoded
 */
export type Find<At extends Placed> = (method: string, path: string) => Found<At> | undefined;

/** A node in the tree of templates: the segments that may follow, and the templates that end here. */
interface Node<At extends Placed> {
  readonly literals: Map<string, Node<At>>;
  readonly patterns: Pattern<At>[];
  readonly ends: Map<string, { readonly at: At; readonly names: readonly string[] }>;
}

/** A segment with parameters, and what follows it. */
interface Pattern<At extends Placed> {
  readonly text: string;
  /** The expression of the segment; undefined when the whole segment is one parameter. */
  readonly pattern: RegExp | undefined;
  readonly node: Node<At>;
}

const NO_PARAMETERS: Readonly<Record<string, never>> = Object.freeze({});
const PARAMETER = /\{([^}]+)\}/g;
const TEMPLATED = /\{[^}]+\}/;
const ONE_PARAMETER = '(.+)';

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
  /** The values of paths without parameters, by method and path. */
  const literal = new Map<string, Map<string, Found<At>>>();
  for (const at of placed) {
    const { path } = at.operation;
    const method = at.operation.method.toUpperCase();
    const names = [...path.matchAll(PARAMETER)].map(([, name = '']) => name);
    let node = root;
    for (const segment of path.split('/')) node = follow(node, segment);
    node.ends.set(method, { at, names });
    if (names.length > 0) continue;
    const paths = literal.get(method) ?? new Map<string, Found<At>>();
    literal.set(method, paths.set(path, { at, path: NO_PARAMETERS }));
  }
  return (requested, path) => {
    const method = requested === 'HEAD' ? 'GET' : requested;
    return literal.get(method)?.get(path) ?? walk(root, method, path, 0, []);
  };
}

/** The node for a segment of a template, created if needed. */
function follow<At extends Placed>(from: Node<At>, segment: string): Node<At> {
  const text = shapeOf(segment);
  const known = from.literals.get(segment) ?? from.patterns.find((each) => each.text === text)?.node;
  if (known !== undefined) return known;
  const node = newNode<At>();
  if (TEMPLATED.test(segment)) {
    from.patterns.push({ text, pattern: text === ONE_PARAMETER ? undefined : new RegExp(`^${text}$`), node });
    // The more literal text a pattern has, the earlier it is tried: `{id}.json` before `{id}`.
    from.patterns.sort((a, b) => b.text.length - a.text.length);
  } else from.literals.set(segment, node);
  return node;
}

/** The regular expression of a segment; segments that differ only in the names of parameters are the same. */
function shapeOf(segment: string): string {
  return segment.split(TEMPLATED).map(escaped).join(ONE_PARAMETER);
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/**
 * @param start where the segment begins; beyond the path when none is left
 * @param values of the parameters so far; finally those of the path that matched
 */
function walk<At extends Placed>(
  node: Node<At>,
  method: string,
  path: string,
  start: number,
  values: string[],
): Found<At> | undefined {
  if (start > path.length) return endOf(node, method, values);
  const slash = path.indexOf('/', start);
  const end = slash < 0 ? path.length : slash;
  const segment = path.slice(start, end);
  const next = node.literals.get(segment);
  const found = next === undefined ? undefined : walk(next, method, path, end + 1, values);
  if (found !== undefined || segment === '') return found;
  for (const { pattern, node: behind } of node.patterns) {
    const match = pattern?.exec(segment);
    if (match === null) continue;
    const before = values.length;
    if (match === undefined) values.push(segment);
    else values.push(...match.slice(1));
    const deeper = walk(behind, method, path, end + 1, values);
    if (deeper !== undefined) return deeper;
    values.length = before;
  }
  return undefined;
}

function endOf<At extends Placed>(node: Node<At>, method: string, values: readonly string[]): Found<At> | undefined {
  const end = node.ends.get(method);
  if (end === undefined) return undefined;
  const path: Record<string, string> = {};
  for (let place = 0; place < values.length; place += 1) path[end.names[place] ?? ''] = decoded(values[place] ?? '');
  return { at: end.at, path };
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
 * Finds the methods that a path accepts; none when it has no operation.
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
