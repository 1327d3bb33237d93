/** Requests for items that do not exist. */

import type { SuiteContext } from '../core/context.ts';
import { hintFor } from '../core/judgement.ts';
import type { Found } from '../discovery/things.ts';
import { exampleInput } from '../generate/inputs.ts';
import type { Operation } from '../model/document/api.ts';
import type { Exchange } from '../model/exchange.ts';
import { type Input, noInput } from '../model/input.ts';
import { formOf } from '../model/values/same.ts';
import { seededUuid } from '../model/values/uuid.ts';

/** Far above the numbers that are in use, and below what 32 bits hold. */
const FAR = 1_000_003;
const MOST = 2 ** 31 - 2;

/** A value that names nothing, of the form of those that name something. */
function unknownLike({ seed, run }: SuiteContext, known: readonly string[], name: string): string {
  const [form = 'uuid'] = known.map(formOf);
  if (form === 'uuid') return seededUuid(seed, run, name, 'nothing');
  if (form === 'text') return `nothing-${seededUuid(seed, run, name).slice(0, 8)}`;
  return String(Math.min(Math.max(...known.map(Number)) + FAR, MOST));
}

/** The place of a parameter among the inputs of an operation. */
function placeOf({ path }: Operation, parameter: string): 'path' | 'query' {
  return path.includes(`{${parameter}}`) ? 'path' : 'query';
}

/** What inputs name by a parameter; undefined where they name nothing. */
export function namedBy(operation: Operation, input: Input, parameter: string): string | undefined {
  const named = input[placeOf(operation, parameter)][parameter];
  return named === '' ? undefined : named;
}

/** Inputs of an operation, those that are known but for one parameter, which names nothing. */
export function inputOfNothing(
  suite: SuiteContext,
  operation: Operation,
  parameter: string,
  found: readonly Pick<Found, 'input'>[],
): Input {
  const known = found.flatMap(({ input }) => namedBy(operation, input, parameter) ?? []);
  const base = found[0]?.input ?? { ...noInput, ...exampleInput(operation, 'required') };
  const place = placeOf(operation, parameter);
  const { example } = operation.parameters.find(({ name }) => name === parameter) ?? {};
  const examples = example === undefined ? [] : [String(example)];
  const nothing = unknownLike(suite, known.length > 0 ? known : examples, `${operation.id} ${parameter}`);
  return { ...base, [place]: { ...base[place], [parameter]: nothing } };
}

/** Whether a server reported that the item does not exist: not that it requires credentials, or cannot respond now. */
export function isDenied(exchange: Exchange): boolean {
  const { outcome } = exchange;
  if (outcome.kind !== 'answer' || hintFor(exchange) !== undefined) return false;
  return outcome.status >= 400 && outcome.status < 500;
}
