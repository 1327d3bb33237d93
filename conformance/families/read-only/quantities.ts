/** Everything in an answer that can grow or shrink: numbers, amounts, times, and how long its lists are. */
import { parseIso } from '@wallet-services/expressions/iso';
import { isDecimal } from '../../model/values/decimal.ts';
import { isObject } from '../../model/values/json.ts';
import { within } from '../../model/values/pointer.ts';

/** By place; items of a list are under their id if they have one. */
export type Quantities = ReadonlyMap<string, number>;

function amountOf(value: unknown): number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return null;
  if (isDecimal(value)) return Number(value);
  const time = parseIso(value);
  return time === null ? null : Number(time.nanoseconds) / 1e6;
}

/** @param except members at the top that follow the clock. */
export function quantitiesOf(json: unknown, except: ReadonlySet<string>): Quantities {
  const found = new Map<string, number>();
  const visit = (value: unknown, place: string): void => {
    const amount = amountOf(value);
    if (amount !== null) found.set(place, amount);
    else if (Array.isArray(value)) {
      found.set(`${place} (how many)`, value.length);
      value.forEach((item: unknown, index) => {
        const id = isObject(item) ? item['id'] : undefined;
        visit(item, within(place, typeof id === 'string' || typeof id === 'number' ? id : index));
      });
    } else if (isObject(value)) {
      for (const [name, inner] of Object.entries(value)) {
        if (place !== '' || !except.has(name)) visit(inner, within(place, name));
      }
    }
  };
  visit(json, '');
  return found;
}

/** The places with a quantity that differs between each reading and the next. */
export function restless(readings: readonly Quantities[]): readonly string[] {
  const [first] = readings;
  return [...(first?.keys() ?? [])].filter((place) =>
    readings.every((one, index) => {
      const [now, before] = [one.get(place), readings[index - 1]?.get(place)];
      return now !== undefined && (index === 0 || (before !== undefined && now !== before));
    }),
  );
}

/** Of steps that are the same: sums of decimals in floating point. */
const CLOSE = 1e-6;

function alike(steps: readonly number[]): boolean {
  const [first = 0] = steps;
  return first !== 0 && steps.every((step) => Math.abs(step - first) <= CLOSE * Math.abs(first));
}

/** Whether a quantity changed by the same amount, or by the same factor, from each reading to the next. */
export function changesEvenly(readings: readonly Quantities[], place: string): boolean {
  const values = readings.map((one) => one.get(place) ?? Number.NaN);
  const pairs = values.slice(1).map((value, index) => [values[index] ?? Number.NaN, value] as const);
  const differences = pairs.map(([before, after]) => after - before);
  const factors = pairs.map(([before, after]) => after / before - 1);
  return alike(differences) || alike(factors);
}
