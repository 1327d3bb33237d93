/** Ctrl-C, for a command that has something to do before it ends. */
import { Failure } from '@wallet-services/kit/errors';
import { INTERRUPTED } from '../run/report.ts';

/**
 * The time in which a second signal counts as the first one, in milliseconds: terminals and npm both pass Ctrl-C on.
 */
export const SAME = 500;

/** A signal that the first Ctrl-C aborts; a later one ends the process. */
export function interruption(): AbortSignal {
  const stop = new AbortController();
  let first: number | undefined;
  const interrupt = () => {
    first ??= performance.now();
    stop.abort(new Failure('interrupted: nothing was written'));
    if (performance.now() - first > SAME) process.exit(INTERRUPTED);
  };
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, interrupt);
  return stop.signal;
}
