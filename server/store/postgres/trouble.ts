/** Describes problems of a PostgreSQL from error codes, for the log and the start. */

/** Sentences by SQLSTATE (PostgreSQL, Appendix A; two characters stand for a class), or by error code of the system. */
const SENTENCES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'cannot be reached (connection refused): start it, or correct the address',
  ENOENT: 'cannot be reached (no such socket): start it, or correct the address',
  ENOTFOUND: 'cannot be reached (unknown host): correct the address',
  EAI_AGAIN: 'cannot be reached (the host name cannot be resolved at the moment): correct the address, or wait',
  ETIMEDOUT: 'cannot be reached (timeout): check the network, or correct the address',
  ECONNRESET: 'closed the connection: see its log',
  EPIPE: 'closed the connection: see its log',
  '08': 'closed the connection: see its log',
  '28': 'refuses this user: correct the name and the password in the address, or grant that user access',
  '3D': 'does not exist: create it (createdb), or correct the name in the address',
  '3F': 'has no schema of that name: create it, or correct search_path in the address',
  '42501': 'denies this user a right: make the user the owner of the database, or grant CREATE on its schema',
  '25006': 'is read-only, such as a standby: give --data the address of the primary',
  '40': 'was too busy with other writers of the same data: try again',
  '55000': 'accepts no connections at the moment: see its log',
  '55P03': 'was too busy with other writers of the same data: try again',
  '53100': 'cannot grow, its disk is full: free some space there',
  '53300': 'has no connection left: raise its max_connections, or run fewer servers',
  '53': 'lacks memory, disk space or connections: see its log',
  '57014': 'took too long: check its load',
  '57': 'is shutting down or starting: wait until it has started',
  '58': 'cannot use its files: see its log',
  XX: 'is damaged or has an internal error: see its log',
};

/** Messages of the driver that have no code. */
const BROKEN = /Connection terminated|Client has encountered a connection error|not queryable/;
const NONE_FREE = 'timeout exceeded when trying to connect';

/** The problem and the remedy, as the rest of a sentence; undefined for an error of another kind. */
export function troubleOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') {
    const sentence =
      SENTENCES[error.code] ?? (/^[0-9A-Z]{5}$/.test(error.code) ? SENTENCES[error.code.slice(0, 2)] : undefined);
    if (sentence !== undefined) return sentence;
  }
  if (error.message === NONE_FREE) return 'did not respond in time: check that it can be reached, and its load';
  return BROKEN.test(error.message) ? SENTENCES['08'] : undefined;
}
