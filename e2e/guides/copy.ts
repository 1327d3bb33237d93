/** A copy of the repository, or of its template, in which the steps of a guide are followed literally. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { root } from '@wallet-services/generators/run';

const execute = promisify(execFile);

const OUTPUT = 1 << 26;

/** A code block of a guide: a whole file, or an edit of existing files. */
interface Block {
  readonly language: string;
  readonly code: string;
}

export interface Copy {
  readonly folder: string;
  /** Creates the files of a guide, and applies its edits. */
  follow(guide: string): Promise<void>;
  /**
   * Runs a program with Node.js.
   *
   * @returns its output
   * @throws Error with its output when it fails
   */
  node(...args: readonly string[]): Promise<string>;
  /** Starts a server that prints its address. */
  serve(program: string, ...args: readonly string[]): Promise<{ readonly url: string } & AsyncDisposable>;
  remove(): Promise<void>;
}

/** Copies tracked and new files. */
export async function copyOfRepository(): Promise<Copy> {
  const folder = await emptyFolder();
  const { stdout } = await execute('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    maxBuffer: OUTPUT,
  });
  // A file that was deleted but not committed is still listed.
  const files = stdout.split('\0').filter((file) => file !== '' && existsSync(join(root, file)));
  for (const file of files) await cp(join(root, file), join(folder, file));
  return open(folder);
}

/** Creates the repository of `npm run template`. */
export async function repositoryOfTemplate(): Promise<Copy> {
  const folder = await emptyFolder();
  await execute(process.execPath, [join(root, 'scripts/template.ts'), folder], { cwd: root });
  return open(folder);
}

function emptyFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'wallet-services-guide-'));
}

async function open(folder: string): Promise<Copy> {
  await linkDependencies(folder);
  const options = { cwd: folder, maxBuffer: OUTPUT, env: environment() };
  return {
    folder,
    async follow(guide) {
      for (const block of blocksOf(guide)) await follow(folder, block);
      // Tests of the repository read the files that git tracks.
      await execute('git', ['init', '--quiet'], options);
      await execute('git', ['add', '--all', '--', '.', ':!*/node_modules'], options);
    },
    async node(...args) {
      const { stdout: output } = await execute(process.execPath, args, options).catch((error) => {
        throw new Error(`${error.message}\n${error.stdout}`, { cause: error });
      });
      return output;
    },
    async serve(...args) {
      const server = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'ignore'] });
      const url = await addressIn(server.stdout);
      return {
        url,
        async [Symbol.asyncDispose]() {
          const ended = once(server, 'exit');
          server.kill();
          await ended;
        },
      };
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** @throws Error when the output ends before an address is printed */
async function addressIn(output: Readable): Promise<string> {
  let text = '';
  for await (const chunk of output.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    text += chunk;
    const [url] = /http:\/\/[\d.]+:\d+/.exec(text) ?? [];
    if (url === undefined) continue;
    output.resume();
    return url;
  }
  throw new Error(`the server wrote only ${JSON.stringify(text)}`);
}

/** An environment without Vitest's variables for its workers, without colours, with free ports. */
function environment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(?:VITEST|NODE_OPTIONS|NODE_ENV|FORCE_COLOR)/.test(name),
  );
  return { ...Object.fromEntries(inherited), NO_COLOR: '1', PORT: '0' };
}

/** Links the dependencies of this repository; workspaces are those of the copy. */
async function linkDependencies(folder: string): Promise<void> {
  const modules = join(folder, 'node_modules');
  const own = '@wallet-services';
  await mkdir(join(modules, own), { recursive: true });
  const names = (await readdir(join(root, 'node_modules'))).filter((name) => name !== own && name !== '.cache');
  await Promise.all(names.map((name) => symlink(join(root, 'node_modules', name), join(modules, name))));
  const manifestOf = async (path: string) => JSON.parse(await readFile(join(folder, path, 'package.json'), 'utf8'));
  const { workspaces }: { workspaces: readonly string[] } = await manifestOf('.');
  for (const workspace of workspaces) {
    const { name }: { name: string } = await manifestOf(workspace);
    await symlink(join(folder, workspace), join(modules, name));
    const nested = join(root, workspace, 'node_modules');
    if (existsSync(nested)) await symlink(nested, join(folder, workspace, 'node_modules'));
  }
}

function blocksOf(guide: string): Block[] {
  return [...guide.matchAll(/^(`{3,})(\w+)\n(.*?)^\1$/gms)].map(([, , language = '', code = '']) => ({
    language,
    code,
  }));
}

async function follow(folder: string, { language, code }: Block): Promise<void> {
  if (language === 'diff') {
    const patch = join(folder, '.guide.diff');
    await writeFile(patch, code);
    await execute('git', ['apply', '--unidiff-zero', patch], { cwd: folder });
    await rm(patch);
    return;
  }
  const path = /^(?:\/\/|#) (\S+\/\S+)\n/.exec(code)?.[1];
  if (path === undefined) return;
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, code.slice(code.indexOf('\n') + 1));
}
