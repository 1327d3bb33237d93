/** A judge that several tests share: one takes a second to load. */
import { type Judging, startJudging } from '../proxy/judge/judging.ts';

/** Checks the form of messages of the vault. */
export function openVaultJudging(limit = 10 * 2 ** 20): Promise<Judging> {
  const data = { services: ['vault'], urls: {}, form: true, rules: false, values: false, limit };
  return startJudging(data);
}
