/** A sign-in brings a token of the service's own: not the wallet network token that was presented. */

import { edited } from '../../fault/edit.ts';
import { operationOf } from '../../model/api.ts';
import { callOf, noInput } from '../../model/call.ts';
import { type Exchange, successJson } from '../../model/exchange.ts';
import { valueAt } from '../../model/pointer.ts';
import { blockedBy, broken, inconclusive, pass } from '../judgement.ts';
import type { OwnRule } from '../own.ts';

export default {
  id: 'comment.access.own-token',
  async check({ ask, scene }, say) {
    const operation = operationOf(scene.api, 'signIn');
    let last: Exchange | undefined;
    // Under which name the token is read is not shown.
    for (const member of ['mixin_token', 'mixin_access_token']) {
      const token = scene.wallet.token('caller');
      if (token === null) return say(inconclusive('no wallet token is known', 'name one as sign_in.keystores.caller'));
      const body = { method: 'mixin_token', [member]: token };
      const exchange = await ask(callOf(operation, { ...noInput, body }, { label: member, intent: 'open' }));
      const own = valueAt(successJson(exchange), '/data/access_token');
      if (typeof own === 'string') {
        // The token is made anew each time: the one that was sent stands in the request.
        if (exchange.requestBody?.includes(`"${own}"`) !== true) return say(pass);
        const [expected, actual] = ["a token of the service's own", 'the wallet token that was presented'];
        return say(broken({ expected, actual, pointer: '/data/access_token', exchange }));
      }
      last = exchange;
    }
    say(blockedBy(last));
  },
  faults: (at) => [
    {
      id: 'a sign-in answers with the wallet token',
      fault: at('signIn').answer((json, { body }) => {
        const token = /"mixin_(?:access_)?token":"([^"]+)"/.exec(body)?.[1];
        return token === undefined ? json : edited(json, '/data/access_token', () => token);
      }),
    },
  ],
} satisfies OwnRule;
