/** Whether traffic shows that somebody without any credential is let in. */

import type { SuiteContext } from '../../core/context.ts';
import type { Follower } from '../../core/family.ts';
import { broken, pass } from '../../core/judgement.ts';
import { operationOf } from '../../model/document/api.ts';
import { isSuccess, outcomeText } from '../../model/exchange.ts';
import type { Access } from './declared.ts';
import { showsSomething } from './guarded.ts';
import { demandsCredentials } from './refusals.ts';

/** Only the server knows whether a credential was valid. */
export function followAccess({ operation: id, need }: Access, suite: SuiteContext): Follower {
  const operation = operationOf(suite.api, id);
  return ({ exchange, signed }, report) => {
    const { call } = exchange;
    if (need !== 'credential' || signed !== false || call.kind !== 'http' || call.operation !== id) return;
    if (demandsCredentials(exchange)) report('refused', pass);
    if (!isSuccess(exchange) || !showsSomething(suite, operation, exchange)) return;
    const name = 'no credential';
    const expected = `a refusal of a request with ${name}`;
    report('refused', broken({ expected, actual: outcomeText(exchange), about: name, exchange }));
  };
}
