/** A judge that several tests share, because loading one takes a second. */
import { type Judging, startJudging } from '../proxy/judge/judging.ts';

/** Opens a judge for the form of the vault's messages. */
export function openVaultJudging(limit = 10 * 2 ** 20): Promise<Judging> {
  const data = { services: ['vault'], urls: {}, form: true, rules: false, values: false, limit };
  return startJudging(data);
}
