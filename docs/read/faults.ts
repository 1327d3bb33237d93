/** The comparison of the suite with another tool on the same faulty servers. */

/** Where the results of the crosscheck are, and the command that writes them. */
export const CROSSCHECK = {
  file: 'conformance/crosscheck/RESULTS.md',
  command: 'npm run crosscheck -- --mutants all --write',
} as const;
