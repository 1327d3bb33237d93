/** The headers that a document requires of an answer; the form of rejections in the contract is open. */

import { broken, passUnless } from '../../core/judgement.ts';
import type { GeneralRule } from '../../core/rule.ts';
import { listedFor, operationOf } from '../../model/document/api.ts';
import { isSuccess } from '../../model/exchange.ts';

export const headers: GeneralRule = {
  id: 'wire.headers',
  text: 'A response has the headers that its document requires.',
  watch: (exchange, { api, profile }) => {
    const { call, outcome } = exchange;
    if (call.kind !== 'http' || call.operation === null || outcome.kind !== 'answer') return [];
    const { status, headers: given } = outcome;
    const { headers: required = [] } = listedFor(operationOf(api, call.operation), status) ?? {};
    const isJudged = required.length > 0 && (isSuccess(exchange) || profile.isStrict === true);
    if (given === undefined || !isJudged) return [];
    const missing = required.filter((name) => !given.includes(name));
    const actual = 'it is missing';
    return passUnless(missing.map((name) => broken({ expected: `the header ${name}`, actual, about: name, exchange })));
  },
};
