/** Problems of a data file, from the codes of SQLite: for the log, the start, and the answers to clients. */

/** Codes of SQLite's results (SQLite, Result and Error Codes); the lower byte of an extended one. */
const BUSY = 5;
const LOCKED = 6;
const FULL = 13;
const SENTENCES: Readonly<Record<number, string>> = {
  [BUSY]: 'is locked by another process: stop that process, or wait until it has finished',
  [LOCKED]: 'is locked by another process: stop that process, or wait until it has finished',
  8: 'cannot be written to: give this process the right to write the file and its directory, or give --data another file',
  10: 'cannot be read or written (I/O error): check its disk',
  11: 'is damaged: restore it from a copy, or give --data a new file',
  [FULL]: 'cannot grow, its disk is full: free some space there',
  14: 'cannot be opened: give --data a file in a directory that exists and can be written',
  26: 'is not a database: give --data a database of this server, or a new file',
};

/** @returns the code of an error of SQLite; undefined for any other error */
function codeOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined;
  return error.errcode & 0xff;
}

/** Whether another process has the file at the moment, so that trying again helps. */
export function isBusy(error: unknown): boolean {
  const code = codeOf(error);
  return code === BUSY || code === LOCKED;
}

/** The problem of the file and the remedy: the rest of a sentence. Undefined when the error is about something else. */
export function troubleOf(error: unknown): string | undefined {
  return SENTENCES[codeOf(error) ?? 0];
}

/** The same as a sentence. @param place what it is called, and what it may take at most */
export function fileTrouble(
  error: unknown,
  { name, mostBytes }: { readonly name: string; readonly mostBytes?: string | undefined },
): string | undefined {
  const sentence = troubleOf(error);
  if (sentence === undefined) return undefined;
  if (codeOf(error) !== FULL || mostBytes === undefined) return `${name} ${sentence}`;
  return `${name} cannot grow: its disk is full, or it has reached its limit of ${mostBytes}`;
}
