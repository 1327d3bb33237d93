/** Tries each property for `FUZZ_SECONDS`, in place of a hundred times. Loaded before tests where that is set. */
import * as fc from 'fast-check';

fc.configureGlobal({
  numRuns: Number.MAX_SAFE_INTEGER,
  interruptAfterTimeLimit: Number(process.env['FUZZ_SECONDS']) * 1_000,
  markInterruptAsFailure: false,
});
