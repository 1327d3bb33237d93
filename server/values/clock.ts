/** The present moment, in milliseconds since 1970 in UTC. Injected, so that tests can choose it. */
export type Clock = () => number;

/** The clock of the machine. */
export const systemClock: Clock = () => Date.now();

/** A moment as the services write it: ISO 8601 in UTC, milliseconds. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
