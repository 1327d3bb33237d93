/**
 * How long a test waits for an event that must come, in milliseconds. It ends hanging tests and does not measure speed:
 * a busy machine takes many times as long as an idle one.
 */
export const PATIENCE = 600_000;
