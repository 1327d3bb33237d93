/** Every path begins with /api/v1, the version of the interface (document 1, Versioning). */

import { blockedBy, broken, type OwnRule, pass, sendTo } from '@wallet-services/conformance/core';
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

/** Whether a server reports an unknown path. */
function isMissing({ outcome }: Exchange): boolean {
  return outcome.kind === 'answer' && [404, 405, 410, 501].includes(outcome.status);
}

export default {
  id: 'lending.version.path-prefix',
  async check(ctx, report) {
    for (const id of ['listMarkets', 'listTransactions']) {
      const exchange = await sendTo(ctx, id, {}, { label: id });
      if (!isMissing(exchange)) {
        const isServed = exchange.outcome.kind === 'answer' && exchange.outcome.status < 500;
        report(isServed ? pass : blockedBy(exchange));
        continue;
      }
      const { path } = operationOf(ctx.suite.api, id);
      const bare = await ctx.send(strayCall(path.slice(PREFIX.length), 'without the prefix'));
      const question = 'is the address the part in front of /api/v1?';
      const actual = `${outcomeText(exchange)}; ${isSuccess(bare) ? `${callText(bare.call)} exists` : question}`;
      report(broken({ expected: `the operation at ${PREFIX}`, actual, exchange }));
    }
  },
  mutants: () => ({
    'the paths have no prefix': () => (request, next) => {
      const { path } = request;
      if (path.includes(PREFIX)) return jsonReply(404, { msg: 'no such path' });
      return next({ ...request, path: path.replace(/\/(markets|transactions|pay-requests)/, `${PREFIX}/$1`) });
    },
  }),
} satisfies OwnRule;
