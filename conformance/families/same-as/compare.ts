/** Compares two responses about the same items. */
import { parseIso } from '@wallet-services/expressions/iso';
import type { Breach } from '../../core/judgement.ts';
import type { Exchange } from '../../model/exchange.ts';
import { excerpt, isObject, type JsonObject } from '../../model/values/json.ts';
import { within } from '../../model/values/pointer.ts';
import { isBlank, isUnset, sameValue } from '../../model/values/same.ts';

/** The items of a response. */
export interface Reported {
  readonly exchange: Exchange;
  readonly things: readonly Thing[];
}

export interface Thing {
  /** The keys that identify them. */
  readonly key: string;
  readonly pointer: string;
  readonly value: JsonObject;
}

/** How two answers are compared. */
export interface Comparison {
  /** What the first is called in a sentence: the operationId. */
  readonly name: string;
  /** The members that both have, as they are called here and there. */
  readonly members: readonly (readonly [here: string, there: string])[];
  /** Members that hold JSON as base64 there. */
  readonly encoded: ReadonlySet<string>;
  /** Neither side may lack one of this many first items; further ones may be cut off on one side alone. */
  readonly whole: number;
}

/** The digits that a server writes of its seconds, when it writes all that it knows: 3, 6 or 9; 9 where it writes none. */
function precisionOf({ things }: Reported, names: readonly string[]): number {
  const digits = things.flatMap(({ value }) =>
    names.flatMap((name) => {
      const text = value[name];
      const fraction = typeof text === 'string' && parseIso(text) !== null ? /[.,](\d+)/.exec(text)?.[1] : undefined;
      return fraction === undefined ? [] : [fraction.length];
    }),
  );
  const most = digits.reduce((longest, length) => Math.max(longest, length), 0);
  return most === 0 || most > 6 ? 9 : most > 3 ? 6 : 3;
}

/** An empty value of a message: it has no null, and does not distinguish an empty text from an absent one. */
function isDefault(value: unknown): boolean {
  return isUnset(value) || value === 0 || value === '0' || value === false;
}

function decoded(value: unknown): unknown {
  if (typeof value !== 'string') return undefined;
  try {
    return JSON.parse(Buffer.from(value, 'base64').toString());
  } catch {
    return undefined;
  }
}

/** Whether data is equal here, and as JSON in bytes there; either may have more members. */
function isSameData(here: unknown, there: unknown): boolean {
  if (!isObject(here) || !isObject(there)) return true;
  const shared = Object.keys(here).filter((name) => Object.hasOwn(there, name));
  const isEmpty = [here, there].some((data) => Object.keys(data).length === 0);
  if (shared.length === 0) return isEmpty && isBlank(here) && isBlank(there);
  return shared.every((name) => sameValue(here[name], there[name]));
}

/**
 * Whether two members are equal; a time to the nanosecond, unless one side writes all of its times with fewer digits.
 */
function isSame(here: unknown, there: unknown, isEncoded: boolean, precision: number): boolean {
  if (isUnset(here) && isDefault(there)) return true;
  // What the bytes hold is another matter: they are compared where they hold JSON.
  if (isEncoded) return isBlank(there) ? isBlank(here) : isSameData(here, decoded(there));
  const [one, other] = [here, there].map((value) => (typeof value === 'string' ? parseIso(value) : null));
  if (one && other) {
    const apart = one.nanoseconds - other.nanoseconds;
    return (apart < 0n ? -apart : apart) < 10n ** BigInt(9 - precision);
  }
  return sameValue(here, there);
}

/** A difference between two responses; the same difference has the same id when it recurs. */
export interface Difference {
  readonly id: string;
  readonly breach: Breach;
}

/**
 * The differences of the second response from the first, which was requested before and after it: changes by other
 * clients differ between those two, and are ignored.
 */
export function differences(
  before: Reported,
  there: Reported,
  after: Reported,
  comparison: Comparison,
): readonly Difference[] {
  const { name, members, encoded, whole } = comparison;
  const [early, late, reported] = [before, after, there].map(
    ({ things }) => new Map(things.map((one) => [one.key, one])),
  );
  if (early === undefined || late === undefined || reported === undefined) return [];
  const { exchange } = there;
  const found = (id: string, expected: string, actual: string, pointer: string): Difference => ({
    id,
    breach: { expected, actual, pointer, against: name, other: before.exchange, exchange },
  });
  const lost = [...early.keys()].slice(0, whole).filter((key) => late.has(key) && !reported.has(key));
  const extra = [...reported.values()].slice(0, whole).filter(({ key }) => !early.has(key) && !late.has(key));
  const [hereNames, thereNames] = [members.map(([here]) => here), members.map(([, other]) => other)];
  const precision = Math.min(precisionOf(before, hereNames), precisionOf(there, thereNames));
  const figures = [...reported.values()].flatMap(({ key, pointer, value }) => {
    const [one, other] = [early.get(key), late.get(key)];
    if (one === undefined || other === undefined) return [];
    return members
      .filter(([here]) => sameValue(one.value[here], other.value[here]))
      .filter(([here, name]) => !isSame(one.value[here], value[name], encoded.has(name), precision))
      .map(([here, name]) => {
        const expected = `${excerpt(one.value[here])}, the ${here} of ${comparison.name}`;
        return found(`${key} ${here}`, expected, excerpt(value[name]), within(pointer, name));
      });
  });
  return [
    ...lost.map((key) => found(`${key} lost`, `${key}, which ${name} returns`, 'it is missing', '')),
    ...extra.map(({ key, pointer }) => found(`${key} extra`, `only what ${name} returns`, `${key} as well`, pointer)),
    ...figures,
  ];
}
