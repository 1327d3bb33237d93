/** The present moment, in milliseconds since 1970 in UTC. Injected, so that tests can choose it. */
export type Clock = () => number;

/** The clock of the machine. */
export const systemClock: Clock = () => Date.now();

/** A moment as the services write it: ISO 8601 in UTC, milliseconds. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** From here on a difference to the machine's clock explains why a token is refused, in milliseconds. */
const NOTABLE = 60_000;

const UNITS = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
] as const;

/**
 * What to add to a message about time where a world has a clock of its own; empty where it has not.
 *
 * @param now by the clock of the world
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
