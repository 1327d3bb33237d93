/** `npm test`: everything that decides whether a change is good, with one summary. */

import { main } from './test/main.ts';
import { UsageError } from './usage.ts';

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error instanceof UsageError ? `test: ${error.message}\nTry: npm test -- --help` : error);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  },
);
