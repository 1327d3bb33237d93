/** Every request gets an answer, whole and in time. */

import { blocked, broken, pass, warn } from '../../core/judgement.ts';
import type { GeneralRule } from '../../core/rule.ts';
import type { Exchange } from '../../model/exchange.ts';

const expected = 'a complete HTTP response in time, of a reasonable size';

export const answer: GeneralRule = {
  id: 'wire.answer',
  text: 'Every request gets a complete response in time.',
  watch: (exchange: Exchange) => {
    const { outcome, call } = exchange;
    if (outcome.kind === 'answer') return [pass];
    // A server that accepts no connection has stopped because of an earlier request.
    const isAway = outcome.reason === 'unreachable';
    if (outcome.reason === 'slow' || outcome.reason === 'skipped' || isAway)
      return [blocked(outcome.message, outcome.hint)];
    const breach = { expected, actual: outcome.message, exchange };
    return [call.intent === 'open' ? warn(breach) : broken(breach)];
  },
};
