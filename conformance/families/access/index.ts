/** Who may call an operation: `access`. Everybody, or who comes with a right credential and nobody else. */

import type { Scene } from '../../core/context.ts';
import type { Family } from '../../core/family.ts';
import { pass } from '../../core/judgement.ts';
import { isSweeping } from '../../discovery/paths.ts';
import { carrierOf } from '../../model/carrier.ts';
import { operationOf } from '../../model/document/api.ts';
import { type Exchange, isSuccess, queryOf } from '../../model/exchange.ts';
import { valueOn } from './carriers.ts';
import type { Access } from './declared.ts';
import { followAccess } from './follow.ts';
import { askGuarded } from './guarded.ts';
import { accessFaults } from './mutants.ts';
import { askOpenly } from './open.ts';
import { needsQuiet } from './unchanged.ts';

/** Whether a request carried a credential of the service. */
function carriesCredential({ api, target }: Scene, exchange: Exchange): boolean {
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
  watch({ operation, need }, exchange, scene, say) {
    const { call } = exchange;
    if (need !== 'none' || call.kind !== 'http' || call.operation !== operation) return;
    if (isSuccess(exchange) && !carriesCredential(scene, exchange)) say('open', pass);
  },
  check: (declared, talk, say) => (declared.need === 'none' ? askOpenly : askGuarded)(declared, talk, say),
  follow: followAccess,
  faults: accessFaults,
} satisfies Family<Access>;
