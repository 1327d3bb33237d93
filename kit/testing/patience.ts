/**
 * Milliseconds that a test waits for what must come. It ends what hangs, and is no measure of speed: a machine that is busy
 * with other work takes many times what a quiet one does.
 */
export const PATIENCE = 600_000;
