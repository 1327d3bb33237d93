/**
 * Installs the generators that the test tries, and what their output imports, below `node_modules/.cache/generators`:
 * `node e2e/generators/install.ts`. What stands there already is kept.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { linters, type Tool, tools } from './tools.ts';

/** Where the generators stand. */
export const cache = fileURLToPath(new URL('../../node_modules/.cache/generators', import.meta.url));

/** What the output of oapi-codegen imports. */
const GO_MODULE = `module probe

go 1.24

require (
	github.com/google/uuid v1.6.0
	github.com/oapi-codegen/runtime v1.8.0
)
`;

const packagesOf = (from: Tool['from']) => tools.filter((tool) => tool.from === from).flatMap((tool) => tool.packages);

/** Where the commands of a tool are, and whether they are there. */
export function place(from: Tool['from']): { readonly bin: string; readonly installed: boolean } {
  const bin = { npm: join(cache, 'node_modules/.bin'), pip: join(cache, 'python/bin'), go: join(cache, 'go/bin') }[
    from
  ];
  const installed = tools.every((tool) => tool.from !== from || existsSync(join(bin, `.${tool.name}`)));
  return { bin, installed };
}

function run(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): boolean {
  const options = { cwd: cache, stdio: 'inherit', env: { ...process.env, ...env } } as const;
  return spawnSync(command, args, options).status === 0;
}

function install(from: Tool['from']): boolean {
  if (from === 'npm') {
    writeFileSync(join(cache, 'package.json'), '{ "private": true, "type": "module" }\n');
    return run('npm', [
      'install',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--save-exact',
      ...packagesOf('npm'),
      ...linters,
    ]);
  }
  if (from === 'pip') {
    const pip = join(cache, 'python/bin/pip');
    return run('python3', ['-m', 'venv', 'python']) && run(pip, ['install', '--quiet', ...packagesOf('pip')]);
  }
  const env = { GOBIN: join(cache, 'go/bin'), GOFLAGS: '-mod=mod' };
  if (!packagesOf('go').every((name) => run('go', ['install', name], env))) return false;
  writeFileSync(join(cache, 'go.mod'), GO_MODULE);
  return run('go', ['mod', 'download', 'all'], env);
}

if (import.meta.main) {
  mkdirSync(cache, { recursive: true });
  for (const from of ['npm', 'pip', 'go'] as const) {
    if (place(from).installed) continue;
    const done = install(from);
    for (const { name } of done ? tools.filter((tool) => tool.from === from) : []) {
      writeFileSync(join(place(from).bin, `.${name}`), '');
    }
    console.log(done ? `${from}: installed` : `${from}: not installed, see above; its generators are not tried`);
    if (!done) process.exitCode = 1;
  }
}
