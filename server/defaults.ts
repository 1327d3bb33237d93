/** The defaults: the command prints them before it loads the server. */

/** Ports. */
export const DEFAULT_PORT = 4000;
export const DEFAULT_RPC_PORT = 4001;

/** What an empty database is filled with. */
export const DEFAULT_SEED = 1;
