/** Every path begins with /api/v1, the version of the interface (document 1, Versioning). */

import { ask, blockedBy, broken, type OwnRule, pass } from '@wallet-services/conformance/core';
import {
  callText,
  type Exchange,
  isSuccess,
  operationOf,
  outcomeText,
  strayCall,
} from '@wallet-services/conformance/model';
import { jsonReply } from '@wallet-services/conformance/mutation';

const PREFIX = '/api/v1';

/** Whether a server says that nothing is there. */
function isMissing({ outcome }: Exchange): boolean {
  return outcome.kind === 'answer' && [404, 405, 410, 501].includes(outcome.status);
}

export default {
  id: 'lending.version.path-prefix',
  async check(talk, say) {
    for (const id of ['listMarkets', 'listTransactions']) {
      const exchange = await ask(talk, id, {}, { label: id });
      if (!isMissing(exchange)) {
        const isServed = exchange.outcome.kind === 'answer' && exchange.outcome.status < 500;
        say(isServed ? pass : blockedBy(exchange));
        continue;
      }
      const { path } = operationOf(talk.scene.api, id);
      const bare = await talk.ask(strayCall(path.slice(PREFIX.length), 'without the prefix'));
      const question = 'is the address the part in front of /api/v1?';
      const actual = `${outcomeText(exchange)}; ${isSuccess(bare) ? `${callText(bare.call)} exists` : question}`;
      say(broken({ expected: `the operation at ${PREFIX}`, actual, exchange }));
    }
  },
  faults: () => ({
    'the paths have no prefix': () => (request, next) => {
      const { path } = request;
      if (path.includes(PREFIX)) return jsonReply(404, { msg: 'no such path' });
      return next({ ...request, path: path.replace(/\/(markets|transactions|pay-requests)/, `${PREFIX}/$1`) });
    },
  }),
} satisfies OwnRule;
