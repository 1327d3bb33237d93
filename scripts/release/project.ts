/** An empty project of a user, outside of the repository, that installs packages from the registry of a rehearsal. */
import { execFile, spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Failure } from '@wallet-services/kit/errors';
import { npm, usersEnvironment, wordsOf } from '../packages/npm.ts';

const execute = promisify(execFile);

/** Time limit of a program in a project, in milliseconds. */
const LIMIT = 600_000;

/** Time limit for the sandbox to answer, in milliseconds. */
const UP_WITHIN = 30_000;

/** The settings that the projects of a rehearsal share. */
export interface Surroundings {
  /** The folder that contains the projects. */
  readonly folder: string;
  /** Lines of an `.npmrc`. */
  readonly npmrc: string;
  /** npm's cache, which also keeps what `npx` installs. */
  readonly cache: string;
  /** The Node.js of the users. */
  readonly node: string;
}

export interface Project {
  readonly folder: string;
  npm(...args: readonly string[]): Promise<string>;
  /** Runs Node.js; returns its output. @throws Failure with its output */
  node(...args: readonly string[]): Promise<string>;
  write(name: string, text: string): Promise<void>;
}

/** Creates a folder that only contains the configuration of the registry. */
export async function emptyFolder(id: string, { folder: parent, npmrc, cache, node }: Surroundings): Promise<Project> {
  const folder = join(parent, id);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, '.npmrc'), `${npmrc}cache=${cache}\nfund=false\naudit=false\nupdate-notifier=false\n`);
  return {
    folder,
    npm: (...args) => npm(args, { cwd: folder, env: { npm_config_cache: cache } }),
    async node(...args) {
      try {
        return (await execute(node, args, { cwd: folder, timeout: LIMIT, env: usersEnvironment() })).stdout;
      } catch (error) {
        throw new Failure(wordsOf(error));
      }
    },
    async write(name, text) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    },
  };
}

/** A reference server from an installed package. */
export interface Sandbox {
  readonly url: string;
  close(): void;
}

/** Starts the command of the server's package on free ports. @throws Failure when it does not start */
export function startSandbox(project: Project, node: string): Promise<Sandbox> {
  const file = join(project.folder, 'node_modules/@wallet-services/server/dist/cli.js');
  const args = [file, '--port', '0', '--rpc-port', '0', '--log-level', 'error'];
  const child = spawn(node, args, { cwd: project.folder, env: usersEnvironment() });
  return new Promise((resolve, reject) => {
    let output = '';
    const failed = () => reject(new Failure(`the packaged server did not start: ${output}`));
    const limit = setTimeout(() => {
      child.kill();
      failed();
    }, UP_WITHIN);
    child.once('exit', failed);
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text: Buffer) => {
        output += text.toString();
        const url = /lending +(http:\S+)\/lending/.exec(output)?.[1];
        if (url === undefined) return;
        clearTimeout(limit);
        resolve({ url, close: () => child.kill() });
      });
    }
  });
}
