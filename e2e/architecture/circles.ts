/** Finds cycles in a graph. */

export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The strongly connected components with more than one node (Tarjan's algorithm), each sorted; none without a cycle.
 *
 * @example
 * knotsIn(new Map([['a', new Set(['b'])], ['b', new Set(['a'])]])) // [['a', 'b']]
 */
export function knotsIn(graph: Graph): string[][] {
  const found = new Map<string, number>();
  const earliest = new Map<string, number>();
  const open: string[] = [];
  const knots: string[][] = [];

  function visit(node: string): number {
    const place = found.size;
    found.set(node, place);
    open.push(node);
    let low = place;
    for (const next of graph.get(node) ?? []) {
      if (!found.has(next)) low = Math.min(low, visit(next));
      else if (open.includes(next)) low = Math.min(low, earliest.get(next) ?? found.get(next) ?? low);
    }
    earliest.set(node, low);
    if (low === place) {
      const knot = open.splice(open.indexOf(node));
      if (knot.length > 1) knots.push(knot.sort());
    }
    return low;
  }

  for (const node of graph.keys()) if (!found.has(node)) visit(node);
  return knots.sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
}
