/** Tests each property for `FUZZ_SECONDS` instead of a hundred times. Loaded before tests when that is set. */
import * as fc from 'fast-check';

fc.configureGlobal({
  numRuns: Number.MAX_SAFE_INTEGER,
  interruptAfterTimeLimit: Number(process.env['FUZZ_SECONDS']) * 1_000,
  markInterruptAsFailure: false,
});
