/** Describes problems of a data file from SQLite's codes: for the log, the start, and the answers to clients. */

/** SQLite's result codes (SQLite, Result and Error Codes): the lower byte of an extended code. */
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

/** Whether another process holds the file at the moment, so that a retry helps. */
export function isBusy(error: unknown): boolean {
  const code = codeOf(error);
  return code === BUSY || code === LOCKED;
}

/** The problem of the file and the remedy, as the rest of a sentence; undefined for an error of another kind. */
export function troubleOf(error: unknown): string | undefined {
  return SENTENCES[codeOf(error) ?? 0];
}

/** The same as a sentence. @param place the name of the file in messages, and its largest size */
export function fileTrouble(
  error: unknown,
  { name, mostBytes }: { readonly name: string; readonly mostBytes?: string | undefined },
): string | undefined {
  const sentence = troubleOf(error);
  if (sentence === undefined) return undefined;
  if (codeOf(error) !== FULL || mostBytes === undefined) return `${name} ${sentence}`;
  return `${name} cannot grow: its disk is full, or it has reached its limit of ${mostBytes}`;
}
