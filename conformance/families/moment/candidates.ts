/** Members with values that are times, by their form or by their name and size. */
import type { Candidate, Observed } from '../../core/family.ts';
import { declaredOf } from '../../model/document/lists.ts';
import type { JsonObject } from '../../model/values/json.ts';
import { plain } from '../../model/values/near.ts';
import { parseInstant } from '../../model/values/time.ts';
import { scalarsOf, thingsAt, valuesSeen } from '../observed.ts';

const NAME = /(at|on|time|date|ts|epoch|timestamp|created|updated|modified)$/;

/** Which numbers count which unit since 1970: of the years 2001 to 2100. */
const SECONDS = [1e9, 4.2e9] as const;
const MILLISECONDS = [1e12, 4.2e12] as const;

const isWithin = (value: unknown, [least, most]: readonly [number, number]) =>
  typeof value === 'number' && value >= least && value <= most;

/** All in UTC may be chance: so many must be. */
const FEWEST = 6;

/** In which zone all texts are, as far as that can be said. */
function zoneOf(texts: readonly string[]): JsonObject {
  if (texts.length >= FEWEST && texts.every((text) => /Z$/i.test(text))) return { zone: 'utc' };
  return texts.every((text) => /(Z|[+-]\d\d:?\d\d)$/i.test(text)) ? { zone: 'offset' } : {};
}

function unitOf(name: string, values: readonly unknown[]): string | null {
  const isText = (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);
  if (values.length === 0) return null;
  if (values.every((value) => isText(value) && parseInstant(String(value)) !== null)) return 'iso';
  if (!NAME.test(plain(name))) return null;
  if (values.every((value) => isWithin(value, SECONDS))) return 'seconds';
  return values.every((value) => isWithin(value, MILLISECONDS)) ? 'milliseconds' : null;
}

/** What a member is of that has one unit at several places. */
interface Seen {
  readonly operation: string;
  readonly at: string;
  readonly name: string;
  readonly unit: string;
  readonly values: readonly unknown[];
}

function declarationOf(all: readonly Seen[]): JsonObject {
  const [first] = all;
  const texts = all.flatMap(({ values }) => values.map(String));
  return { unit: first?.unit, ...(first?.unit === 'iso' ? zoneOf([...new Set(texts)]) : {}) };
}

export function momentCandidates(observed: Observed): readonly Candidate[] {
  const { api } = observed;
  const [envelope] = declaredOf(api, 'envelope');
  const found = api.operations.flatMap((operation) =>
    scalarsOf(api, operation, thingsAt(api, operation)).flatMap(({ name, at }): readonly Seen[] => {
      const values = valuesSeen(observed, operation.id, at);
      const unit = unitOf(name, values);
      return unit === null ? [] : [{ operation: operation.id, at, name, unit, values }];
    }),
  );
  return [...Map.groupBy(found, ({ name }) => name)].flatMap(([name, all]): readonly Candidate[] => {
    // What is of one unit wherever it is seen is said once.
    if (name !== envelope?.time && new Set(all.map(({ unit }) => unit)).size === 1 && all.length > 1)
      return [{ operation: null, members: { at: `/${name}`, ...declarationOf(all) } }];
    return all.map((one) => ({ operation: one.operation, members: { at: one.at, ...declarationOf([one]) } }));
  });
}
