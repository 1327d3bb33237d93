/** Whether traffic shows an incomplete request that is taken. */

import { aspectOf, type Follower } from '../../core/family.ts';
import { broken, pass } from '../../core/judgement.ts';
import { isSuccess, outcomeText, sentObject } from '../../model/exchange.ts';
import { casesOf, type RequiredWhen } from './declared.ts';

export function followRequiredWhen(declared: RequiredWhen): Follower {
  const { operation, member } = declared;
  return ({ exchange }, report) => {
    const { call, outcome } = exchange;
    if (call.kind !== 'http' || call.operation !== operation || outcome.kind === 'failure') return;
    const body = sentObject(exchange);
    const [meant] = casesOf(declared).filter(([name, value]) => body[name] === value);
    if (meant === undefined || body[member] !== undefined) return;
    const [name, value] = meant;
    const what = `${name} ${String(value)} without ${member}`;
    if (outcome.status === 400 || outcome.status === 422) report(aspectOf(declared), pass);
    if (!isSuccess(exchange)) return;
    const expected = `a refusal of a request with ${what}`;
    report(aspectOf(declared), broken({ expected, actual: outcomeText(exchange), about: what, exchange }));
  };
}
