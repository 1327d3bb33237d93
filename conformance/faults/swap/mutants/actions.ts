/** Servers that are wrong about transfer actions: what they answer, and what they cannot do without. */

import { bodyOf, type Fault, isMeant, jsonReply, type Request } from '../../../fault/proxy/reply.ts';
import { isObject } from '../../../model/json.ts';
import type { Mutant } from '../../mutant.ts';
import { at, inObject } from '../change.ts';

function actionIn(request: Request): string {
  const body = bodyOf(request);
  return isObject(body) ? String(body['action']) : '';
}

/** Refuses actions without a member. */
function needs(member: string): () => Fault {
  return () => (request, next) => {
    const body = bodyOf(request);
    const lacks = isMeant(request, at.actions) && isObject(body) && !Object.hasOwn(body, member);
    return lacks ? jsonReply(400, { code: 400, msg: `${member} is missing` }) : next(request);
  };
}

export const actionMutants: readonly Mutant[] = [
  {
    id: 'an action is answered as it was sent',
    kills: 'swap.actions.encrypted',
    fault: inObject(at.actions, (_, request) => ({ action: actionIn(request) })),
  },
  {
    id: 'an action is encoded, but not encrypted',
    kills: 'swap.actions.encrypted',
    fault: inObject(at.actions, (_, request) => ({ action: Buffer.from(actionIn(request)).toString('base64url') })),
  },
  {
    id: 'an action is written in hexadecimal, but not encrypted',
    kills: 'swap.actions.encrypted',
    fault: inObject(at.actions, (_, request) => ({ action: Buffer.from(actionIn(request)).toString('hex') })),
  },
  {
    id: 'an action without a payment is empty',
    kills: 'swap.actions.encrypted',
    fault: inObject(at.actions, ({ action, code }) => ({ action: code === undefined ? '' : action })),
  },
  ...['trace_id', 'broker_id', 'amount', 'asset_id'].map(
    (member): Mutant => ({
      id: `an action without ${member} is refused`,
      kills: 'input.valid-accepted',
      operation: 'createAction',
      fault: needs(member),
    }),
  ),
];
