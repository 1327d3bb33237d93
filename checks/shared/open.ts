/** Open questions of every service. */

import { MALFORMED, notObserved, UNMARKED } from '@wallet-services/conformance/builtin';
import { type OwnRule, observed } from '@wallet-services/conformance/core';
import { isSuccess } from '@wallet-services/conformance/model';

export const ofEveryService: readonly OwnRule[] = [
  {
    id: 'all.success.status',
    watch: (exchange) =>
      isSuccess(exchange) && exchange.outcome.kind === 'answer' ? [observed(String(exchange.outcome.status))] : [],
  },
  // The conversations on inputs report the outcome of each.
  {
    id: MALFORMED,
    whenSilent: () => observed(notObserved('no operation has an optional input that could be malformed')),
  },
  { id: UNMARKED, whenSilent: () => observed(notObserved('every member of its requests is marked')) },
];
