/**
 * Runs a command and watches its output: one that is silent for too long is reported, then killed with its children.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { root } from '@wallet-services/generators/run';
import { compileCache } from '../compile-cache.ts';

export interface Watched {
  /** A name in `node_modules/.bin` or a path, and its arguments. */
  readonly command: readonly [string, ...string[]];
  /** Milliseconds of silence after which `onSilence` is called, repeatedly. */
  readonly reportAfter: number;
  /** Milliseconds of silence after which it is killed. */
  readonly endAfter: number;
  onSilence?(milliseconds: number): void;
  onOutput?(text: string): void;
  /** Called with its messages; absent when it has no channel. */
  onMessage?(message: unknown): void;
}

export interface Ended {
  readonly ok: boolean;
  readonly output: string;
  readonly seconds: number;
  /** Whether it was killed because of its silence. */
  readonly hung: boolean;
}

const running = new Set<ChildProcess>();

/** Kills all running commands. */
export function endAll(): void {
  for (const child of running) end(child);
}

/** Kills a process group, so that its children end as well. */
function end(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

export function watched(options: Watched): Promise<Ended> {
  const began = performance.now();
  const [command, ...args] = options.command;
  const bin = join(root, 'node_modules', '.bin');
  const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' };
  const path = `${bin}${delimiter}${process.env['PATH'] ?? ''}`;
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...colour, PATH: path, NODE_COMPILE_CACHE: compileCache },
      stdio: ['ignore', 'pipe', 'pipe', ...(options.onMessage === undefined ? [] : ['ipc' as const])],
      detached: true,
    });
    running.add(child);
    let output = '';
    let hung = false;
    let heard = performance.now();
    let reported = 0;
    const hear = () => {
      heard = performance.now();
      reported = 0;
    };
    const watch = setInterval(() => {
      const silence = performance.now() - heard;
      if (silence >= options.endAfter) {
        hung = true;
        end(child);
      } else if (silence >= (reported + 1) * options.reportAfter) {
        reported += 1;
        options.onSilence?.(silence);
      }
    }, 250);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        hear();
        output += chunk.toString();
        options.onOutput?.(chunk.toString());
      });
    }
    child.on('message', (message) => {
      hear();
      options.onMessage?.(message);
    });
    const settle = (ok: boolean, more = '') => {
      clearInterval(watch);
      running.delete(child);
      resolve({ ok: ok && !hung, output: output + more, seconds: (performance.now() - began) / 1000, hung });
    };
    child.on('error', (error) => settle(false, error.message));
    // Only the exit of the command itself counts, because its children may keep its output open.
    child.on('exit', (code, signal) => {
      setImmediate(() => settle(code === 0, signal === null ? '' : `\nended by ${signal}`));
    });
  });
}
