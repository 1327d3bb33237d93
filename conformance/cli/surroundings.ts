import type { Stream } from './arguments.ts';

/** What the command needs from the process. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly output: Stream;
  readonly errors: Stream;
  /** Interrupts the run: Ctrl-C. */
  readonly signal: AbortSignal;
  /** Called with each report when it is written, and with `-` for the one on the terminal. */
  readonly onWritten?: (path: string) => void;
}
