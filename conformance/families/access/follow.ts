/** Whether traffic shows that somebody without any credential is let in. */

import type { Scene } from '../../core/context.ts';
import type { Follower } from '../../core/family.ts';
import { broken, pass } from '../../core/judgement.ts';
import { operationOf } from '../../model/document/api.ts';
import { isSuccess, outcomeText } from '../../model/exchange.ts';
import type { Access } from './declared.ts';
import { showsSomething } from './guarded.ts';
import { asksForCredentials } from './refusals.ts';

/** Whether a credential that was sent is a right one, only its server knows. */
export function followAccess({ operation: id, need }: Access, scene: Scene): Follower {
  const operation = operationOf(scene.api, id);
  return ({ exchange, signed }, say) => {
    const { call } = exchange;
    if (need !== 'credential' || signed !== false || call.kind !== 'http' || call.operation !== id) return;
    if (asksForCredentials(exchange)) say('refused', pass);
    if (!isSuccess(exchange) || !showsSomething(scene, operation, exchange)) return;
    const name = 'no credential';
    const expected = `a refusal of a request with ${name}`;
    say('refused', broken({ expected, actual: outcomeText(exchange), about: name, exchange }));
  };
}
