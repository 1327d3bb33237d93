export * as decimal from './decimal.ts';
export { type DurationParts, duration, durationMilliseconds } from './duration.ts';
export { nameOf } from './numbers.ts';
export { compareTimes, nanoseconds, timestamp } from './time.ts';
