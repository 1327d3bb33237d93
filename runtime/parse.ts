/** Parses JSON that a client sent, limited in its number of values, in depth, and to numbers that can be read exactly. */
import { hasMoreValuesThan, MOST_VALUES } from './amount.ts';
import { inexactNumber } from './exact.ts';
import { isNestedDeeperThan, MOST_NESTING } from './nesting.ts';
import { Refusal } from './refusal.ts';

/**
 * @param name of the text, in messages
 * @throws Refusal: 400 when it is not JSON, is nested too deeply or has a number that cannot be read exactly, 413 when
 * it has too many members and items
 */
export function parsedJson(text: string, name = 'the body'): unknown {
  if (hasMoreValuesThan(text)) throw new Refusal(413, `${name} has more than ${MOST_VALUES} members and items`);
  const inexact = inexactNumber(text);
  if (inexact !== undefined) throw new Refusal(400, `${name} has the number ${inexact}, which cannot be read exactly`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Refusal(400, `${name} is not JSON`, { cause });
  }
  return notTooDeep(value, name);
}

/** @throws Refusal (400) */
export function notTooDeep(value: unknown, name = 'the body'): unknown {
  if (isNestedDeeperThan(value)) throw new Refusal(400, `${name} is nested more than ${MOST_NESTING} levels deep`);
  return value;
}
