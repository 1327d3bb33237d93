/** The time of the server (document 3, Endpoints). */
import type { ServerTime } from '@wallet-services/contract/vault';
import { isoTime } from '../../values/index.ts';

/** @param now milliseconds since 1970 */
export function timeAt(now: number): ServerTime {
  return { iso: isoTime(now), epoch: Math.floor(now / 1000) };
}
