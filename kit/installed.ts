/** Where the files of this repository's packages are when they are installed. */

/**
 * The path of a file of a package, from the folder in which the package is installed. Editors need it: they do not read the
 * `exports` of a package.
 *
 * @param name without the scope
 * @param file its path in this repository, from the folder of the package
 */
export function installedPath(name: string, file: string): string {
  const folder = import.meta.url.endsWith('.ts') ? '' : 'dist/';
  return `node_modules/@wallet-services/${name}/${folder}${file}`;
}
