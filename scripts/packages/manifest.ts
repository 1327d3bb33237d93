/** Creates the `package.json` of a package from that of its folder: built files instead of sources. */

/** The package manifest in a folder. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports: Readonly<Record<string, string>>;
  /** The package's own modules that depend on the platform, by condition. */
  readonly imports?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly private?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: object;
  /** Patterns of modules that the package loads by path: nothing imports them by name. */
  readonly foundByPlace?: readonly string[];
  /** The content of a package without built files. */
  readonly files?: readonly string[];
  readonly [member: string]: unknown;
}

/** The scope of the packages of this repository. */
const SCOPE = '@wallet-services/';

/** The folder of the built files in a package. */
export const BUILT = 'dist';

/** The exports for users, without test helpers and those for this repository's own releases. */
function publicExports({ exports }: Manifest): [string, string][] {
  return Object.entries(exports).filter(([name]) => !name.startsWith('./testing/') && name !== './changesets');
}

/** The TypeScript files that users import, or that depend on the platform: these and their imports are compiled. */
export function entriesOf(manifest: Manifest): string[] {
  const { bin = {}, imports = {} } = manifest;
  const chosen = Object.values(imports).flatMap((files) => Object.values(files));
  const files = [...publicExports(manifest).map(([, file]) => file), ...chosen, ...Object.values(bin)];
  return files.filter(isTypeScript);
}

/** The repository of a package's sources. Provenance contains it, and the registry compares the manifest with it. */
export function repositoryOf(folder: string, env: NodeJS.ProcessEnv): object {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = env;
  if (server === undefined || name === undefined) return {};
  return { repository: { type: 'git', url: `git+${server}/${name}.git`, directory: folder } };
}

/** An exact version, as in this repository, which installs the versions of its lock file. */
const EXACT = /^\d+\.\d+\.\d+$/;

/**
 * The published dependencies: compatible versions of other packages, so that users get security patches without a
 * release here, and exact versions of this repository's packages, with which it was tested.
 */
function withRanges(dependencies: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const ranges = Object.entries(dependencies).map(([name, version]) => [
    name,
    EXACT.test(version) && !name.startsWith(SCOPE) ? `^${version}` : version,
  ]);
  return Object.fromEntries(ranges);
}

/** Sets the versions of a release: the package's own, and those of its dependencies in this repository. */
export function withVersions(manifest: Manifest, raised: { versionOf(name: string): string | undefined }): Manifest {
  const { dependencies, peerDependencies } = manifest;
  const needed = (ranges: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(ranges).map(([name, range]) => [name, raised.versionOf(name) ?? range]));
  return {
    ...manifest,
    version: raised.versionOf(manifest.name) ?? manifest.version,
    ...(dependencies && { dependencies: needed(dependencies) }),
    ...(peerDependencies && { peerDependencies: needed(peerDependencies) }),
  };
}

/** The published manifest, without members that only concern the repository. */
export function publishedManifest(source: Manifest): object {
  const { private: _private, devDependencies: _dev, foundByPlace: _found, exports: _exports, ...rest } = source;
  const { bin, imports } = source;
  return {
    ...rest,
    ...ranged(source),
    files: [BUILT, 'CHANGELOG.md'],
    exports: {
      ...Object.fromEntries(publicExports(source).map(([name, file]) => [name, target(file)])),
      './package.json': './package.json',
    },
    ...(imports && { imports: mapped(imports, (files) => mapped(files, built)) }),
    ...(bin && { bin: mapped(bin, (file) => built(file).replace('./', '')) }),
  };
}

function mapped<From, To>(members: Readonly<Record<string, From>>, to: (member: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, to(member)]));
}

/** The manifest of a package that is published unchanged. */
export function plainManifest({ private: _private, devDependencies: _dev, files = [], ...rest }: Manifest): object {
  return { ...rest, ...ranged(rest), files: [...files, 'CHANGELOG.md'] };
}

function ranged({ dependencies }: Pick<Manifest, 'dependencies'>): Pick<Manifest, 'dependencies'> {
  return dependencies === undefined ? {} : { dependencies: withRanges(dependencies) };
}

function target(file: string): string | { readonly types: string; readonly default: string } {
  if (!isTypeScript(file)) return built(file);
  return { types: built(file).replace(/\.js$/, '.d.ts'), default: built(file) };
}

/** Converts `./swap/index.ts` to `./dist/swap/index.js`. */
function built(file: string): string {
  return file.replace(/^\.\//, `./${BUILT}/`).replace(/\.ts$/, '.js');
}

function isTypeScript(file: string): boolean {
  return file.endsWith('.ts');
}
