/** Durations as text, like `4320h`: integers and units, largest first (document 2, `dur`). */

const UNITS = { h: 3_600_000, m: 60_000, s: 1_000, ms: 1 } as const;

/** The units of a duration, which are added up. */
export interface DurationParts {
  readonly days?: number;
  readonly hours?: number;
  readonly minutes?: number;
  readonly seconds?: number;
  readonly milliseconds?: number;
}

/**
 * Writes a duration.
 *
 * @throws RangeError when it is negative or not an integer number of milliseconds
 * @example
 * duration({ days: 180 }) // '4320h'
 */
export function duration({ days = 0, hours = 0, minutes = 0, seconds = 0, milliseconds = 0 }: DurationParts): string {
  const total = ((days * 24 + hours) * 60 + minutes) * 60_000 + seconds * 1_000 + milliseconds;
  if (!Number.isSafeInteger(total) || total < 0)
    throw new RangeError('a duration must be a whole number of milliseconds');
  let rest = total;
  let text = '';
  for (const [unit, length] of Object.entries(UNITS)) {
    const count = Math.floor(rest / length);
    rest -= count * length;
    if (count > 0) text += `${count}${unit}`;
  }
  return text || '0s';
}

/**
 * Reads a duration.
 * @returns milliseconds
 * @throws RangeError when it does not have the format of `1h30m`, `90s` or `1.5s`
 */
export function durationMilliseconds(text: string): number {
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|[hms])/gy)];
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== text) {
    throw new RangeError(`${JSON.stringify(text.slice(0, 40))} is not a duration`);
  }
  return parts.reduce((sum, [, count, unit = '']) => sum + Number(count) * UNITS[unit as keyof typeof UNITS], 0);
}
