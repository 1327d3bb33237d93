/** Without a broker_id, or with an empty one, the default broker takes the action (document 2, Brokers, 3). */
import { bodyOf, type Request } from '../../fault/proxy/reply.ts';
import { isSuccess, outcomeText } from '../../model/exchange.ts';
import { isObject, type JsonObject } from '../../model/json.ts';
import { blockedBy, broken, pass } from '../judgement.ts';
import type { OwnRule } from '../own.ts';
import type { Judgement } from '../rule.ts';
import { actionsTried, refusedAction, type Tried, tellingMembers } from './actions.ts';

function judge({ broker, isPaid, exchange, data }: Tried, usual: string, accepted: Tried): Judgement {
  if (exchange.outcome.kind === 'failure') return blockedBy(exchange);
  if (!isSuccess(exchange)) {
    const expected = `an answer, as the action is accepted with the broker ${accepted.broker}`;
    const about = `${isPaid ? 'with' : 'without'} a payment, broker ${broker}`;
    return broken({ expected, actual: outcomeText(exchange), about, exchange });
  }
  const members = tellingMembers(data);
  if (broker === 'absent' || members === usual) return pass;
  const expected = `the same members as without a broker_id: ${usual}`;
  return broken({ expected, actual: members, pointer: '/data', exchange });
}

function brokerIn(request: Request): unknown {
  const body = bodyOf(request);
  return isObject(body) ? body['broker_id'] : null;
}

export default {
  id: 'swap.createAction.default-broker',
  async check(talk, say) {
    for (const same of Map.groupBy(await actionsTried(talk), ({ isPaid }) => isPaid).values()) {
      const [first] = same;
      const accepted = same.find(({ exchange }) => isSuccess(exchange));
      if (first === undefined) continue;
      if (accepted === undefined) return say(refusedAction(first.exchange, talk.scene));
      const usual = tellingMembers(first.data ?? accepted.data);
      say(...same.filter(({ broker }) => broker !== 'alternate').map((one) => judge(one, usual, accepted)));
    }
  },
  faults: (at) => {
    const { refused, value } = at('createAction');
    return [
      { id: 'an empty broker_id is an unknown broker', fault: refused((asked) => brokerIn(asked) === '') },
      { id: 'an action wants a broker_id', fault: refused((asked) => brokerIn(asked) === undefined) },
      {
        id: 'an empty broker_id makes no code',
        fault: value('/data', (data, asked) => {
          const { code, code_url, ...rest } = data as JsonObject;
          return brokerIn(asked) === '' ? rest : { ...rest, code, code_url };
        }),
      },
    ];
  },
} satisfies OwnRule;
