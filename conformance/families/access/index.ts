/** Who may call an operation: `access`. Either everyone, or only callers with a valid credential. */

import type { SuiteContext } from '../../core/context.ts';
import type { Family } from '../../core/family.ts';
import { pass } from '../../core/judgement.ts';
import { isSweeping } from '../../discovery/paths.ts';
import { carrierOf } from '../../model/carrier.ts';
import { operationOf } from '../../model/document/api.ts';
import { type Exchange, isSuccess, queryOf } from '../../model/exchange.ts';
import { valueOn } from './carriers.ts';
import type { Access } from './declared.ts';
import { followAccess } from './follow.ts';
import { sendGuarded } from './guarded.ts';
import { accessMutants } from './mutants.ts';
import { sendOpenly } from './open.ts';
import { needsQuiet } from './unchanged.ts';

/** Whether a request carried a credential of the service. */
function carriesCredential({ api, target }: SuiteContext, exchange: Exchange): boolean {
  const request = { headers: exchange.headers, query: queryOf(exchange) };
  return Object.entries(api.document.components.securitySchemes ?? {}).some(
    ([name, scheme]) => valueOn(request, carrierOf(scheme, target.transport?.[name])) !== undefined,
  );
}

export default {
  name: 'access',
  alone({ operation: id }, api) {
    const operation = operationOf(api, id);
    return isSweeping(operation) || needsQuiet(api, operation);
  },
  watch({ operation, need }, exchange, suite, report) {
    const { call } = exchange;
    if (need !== 'none' || call.kind !== 'http' || call.operation !== operation) return;
    if (isSuccess(exchange) && !carriesCredential(suite, exchange)) report('open', pass);
  },
  check: (declared, ctx, report) => (declared.need === 'none' ? sendOpenly : sendGuarded)(declared, ctx, report),
  follow: followAccess,
  mutants: accessMutants,
} satisfies Family<Access>;
