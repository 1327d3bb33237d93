/** Watches files for changes. */
import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { messageOf } from '@wallet-services/kit/errors';

/** The running watch. */
export interface Watching {
  stop(): void;
}

/** An editor writes a file in several steps: changes within this time, in milliseconds, count as one. */
const PAUSE = 100;

/**
 * Calls back when one of several files has changed. It watches their folders, since editors replace files by new ones.
 *
 * @param reload returns the files to watch from now on
 * @param report receives a line for each change
 */
export function watchFiles(
  files: readonly string[],
  reload: () => Promise<readonly string[]>,
  report: (line: string) => void,
): Watching {
  const folders = new Map<string, FSWatcher>();
  let names = new Set(files.map((file) => resolve(file)));
  let waiting: NodeJS.Timeout | undefined;
  let isStopped = false;
  const again = async (): Promise<void> => {
    try {
      names = new Set([...(await reload()), ...files].map((file) => resolve(file)));
      if (!isStopped) follow();
      report('read the documents again');
    } catch (error) {
      report(`the change is not used: ${messageOf(error)}`);
    }
  };
  const follow = (): void => {
    for (const folder of new Set([...names].map(dirname))) {
      if (folders.has(folder)) continue;
      const watcher = watch(folder, (_event, name) => {
        if (name !== null && ![...names].some((file) => basename(file) === name && dirname(file) === folder)) return;
        clearTimeout(waiting);
        waiting = setTimeout(() => void again(), PAUSE);
      });
      // A removed folder also ends its watcher.
      watcher.on('error', () => folders.delete(folder));
      folders.set(folder, watcher);
    }
  };
  follow();
  return {
    stop() {
      isStopped = true;
      clearTimeout(waiting);
      for (const watcher of folders.values()) watcher.close();
    },
  };
}
