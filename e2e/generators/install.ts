/**
 * Installs the tested generators, and the libraries that their output imports, below `node_modules/.cache/generators`:
 * `node e2e/generators/install.ts`; with `--servers` those of servers, which need Maven and Python; with `--all`
 * everything, including `others.ts`. Existing installations are kept.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { others } from './others.ts';
import { servers } from './server-tools.ts';
import { linters, type Tool, tools } from './tools.ts';

/** The folder of the installed generators. */
export const cache = fileURLToPath(new URL('../../node_modules/.cache/generators', import.meta.url));

const BIN = { npm: 'node_modules/.bin', pip: 'python/bin', go: 'go/bin', maven: 'bin' };

/** Tools that share an installation. */
type Group = Pick<Tool, 'from' | 'home'>;

const membersOf = ({ from, home }: Group) =>
  [...tools, ...servers, ...others].filter((tool) => tool.from === from && tool.home === home);

/** Where a tool and its libraries are installed, where its command is, and whether all of them exist. */
export function place(group: Group): { readonly home: string; readonly bin: string; readonly installed: boolean } {
  const home = join(cache, group.home ?? '');
  const bin = join(home, BIN[group.from]);
  const installed = membersOf(group).every(({ name }) => existsSync(join(bin, `.${name}`)));
  return { home, bin, installed };
}

/** Runs a command in a folder. @returns whether it succeeded */
type Run = (command: string, args: readonly string[], env?: Readonly<Record<string, string>>) => boolean;

const runIn =
  (cwd: string): Run =>
  (command, args, env = {}) =>
    spawnSync(command, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;

/** What the output of oapi-codegen imports. */
const GO_LIBRARIES = ['github.com/google/uuid v1.6.0', 'github.com/oapi-codegen/runtime v1.8.0'];

const goModule = (libraries: readonly string[]) => `module probe

go 1.24

require (
${libraries.map((library) => `\t${library}\n`).join('')})
`;

/** Copies Maven packages with their dependencies into a folder. */
function bringJars(run: Run, home: string, coordinates: readonly string[], folder: string): boolean {
  const dependencies = coordinates.map((each) => {
    const [group = '', artifact = '', version = ''] = each.split(':');
    return `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`;
  });
  const pom = `<project><modelVersion>4.0.0</modelVersion><groupId>probe</groupId><artifactId>probe</artifactId>
<version>1</version><dependencies>${dependencies.join('')}</dependencies></project>`;
  writeFileSync(join(home, `${folder}.xml`), pom);
  return run('mvn', ['-q', '-B', '-f', `${folder}.xml`, 'dependency:copy-dependencies', `-DoutputDirectory=${folder}`]);
}

function bringPython(run: Run, packages: readonly string[]): boolean {
  return run('python3', ['-m', 'venv', 'python']) && run('python/bin/pip', ['install', '--quiet', ...packages]);
}

const installers: Readonly<Record<Tool['from'], (group: Group, home: string, run: Run) => boolean>> = {
  npm(group, home, run) {
    writeFileSync(join(home, 'package.json'), '{ "private": true, "type": "module" }\n');
    const packages = [
      ...membersOf(group).flatMap((tool) => tool.packages),
      ...(group.home === undefined ? linters : []),
    ];
    return run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--save-exact', ...packages]);
  },
  pip: (group, _home, run) =>
    bringPython(
      run,
      membersOf(group).flatMap((tool) => tool.packages),
    ),
  go(group, home, run) {
    const members = membersOf(group);
    const libraries = members.flatMap((tool) => tool.libraries ?? GO_LIBRARIES);
    writeFileSync(join(home, 'go.mod'), goModule(libraries));
    const env = { GOFLAGS: '-mod=mod', GOBIN: join(home, 'go/bin') };
    // When the output's module is also that of the tool, the command is built from it.
    const [command, ...args] = group.home === undefined ? ['install'] : ['build', '-o', 'go/bin/'];
    const names = members.flatMap((tool) => tool.packages);
    const packages = group.home === undefined ? names : names.map((name) => name.replace(/@.*/, ''));
    mkdirSync(join(home, 'go/bin'), { recursive: true });
    return (
      packages.every((name) => run('go', [command ?? '', ...args, name], env)) &&
      run('go', ['mod', 'download', 'all'], env)
    );
  },
  maven(group, home, run) {
    const [tool] = membersOf(group);
    if (tool === undefined || !bringJars(run, home, tool.packages, 'jars')) return false;
    const command = join(home, 'bin/openapi-generator');
    mkdirSync(join(home, 'bin'), { recursive: true });
    // It runs for seconds: the second compiler takes longer than it saves.
    writeFileSync(
      command,
      `#!/bin/sh\nexec java -XX:TieredStopAtLevel=1 -cp '${home}/jars/*' org.openapitools.codegen.OpenAPIGenerator "$@"\n`,
    );
    chmodSync(command, 0o755);
    const libraries = tool.libraries ?? [];
    if (tool.language === 'python') return bringPython(run, libraries);
    if (tool.language === 'go') writeFileSync(join(home, 'go.mod'), 'module probe\n\ngo 1.24\n');
    return libraries.length === 0 || bringJars(run, home, libraries, 'lib');
  },
};

/** Installs missing tools and libraries. @returns whether all are installed now */
export function install(chosen: readonly Tool[]): boolean {
  let complete = true;
  for (const tool of chosen) {
    const { home, bin, installed } = place(tool);
    if (installed) continue;
    mkdirSync(home, { recursive: true });
    const done = installers[tool.from](tool, home, runIn(home));
    if (done) for (const { name } of membersOf(tool)) writeFileSync(join(bin, `.${name}`), '');
    console.log(`${tool.name}: ${done ? 'installed' : 'not installed, see above; it is not tried'}`);
    complete &&= done;
  }
  return complete;
}

if (import.meta.main) {
  const [, , flag] = process.argv;
  const chosen = flag === '--servers' ? servers : flag === '--all' ? [...tools, ...servers, ...others] : tools;
  if (!install(chosen)) process.exitCode = 1;
}
