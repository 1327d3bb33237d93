/** The state of a run of the tests. */
import type { Message } from './reporter.ts';

export interface Standing {
  readonly passed: number;
  /** Names of the failures: tests, and errors outside of them. */
  readonly failed: readonly string[];
  readonly skipped: readonly string[];
  /** Names of running tests and files, by id. */
  readonly running: ReadonlyMap<string, string>;
}

export const atFirst: Standing = { passed: 0, failed: [], skipped: [], running: new Map() };

/** The state after a message. */
export function after(standing: Standing, message: Message): Standing {
  const { passed, failed, skipped, running } = standing;
  switch (message.type) {
    case 'started':
      return { ...standing, running: new Map([...running, [message.id, message.name]]) };
    case 'ended':
      return { ...standing, running: new Map([...running].filter(([id]) => id !== message.id)) };
    case 'broken':
      return { ...standing, failed: [...failed, message.name] };
    case 'judged':
      if (message.verdict === 'passed') return { ...standing, passed: passed + 1 };
      if (message.verdict === 'failed') return { ...standing, failed: [...failed, message.name] };
      return { ...standing, skipped: [...skipped, message.name] };
  }
}

/** The running tests, and the running files without a running test. */
export function whatRuns({ running }: Standing): readonly string[] {
  const names = [...running.values()];
  return names.filter((name) => !names.some((other) => other.startsWith(`${name} > `)));
}

/** The missing tools that tests report, on separate lines, with the commands that install them. */
export function lacks(output: string): readonly string[] {
  return [...new Set([...output.matchAll(/^SKIPPED: (.+)$/gm)].map(([, what = '']) => what))];
}
