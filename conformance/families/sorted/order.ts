/** How values run: times by their moment, numbers and decimal texts by their size, other texts as all alphabets agree. */
import { type JsonObject, sameJson } from '../../model/values/json.ts';
import { isBlank } from '../../model/values/same.ts';
import { parseInstant } from '../../model/values/time.ts';
import type { Key } from './declared.ts';

type Place = bigint | number;

/** 1: the later one is greater; -1: it is less; 0: they are equal, or it depends on the reader. */
type Step = -1 | 0 | 1;

/** The place of a value among others: times by their moment, numbers and decimal texts by their size. */
function placeOf(value: unknown): Place | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value === '') return null;
  return parseInstant(value) ?? (Number.isFinite(Number(value)) ? Number(value) : null);
}

function stepOf<Value extends Place | string>(before: Value, value: Value): Step {
  return value === before ? 0 : value > before ? 1 : -1;
}

/** Databases differ in capitals, accents, spaces and signs: what they sort by is one of these. */
const readings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toLowerCase(),
  (text) => plain(text),
  (text) => plain(text).replaceAll(/[^\p{L}\p{N}]+/gu, ''),
];

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

function textStep(before: unknown, value: unknown): Step {
  if (typeof before !== 'string' || typeof value !== 'string') return 0;
  const steps = new Set(readings.map((read) => stepOf(read(before), read(value))));
  const [only = 0] = steps;
  return steps.size === 1 ? only : 0;
}

/** From each value to the next; an empty one is allowed anywhere. */
function stepsOf(values: readonly unknown[]): readonly Step[] {
  const places = values.map(placeOf);
  const isMeasured = values.every((value, index) => isBlank(value) || places[index] !== null);
  return values.slice(1).map((value, index) => {
    const [before, place] = [places[index] ?? null, places[index + 1] ?? null];
    if (!isMeasured) return textStep(values[index], value);
    return before === null || place === null ? 0 : stepOf(before, place);
  });
}

/**
 * The index of the first item that is out of order; -1 if the items are sorted, null if they are too alike to show it.
 */
export function firstWrong(
  values: readonly unknown[],
  direction: 'ascending' | 'descending' | 'either',
): number | null {
  const steps = stepsOf(values);
  const first = steps.find((step) => step !== 0);
  if (first === undefined) return null;
  const right = direction === 'either' ? first : direction === 'ascending' ? 1 : -1;
  const wrong = steps.indexOf(right === 1 ? -1 : 1);
  return wrong < 0 ? -1 : wrong + 1;
}

/**
 * The index of the first item that is out of order by a member, and whether its values show the order at all. Only
 * items that are equal by the members above it are compared with one another.
 */
export function wrongIn(
  items: readonly JsonObject[],
  { member, direction }: Key,
  above: readonly Key[],
): { readonly wrong: number; readonly isShown: boolean } {
  const isEqual = (left: JsonObject | undefined, right: JsonObject) =>
    above.every((one) => left !== undefined && sameJson(left[one.member], right[one.member]));
  let start = 0;
  let isShown = false;
  for (const [index, item] of items.entries()) {
    if (!isEqual(items[index - 1], item)) start = index;
    const following = items[index + 1];
    if (following !== undefined && isEqual(item, following)) continue;
    const wrong = firstWrong(
      items.slice(start, index + 1).map((one) => one[member]),
      direction,
    );
    isShown ||= wrong !== null;
    if (wrong !== null && wrong >= 0) return { wrong: start + wrong, isShown };
  }
  return { wrong: -1, isShown };
}
