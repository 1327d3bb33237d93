/** Whether traffic shows a token that is accepted long after its end. */

import type { SuiteContext } from '../../core/context.ts';
import type { Follower } from '../../core/family.ts';
import { broken, pass } from '../../core/judgement.ts';
import { carrierOf } from '../../model/carrier.ts';
import { securityScheme } from '../../model/document/api.ts';
import { declaredOf } from '../../model/document/lists.ts';
import { type Exchange, isSuccess, outcomeText } from '../../model/exchange.ts';
import { claimsOf } from '../../sign-in/wrong-tokens.ts';
import { demandsCredentials } from '../access/refusals.ts';
import type { Lifetime } from './declared.ts';

const MINUTE = 60_000;

/** The part of its lifetime after which no clock explains that a token is taken. */
const SURELY_OVER = 1.3;

/** The creation time in the token of a request, in milliseconds; null if it has none. */
function madeAt(scheme: string, { api, target }: SuiteContext, { headers }: Exchange): number | null {
  const described = securityScheme(api, scheme);
  const carrier = described === undefined ? null : carrierOf(described, target.transport?.[scheme]);
  if (carrier?.in !== 'header') return null;
  const token = headers[carrier.name]?.split(' ').at(-1) ?? '';
  const made = claimsOf(token)?.['iat'];
  return typeof made === 'number' ? made * 1000 : null;
}

/** Operations that must reject callers without a credential of a scheme; for others, the effect of a token is open. */
export function guardedBy(scheme: string, { api }: SuiteContext): ReadonlySet<string | null> {
  const guarded = declaredOf(api, 'access').filter(
    ({ need, schemes }) => need === 'credential' && schemes.includes(scheme),
  );
  return new Set(guarded.map(({ operation }) => operation));
}

export function followLifetime({ scheme, minutes }: Lifetime, suite: SuiteContext): Follower {
  const guarded = guardedBy(scheme, suite);
  return ({ exchange, at }, report) => {
    const { call } = exchange;
    if (call.kind !== 'http' || !guarded.has(call.operation)) return;
    const made = madeAt(scheme, suite, exchange);
    if (made === null) return;
    const age = (at - made) / MINUTE;
    if (isSuccess(exchange) && age >= 0 && age < minutes) report('works', pass);
    if (age < minutes * SURELY_OVER) return;
    if (demandsCredentials(exchange)) report('ends', pass);
    if (!isSuccess(exchange)) return;
    const what = 'a token that has outlived its lifetime';
    const expected = `a refusal of a token that was issued ${Math.round(age)} minutes ago`;
    report('ends', broken({ expected, actual: outcomeText(exchange), about: what, exchange }));
  };
}
