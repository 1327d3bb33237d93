/** The defaults of the options, in a separate file because `--help` prints them without loading the server. */

/** Ports. */
export const DEFAULT_PORT = 4000;
export const DEFAULT_RPC_PORT = 4001;

/** Seed of the initial data. */
export const DEFAULT_SEED = 1;
