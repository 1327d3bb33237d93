/** Which operation a path leads to: the order in which templates are tried, and what a path takes. */
import type { Operation } from './operation.ts';

/** Literal segments before parameters, so that `/indexes/search` is not taken for an `/indexes/{object_id}`. */
export function inMatchingOrder<Placed extends { readonly operation: Operation }>(placed: readonly Placed[]): Placed[] {
  const key = ({ operation }: Placed) => operation.path.replaceAll('{', '\uffff');
  return placed.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

/**
 * Tells which methods a path takes; none when no operation stands there.
 *
 * @example
 * methodsAt(Object.values(operations))('/api/v1/markets/all') // ['GET', 'HEAD', 'OPTIONS']
 */
export function methodsAt(operations: readonly Operation[]): (path: string) => readonly string[] {
  const known = operations.map(({ path, method }) => ({
    pattern: new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
    methods: method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()],
  }));
  return (path) => {
    const methods = known.filter(({ pattern }) => pattern.test(path)).flatMap((entry) => entry.methods);
    return methods.length === 0 ? [] : [...new Set(methods), 'OPTIONS'];
  };
}
