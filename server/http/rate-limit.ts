/** Limits the number of requests that an address sends in a minute. */
import { Refusal } from '@wallet-services/runtime/refusal';
import type { RequestHandler } from 'express';
import type { RateLimiter } from '../values/index.ts';

/** Rejects requests above the limit with 429 and `Retry-After`. */
export function limitRate(limiter: RateLimiter): RequestHandler {
  return async (request, _response, next) => {
    const wait = await limiter.take(request.socket.remoteAddress ?? '');
    if (wait === undefined) return next();
    next(
      new Refusal(429, 'too many requests', {
        hint: `try again in ${wait} seconds`,
        headers: { 'Retry-After': String(wait) },
      }),
    );
  };
}
