/** Every request gets an answer, whole and in time. */
import type { Exchange } from '../../model/exchange.ts';
import { broken, pass, warn } from '../judgement.ts';
import type { Rule } from '../rule.ts';

const expected = 'an HTTP answer, whole, in time, and of a sensible size';

export const answer: Rule = {
  id: 'wire.answer',
  watch: (exchange: Exchange) => {
    const { outcome, call } = exchange;
    if (outcome.kind === 'answer') return [pass];
    const breach = { expected, actual: outcome.message, exchange };
    if (outcome.reason === 'skipped') return [broken({ ...breach, about: 'silence' })];
    return [call.intent === 'open' ? warn(breach) : broken(breach)];
  },
};
