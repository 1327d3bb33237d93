export { type Clock, isoTime, offNote, systemClock } from './clock.ts';
export { durationMilliseconds } from './duration.ts';
export { type EpochTime, instantKey, knownInstantKey, nanosecondsOf, timeOf } from './instant.ts';
export { isCanonicalJwt } from './jwt.ts';
export { type RandomSource, seededRandom, uuidOf } from './random.ts';
export { type RateLimiter, rateLimiter } from './rate-limiter.ts';
