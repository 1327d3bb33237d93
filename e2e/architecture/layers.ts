/** The folders within a package, the lowest first: a file imports from its own folder and from those before it. */

/** By the folder of the package; a file in none of them is above them all. */
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

/** The place of a file among the layers of its package; the longest folder that it is in counts. */
export function layerOf(file: string): number {
  const [name = '', ...rest] = file.split('/');
  const folders = layers[name] ?? [];
  const path = `${rest.join('/')}`;
  const [longest] = folders.filter((folder) => path.startsWith(`${folder}/`)).sort((a, b) => b.length - a.length);
  return longest === undefined ? folders.length : folders.indexOf(longest);
}
