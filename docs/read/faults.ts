/** What proves that the suite finds faults beside the kill matrix: the suite beside another tool. */

/** Where the results of the crosscheck are, and what writes them. */
export const CROSSCHECK = {
  file: 'conformance/crosscheck/RESULTS.md',
  command: 'npm run crosscheck -- --mutants all --write',
} as const;
