/** Fresh ids that are the same in every run, so that a run can be repeated, and a report compared with the last one. */
import { createHash } from 'node:crypto';

/**
 * A UUID made from a seed and the names of its purpose. The same names give the same id, so a server that uses the id
 * of a payment as its key gets the same payment again, not another one under a known id.
 */
export function seededUuid(seed: number, ...names: readonly string[]): string {
  const hex = createHash('sha256')
    .update(JSON.stringify([seed, ...names]))
    .digest('hex');
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
