/** The folder that the output is written to before it is moved into place. */
import { rm } from 'node:fs/promises';

/** A folder, and the tasks that still write to it. */
export interface Staging {
  /** A task that `remove` waits for. */
  task<Input>(work: (input: Input) => Promise<void>): (input: Input) => Promise<void>;
  /**
   * Removes the folder, as soon as no task writes to it. It never fails: its own error would hide the one that ended
   * the generation. A folder that it cannot remove is named on standard error.
   */
  remove(): Promise<void>;
}

export function createStaging(folder: string): Staging {
  const running = new Set<Promise<void>>();
  return {
    task: (work) => async (input) => {
      const one = work(input);
      running.add(one);
      try {
        await one;
      } finally {
        running.delete(one);
      }
    },
    async remove() {
      await Promise.allSettled(running);
      try {
        await rm(folder, { recursive: true, force: true, maxRetries: 3 });
      } catch (error) {
        console.error(`cannot remove ${folder}; remove it: ${error instanceof Error ? error.message : String(error)}`);
      }
    },
  };
}
