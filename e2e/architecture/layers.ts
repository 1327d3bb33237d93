/** The folders of each package as layers, lowest first: a file imports from its own folder and those before it. */

/** Layers by package folder; files in none of the listed folders are above all of them. */
export const layers: Readonly<Record<string, readonly string[]>> = {
  conformance: [
    'model',
    'core',
    'generate',
    'sign-in',
    'target',
    'mutation/proxy',
    'mutation/language',
    'discovery',
    'families',
    'builtin',
    'run',
    'report',
    'traffic',
    'cli',
    'mutation',
    'mutation/derived',
    'testing',
    'mutation/command',
    'propose',
  ],
  checks: ['shared', 'lending', 'comment', 'swap', 'vault', 'assistant', 'targets', 'testing'],
};

/** The layer of a file: the longest listed folder that contains it counts. */
export function layerOf(file: string): number {
  const [name = '', ...rest] = file.split('/');
  const folders = layers[name] ?? [];
  const path = `${rest.join('/')}`;
  const [longest] = folders.filter((folder) => path.startsWith(`${folder}/`)).sort((a, b) => b.length - a.length);
  return longest === undefined ? folders.length : folders.indexOf(longest);
}
