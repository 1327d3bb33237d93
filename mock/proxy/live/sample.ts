/** Selects the exchanges that the rules judge, and counts why others are not judged. */
import { hash, randomBytes } from 'node:crypto';
import { senderOf } from '@wallet-services/conformance/traffic/sender';
import type { Undecided } from '@wallet-services/kit/judge';
import type { Seen } from '../judge/tasks.ts';

/** Why an exchange was not judged. */
export type Unjudged = 'not sampled' | 'no whole body' | 'too large' | Undecided;

export const reasons = [
  'not sampled',
  'no whole body',
  'too large',
  'busy',
  'out of time',
  'out of memory',
  'failed',
  'stopped',
] as const satisfies readonly Unjudged[];

const KEY = randomBytes(64).toString('base64url');

/** A number between 0 and 1 for each caller, so that either all exchanges of a caller are judged, or none. */
function placeOf({ request: { url, headers }, from }: Seen): number {
  const { caller } = URL.canParse(url) ? senderOf({ url, headers }) : { caller: 'anonymous' };
  const digest = hash('sha256', KEY + (caller === 'anonymous' ? from : (caller ?? '')), 'buffer');
  return digest.readUInt32BE() / 2 ** 32;
}

/** @param sample share of the callers whose exchanges are judged, from 0 to 1 */
export function isSampled(seen: Seen, sample: number): boolean {
  return sample >= 1 || placeOf(seen) < sample;
}

/** Whether both bodies are known. */
export function isWhole({ request, response }: Seen): boolean {
  return request.body.kind !== 'unread' && response !== undefined && response.body.kind !== 'unread';
}
