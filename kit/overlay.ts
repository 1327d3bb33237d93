/** OpenAPI Overlays (1.0 and 1.1): changes to a document, in a separate file. */

import { JSONPathError, type JSONPathNode, lazyQuery } from 'json-p3';
import { messageOf, shown, UsageError } from './errors.ts';
import { within } from './judge/within.ts';

type Json = Readonly<Record<string, unknown>>;

/** A value as a plain object; null for anything else. */
function objectOf(value: unknown): Json | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;
}

/** Objects are merged member by member, lists are joined, and anything else is replaced. */
function merged(target: unknown, update: unknown): unknown {
  if (Array.isArray(target)) return [...target, ...(Array.isArray(update) ? update : [update])];
  const [own, other] = [objectOf(target), objectOf(update)];
  if (own === null || other === null) return update;
  const members = Object.entries(other).map(([name, value]) => {
    return [name, Object.hasOwn(own, name) ? merged(own[name], value) : value] as const;
  });
  return { ...own, ...Object.fromEntries(members) };
}

/** The value with a replacement at a place; undefined removes the old value. */
function changedAt(value: unknown, [step, ...rest]: readonly (string | number)[], change: (inner: unknown) => unknown) {
  if (step === undefined) return change(value);
  const copy: unknown = Array.isArray(value) ? [...value] : { ...objectOf(value) };
  const holder = copy as Record<string | number, unknown>;
  const inner = changedAt(holder[step], rest, change);
  if (inner !== undefined) holder[step] = inner;
  else if (Array.isArray(copy)) copy.splice(Number(step), 1);
  else delete holder[step];
  return copy;
}

type Problem = (why: string) => UsageError;

/** The limits of an overlay: nodes of a JSONPath, values that it adds to a document, and milliseconds. */
const MOST_NODES = 100_000;
const MOST_VALUES = 5_000_000;
const LONGEST = 5_000;

/** The number of values in a value. */
function sizeOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, inner) => sum + sizeOf(inner), 1);
}

/** The nodes at a JSONPath. */
function nodesAt(path: unknown, member: 'target' | 'copy', document: Json, problem: Problem) {
  if (typeof path !== 'string') throw problem(`has no ${member}, which is a JSONPath such as $.paths`);
  try {
    const nodes: JSONPathNode[] = [];
    for (const node of lazyQuery(path, document as never)) {
      if (nodes.length === MOST_NODES) throw problem(`has a ${member} of more than ${MOST_NODES} places`);
      nodes.push(node);
    }
    return nodes;
  } catch (error) {
    if (!(error instanceof JSONPathError)) throw error;
    throw problem(`has a ${member} that is no JSONPath: ${messageOf(error)}`);
  }
}

/** The value that an action merges into its targets: its `update`, or a copy of another place (Overlay 1.1). */
function updateOf({ update, copy }: Json, document: Json, problem: Problem): unknown {
  if (update !== undefined || copy === undefined) return update;
  const [node, ...others] = nodesAt(copy, 'copy', document, problem);
  if (node === undefined) throw problem(`copies ${shown(copy)}, a place that the document does not have`);
  if (others.length > 0) throw problem(`copies ${shown(copy)}, which is ${others.length + 1} places; name one`);
  return node.value;
}

/**
 * A document with the changes of an overlay.
 *
 * @param overlay the parsed overlay: an object with `overlay`, `info` and `actions`.
 * @param name of the overlay's file, for messages.
 * @throws UsageError when it is not an overlay, or an action is wrong or changes nothing; the message names the action.
 *
 * @example
 * overlaid(document, { overlay: '1.0.0', actions: [{ target: '$.info', update: { version: '2' } }] }, 'v2.yaml')
 */
export function overlaid(document: Json, overlay: unknown, name: string): Json {
  try {
    const applied = within(LONGEST, () => applyAll(document, overlay, name));
    if (applied.kind === 'judged') return applied.result;
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(`${name} cannot be applied: it is nested too deep`);
    throw error;
  }
  throw new UsageError(`${name} takes more than ${LONGEST / 1000} s to apply, as patterns in its targets may`);
}

function applyAll(document: Json, overlay: unknown, name: string): Json {
  let added = 0;
  const given = objectOf(overlay);
  if (typeof given?.['overlay'] !== 'string' || !/^1\.[01](\.|$)/.test(given['overlay']))
    throw new UsageError(`${name} is not an OpenAPI Overlay 1.0 or 1.1: it needs "overlay: 1.0.0"`);
  const { actions } = given;
  const isFirst = given['overlay'].startsWith('1.0');
  if (!Array.isArray(actions)) throw new UsageError(`${name} has no list of actions`);
  return actions.reduce<Json>((changed, one, index) => {
    const action = objectOf(one) ?? {};
    const { target, remove } = action;
    const problem = (why: string) => new UsageError(`${name}: action ${index + 1} (${shown(target)}) ${why}`);
    const places = nodesAt(target, 'target', changed, problem).map(({ location }) => location);
    if (places.length === 0) throw problem('changes nothing: the document has no such place');
    if (isFirst && action['copy'] !== undefined) throw problem('copies, which needs "overlay: 1.1.0"');
    const update = remove === true ? undefined : updateOf(action, changed, problem);
    if (remove !== true && update === undefined) throw problem('has neither update, copy nor remove');
    added += sizeOf(update) * places.length;
    if (added > MOST_VALUES) throw problem(`adds more than ${MOST_VALUES} values`);
    // A copy for each place, since callers change documents in place. The last place first: removing an item from a list moves the items after it.
    return places.toReversed().reduce<Json>((now, place) => {
      const result = changedAt(now, place, (inner) =>
        remove === true ? undefined : merged(inner, structuredClone(update)),
      );
      return objectOf(result) ?? {};
    }, changed);
  }, document);
}
