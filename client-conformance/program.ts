/** Runs a client as a separate program. Every way in which it can fail is reported, and every wait has a limit. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { UsageError } from '@wallet-services/kit/errors';
import { type Client, type Reply, readReply, type Trouble } from './protocol.ts';

/** Longest line that is read, in characters: far longer than any answer of the script. */
const LONGEST = 2 ** 24;

/** How much of the program's standard error is kept, in characters. */
const KEPT = 300;

function trouble(problem: string): Trouble {
  return { kind: 'trouble', problem };
}

/** The program leads its own process group, so that no process that it started is left running. */
function killGroup(child: ChildProcessWithoutNullStreams): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

function isStarted(child: ChildProcessWithoutNullStreams, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', ({ code }: NodeJS.ErrnoException) => {
      const why = code === 'ENOENT' ? 'there is no such program' : `the system says ${code}`;
      reject(new UsageError(`the client ${name} cannot be started: ${why}; write its command after --`));
    });
  });
}

/**
 * Starts a program.
 *
 * @param command the program and its arguments; no shell reads them
 * @throws UsageError when the program does not exist
 */
export async function openProgram(
  [name = '', ...args]: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<Client> {
  const child = spawn(name, args, { env: { ...process.env, ...variables }, stdio: 'pipe', detached: true });
  await isStarted(child, name);
  child.on('error', () => undefined);
  // A program that ended accepts no more lines: its end is reported below.
  child.stdin.on('error', () => undefined);

  let waiting: ((answer: Reply | Trouble) => void) | null = null;
  let early: string | null = null;
  let rest = '';
  let complaint = '';
  let ended: string | null = null;

  const settle = (answer: Reply | Trouble) => {
    waiting?.(answer);
    waiting = null;
  };
  const onLine = (line: string) => {
    if (waiting === null) early ??= line;
    else settle(readReply(line));
  };
  const lastComplaint = () =>
    complaint.trim() === '' ? '' : `; last line on stderr: ${complaint.trim().split('\n').at(-1)}`;

  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines.filter((each) => each.trim() !== '')) onLine(line);
    if (rest.length > LONGEST) {
      settle(trouble(`it printed more than ${LONGEST} characters on one line`));
      killGroup(child);
    }
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    complaint = `${complaint}${chunk}`.slice(-KEPT);
  });
  const over = new Promise<void>((resolve) => {
    child.once('close', (code, signal) => {
      ended = signal === null ? `it ended with exit code ${code}` : `it was ended by ${signal}`;
      settle(trouble(`${ended} instead of replying${lastComplaint()}`));
      resolve();
    });
  });

  return {
    deliver(step, command, limitMs) {
      if (ended !== null) return Promise.resolve(trouble(`${ended} before this step${lastComplaint()}`));
      if (early !== null) return Promise.resolve(trouble(`it printed an unexpected line: ${early.slice(0, 100)}`));
      return new Promise((resolve) => {
        const limit = setTimeout(() => settle(trouble(`it did not reply within ${limitMs / 1000} s`)), limitMs);
        waiting = (answer) => {
          clearTimeout(limit);
          resolve(answer);
        };
        child.stdin.write(`${JSON.stringify({ step, ...command })}\n`);
      });
    },
    async end(limitMs) {
      child.stdin.end();
      const first = await Promise.race([over, wait(limitMs, 'late', { ref: false })]);
      killGroup(child);
      if (first === 'late') return `it was still running ${limitMs / 1000} s after its input had ended`;
      if (early !== null) return `it printed an unexpected line: ${early.slice(0, 100)}`;
      return child.exitCode === 0 ? null : `${ended}${lastComplaint()}`;
    },
    kill: () => killGroup(child),
  };
}
