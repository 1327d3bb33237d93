/** How the house is built: arrows between rooms go one way, and nobody climbs in through a window. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { serviceNames } from '@wallet-services/contract/services';
import { root } from '@wallet-services/generators/run';
import { beforeAll, describe, expect, it } from 'vitest';
import { knotsIn } from './circles.ts';
import { type Import, type Packages, readImports, readPackages, roomAt, roomOf } from './imports.ts';

let imports: readonly Import[];
let packages: Packages;
beforeAll(async () => {
  [imports, packages] = await Promise.all([readImports(), readPackages()]);
});

function graphOf(edges: Iterable<readonly [string, string]>): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const [from, to] of edges) if (from !== to) graph.set(from, (graph.get(from) ?? new Set()).add(to));
  return graph;
}

/** Which room imports which. */
function rooms(): Map<string, Set<string>> {
  return graphOf(
    imports.flatMap((each): [string, string][] => {
      const to = roomAt(each, packages);
      return to === undefined ? [] : [[roomOf(each.from), to]];
    }),
  );
}

const lines = (found: readonly Import[]) => found.map(({ from, specifier }) => `${from}: ${specifier}`);

describe('between packages', () => {
  it('there is no circle, tests included', () => {
    const graph = rooms();
    expect(graph.get('server')).toContain('client');
    expect(knotsIn(graph)).toEqual([]);
  });

  it('files are imported by the name of their package, not by their path', () => {
    expect(lines(imports.filter(({ from, file }) => file !== undefined && roomOf(file) !== roomOf(from)))).toEqual([]);
  });

  it('nothing imports the tests that join rooms, the pages or the scripts', () => {
    for (const last of ['e2e', 'docs', 'scripts']) {
      const by = [...rooms()].filter(([, to]) => to.has(last)).map(([from]) => from);
      expect([last, by.filter((from) => from !== 'e2e')]).toEqual([last, []]);
    }
  });

  it('what is at the bottom of the house imports nothing of it', () => {
    expect([rooms().get('kit'), rooms().get('runtime')]).toEqual([undefined, undefined]);
  });
});

describe('a service', () => {
  it.each(serviceNames)('%s has gates and a part in the server', (name) => {
    for (const file of [
      `checks/${name}/mutants.test.ts`,
      `checks/${name}/variants.test.ts`,
      `server/${name}/service.ts`,
    ]) {
      expect([file, existsSync(join(root, file))]).toEqual([file, true]);
    }
  });
});

describe('within a package', () => {
  it('no file needs itself in order to run', () => {
    const edges = imports.flatMap(({ from, file, isType }): [string, string][] =>
      file === undefined || isType ? [] : [[from, file]],
    );
    expect(knotsIn(graphOf(edges))).toEqual([]);
  });
});
