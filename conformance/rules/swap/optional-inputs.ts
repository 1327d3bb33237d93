/** Servers that refuse an action for what it may go without; the rules on inputs find them out. */
import { bodyOf } from '../../fault/proxy/reply.ts';
import { isObject } from '../../model/json.ts';
import type { OwnRule } from '../own.ts';

export default {
  id: 'input.valid-accepted',
  faults: (at) =>
    ['trace_id', 'broker_id', 'amount', 'asset_id'].map((member) => ({
      id: `an action without ${member} is refused`,
      operation: 'createAction',
      fault: at('createAction').refused((asked) => {
        const body = bodyOf(asked);
        return isObject(body) && !Object.hasOwn(body, member);
      }),
    })),
} satisfies OwnRule;
