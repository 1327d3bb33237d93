/**
 * The catalogue of faulty handlers: each violates the document, HTTP or its own types in a way that occurs in practice.
 * A case contains the expected answer; the test contains the rules for all cases.
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
