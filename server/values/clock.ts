/** Returns the current time in milliseconds since 1970. It is injected, so that tests can choose it. */
export type Clock = () => number;

/** The system clock. */
export const systemClock: Clock = () => Date.now();

/** A time in the format of the services: ISO 8601 in UTC with milliseconds. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** Smallest difference to the system clock that a message mentions, in milliseconds. */
const NOTABLE = 60_000;

const UNITS = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
] as const;

/**
 * A note for messages about time when the clock of a world differs from the system clock; otherwise empty.
 *
 * @param now time by the world's clock
 * @example
 * offNote(Date.now() + 660_000) // ' (the clock of this world is 11 minutes ahead)'
 */
export function offNote(now: number, machine = Date.now()): string {
  const off = Math.abs(now - machine);
  const unit = UNITS.find(([length]) => off >= length);
  if (off < NOTABLE || unit === undefined) return '';
  const [length, name] = unit;
  const count = Math.round(off / length);
  return ` (the clock of this world is ${count} ${name}${count === 1 ? '' : 's'} ${now > machine ? 'ahead' : 'behind'})`;
}
