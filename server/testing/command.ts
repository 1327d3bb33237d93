/** Starts the command in a separate process, as operators do. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../cli.ts', import.meta.url));

export interface Command {
  readonly url: string;
  /** Kills it, or sends another signal. */
  kill(signal?: NodeJS.Signals): void;
  stop(): Promise<void>;
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/**
 * @param data path of a file, or address of a PostgreSQL
 * @param preload a module that is loaded before the command
 */
export async function startCommand(data: string, preload?: URL): Promise<Command> {
  const before = preload === undefined ? [] : ['--import', preload.href];
  const args = [...before, CLI, '--port', '0', '--rpc-port', '0', '--log-level', 'silent', '--data', data];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += chunk;
    const url = /start here +(http:\/\/[^/\s]+)/.exec(printed)?.[1];
    if (url === undefined) continue;
    return {
      url,
      kill: (signal = 'SIGKILL') => child.kill(signal),
      async stop() {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
      },
    };
  }
  throw new Error('the server ended before it was ready');
}

/** The user id of Mira, the first person of the cast. */
const MIRA = '5b1d7c8e-9f20-4a3b-8c4d-5e6f7a8b9c0d';

/** Signs a user in to the comment service. @returns the header with the token */
export async function signedIn(url: string): Promise<{ readonly Authorization: string }> {
  const mixin_token = await (await fetch(`${url}/wallet/demo/token?user_id=${MIRA}`)).text();
  const answer = await fetch(`${url}/comment/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ method: 'mixin_token', mixin_token }),
  });
  const { data } = (await answer.json()) as { data: { access_token: string } };
  return { Authorization: `Bearer ${data.access_token}` };
}
