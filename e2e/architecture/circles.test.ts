import { expect, it } from 'vitest';
import { knotsIn } from './circles.ts';

/** `a>b b>a` */
function graph(text: string): Map<string, Set<string>> {
  const edges = text.split(' ').map((edge) => edge.split('>') as [string, string]);
  const nodes = new Set(edges.flat());
  return new Map(
    [...nodes].map((node) => [node, new Set(edges.filter(([from]) => from === node).map(([, to]) => to))]),
  );
}

it.each([
  ['a>b b>c a>c', []],
  ['a>b b>a', [['a', 'b']]],
  ['a>b b>c c>d d>b', [['b', 'c', 'd']]],
  [
    'd>a a>b b>c c>a c>e e>f f>e',
    [
      ['a', 'b', 'c'],
      ['e', 'f'],
    ],
  ],
  ['a>b a>c b>d c>d', []],
  ['a>b b>c c>a c>b', [['a', 'b', 'c']]],
])('%s', (edges, knots) => expect(knotsIn(graph(edges))).toEqual(knots));
