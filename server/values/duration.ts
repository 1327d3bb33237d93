/** Durations in the format of Go: `500ms`, `1h30m`, `720h`. */

const UNITS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
};

const PART = /(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)/gy;

/**
 * Reads a duration.
 *
 * @returns milliseconds, possibly with a fraction; undefined when the text is not a duration of 0 or more
 * @example
 * durationMilliseconds('1m30.5s') // 90500
 */
export function durationMilliseconds(text: string): number | undefined {
  if (text === '0') return 0;
  let end = 0;
  let milliseconds = 0;
  for (const match of text.matchAll(PART)) {
    const [part, number, unit = ''] = match;
    milliseconds += Number(number) * (UNITS[unit] ?? Number.NaN);
    end = match.index + part.length;
  }
  return end === text.length && end > 0 && Number.isFinite(milliseconds) ? milliseconds : undefined;
}
