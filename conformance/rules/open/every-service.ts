/** Open questions of every service. */
import { isSuccess } from '../../model/exchange.ts';
import { MALFORMED, UNMARKED } from '../inputs/accepted.ts';
import { observed } from '../judgement.ts';
import type { OwnRule } from '../rule.ts';
import { notSeen } from './words.ts';

export const ofEveryService: readonly OwnRule[] = [
  {
    id: 'all.success.status',
    watch: (exchange) =>
      isSuccess(exchange) && exchange.outcome.kind === 'answer' ? [observed(String(exchange.outcome.status))] : [],
  },
  // The conversations on inputs tell what became of each.
  { id: MALFORMED, whenSilent: () => observed(notSeen('no operation has an optional input that could be malformed')) },
  { id: UNMARKED, whenSilent: () => observed(notSeen('every member of its requests is marked')) },
];
