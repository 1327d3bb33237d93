/** Imports only go in one direction, between packages and between the folders of a package. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { serviceNames } from '@wallet-services/contract/services';
import { root } from '@wallet-services/generators/run';
import { beforeAll, describe, expect, it } from 'vitest';
import { knotsIn } from './circles.ts';
import { folderOf, type Import, type Packages, packageAt, readImports, readPackages } from './imports.ts';
import { layerOf, layers } from './layers.ts';

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

/** The graph of imports between packages. */
function packageGraph(): Map<string, Set<string>> {
  return graphOf(
    imports.flatMap((each): [string, string][] => {
      const to = packageAt(each, packages);
      return to === undefined ? [] : [[folderOf(each.from), to]];
    }),
  );
}

const lines = (found: readonly Import[]) => found.map(({ from, specifier }) => `${from}: ${specifier}`);

describe('between packages', () => {
  it('has no cycles, tests included', () => {
    const graph = packageGraph();
    expect(graph.get('server')).toContain('client');
    expect(knotsIn(graph)).toEqual([]);
  });

  it('files are imported by the name of their package, not by their path', () => {
    expect(lines(imports.filter(({ from, file }) => file !== undefined && folderOf(file) !== folderOf(from)))).toEqual(
      [],
    );
  });

  it('nothing imports the tests across packages, the pages or the scripts', () => {
    for (const last of ['e2e', 'docs', 'scripts']) {
      const by = [...packageGraph()].filter(([, to]) => to.has(last)).map(([from]) => from);
      expect([last, by.filter((from) => from !== 'e2e')]).toEqual([last, []]);
    }
  });

  it('kit and runtime import no other package', () => {
    expect([packageGraph().get('kit'), packageGraph().get('runtime')]).toEqual([undefined, undefined]);
  });
});

describe('a service', () => {
  it.each(serviceNames)('%s has checks, their tests and a part in the server', (name) => {
    for (const file of [
      `checks/${name}/index.ts`,
      `checks/${name}/mutants.test.ts`,
      `checks/${name}/variants.test.ts`,
      `server/${name}/service.ts`,
    ]) {
      expect([file, existsSync(join(root, file))]).toEqual([file, true]);
    }
  });
});

/** Packages with cycles of type imports; this list may only get shorter. Cycles of values are forbidden everywhere. */
const WITH_TYPE_CIRCLES = ['mock', 'review', 'server'];

describe('within a package', () => {
  it('has no cycles of files, type imports included', () => {
    const edges = imports.flatMap(({ from, file, isType }): [string, string][] => {
      const isKnown = isType && WITH_TYPE_CIRCLES.includes(folderOf(from));
      return file === undefined || isKnown ? [] : [[from, file]];
    });
    expect(knotsIn(graphOf(edges))).toEqual([]);
  });

  it.each(Object.keys(layers))('the folders of %s import only from those below them', (name) => {
    const upward = imports.filter(
      ({ from, file }) =>
        file !== undefined &&
        from.startsWith(`${name}/`) &&
        file.startsWith(`${name}/`) &&
        !from.includes('.test.') &&
        layerOf(file) > layerOf(from),
    );
    expect(lines(upward)).toEqual([]);
  });

  it('the checks of a service import those of no other', () => {
    const ofService = (file: string) => serviceNames.find((name) => file.startsWith(`checks/${name}/`));
    const across = imports.filter(({ from, file }) => {
      const [here, there] = [ofService(from), ofService(file ?? '')];
      return here !== undefined && there !== undefined && here !== there;
    });
    expect(lines(across)).toEqual([]);
  });
});
