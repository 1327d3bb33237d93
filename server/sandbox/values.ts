/** Converts durations of the control API. Their format was validated by the document's schema. */

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds of a duration such as `1h30m`. */
export function durationMs(text: string): number {
  const parts = text.matchAll(/([0-9]+(?:\.[0-9]+)?)(ms|s|m|h|d)/g);
  return [...parts].reduce((sum, [, count, unit = '']) => sum + Number(count) * (UNITS[unit] ?? 0), 0);
}

/** Milliseconds as text in the largest unit that divides them, such as `30m`. */
export function durationText(milliseconds: number): string {
  const [unit, length] = Object.entries(UNITS).findLast(([, length]) => milliseconds % length === 0) ?? ['ms', 1];
  return `${milliseconds / length}${unit}`;
}
