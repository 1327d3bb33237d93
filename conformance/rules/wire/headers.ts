/** The headers that a document requires of an answer; what refusals of the contract look like is open. */
import { listedFor, operationOf } from '../../model/document/api.ts';
import { isServiceName } from '../../model/document/services.ts';
import { isSuccess } from '../../model/exchange.ts';
import { broken, passUnless } from '../judgement.ts';
import type { Rule } from '../rule.ts';

export const headers: Rule = {
  id: 'wire.headers',
  watch: (exchange, { api }) => {
    const { call, outcome } = exchange;
    if (call.kind !== 'http' || call.operation === null || outcome.kind !== 'answer') return [];
    const { status, headers: given } = outcome;
    const { headers: required = [] } = listedFor(operationOf(api, call.operation), status) ?? {};
    const isJudged = required.length > 0 && (isSuccess(exchange) || !isServiceName(api.service));
    if (given === undefined || !isJudged) return [];
    const missing = required.filter((name) => !given.includes(name));
    const actual = 'it is missing';
    return passUnless(missing.map((name) => broken({ expected: `the header ${name}`, actual, about: name, exchange })));
  },
};
