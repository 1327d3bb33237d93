/**
 * The catalogue of faulty handlers: each violates the document, HTTP or its own types, in a way that has occurred in
 * practice. The expected answer of the stubs is part of the case; the rules for all of them are in the test.
 */
import { bodies, headers, results } from './answers.ts';
import type { FaultyCase } from './case.ts';
import { errors, hooks } from './errors.ts';
import { callers, received } from './requests.ts';

export { type FaultyCase, SECRET } from './case.ts';

/** All cases; their ids are unique. */
export const faultyCases: readonly FaultyCase[] = [
  ...bodies,
  ...results,
  ...headers,
  ...errors,
  ...hooks,
  ...callers,
  ...received,
];
