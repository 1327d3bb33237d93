/** Every path begins with /api/v1, the version of the interface (document 1, Versioning). */
import { jsonReply } from '../../fault/proxy/reply.ts';
import { operationOf } from '../../model/api.ts';
import { callOf, noInput, strayCall } from '../../model/call.ts';
import { callText, type Exchange, isSuccess, outcomeText } from '../../model/exchange.ts';
import { blockedBy, broken, pass } from '../judgement.ts';
import { named, type OwnRule } from '../own.ts';

const PREFIX = '/api/v1';

/** Whether a server says that nothing is there. */
function isMissing({ outcome }: Exchange): boolean {
  return outcome.kind === 'answer' && [404, 405, 410, 501].includes(outcome.status);
}

export default {
  id: 'lending.version.path-prefix',
  async check({ ask, scene }, say) {
    for (const id of ['listMarkets', 'listTransactions']) {
      const operation = operationOf(scene.api, id);
      const exchange = await ask(callOf(operation, noInput, { label: id }));
      const isServed = exchange.outcome.kind === 'answer' && exchange.outcome.status < 500;
      if (!isMissing(exchange)) {
        say(isServed ? pass : blockedBy(exchange));
        continue;
      }
      const unprefixed = await ask(strayCall(operation.path.slice(PREFIX.length), 'without the prefix'));
      const elsewhere = isSuccess(unprefixed)
        ? `; ${callText(unprefixed.call)} is answered`
        : '; is the address given the one in front of /api/v1?';
      const actual = `${outcomeText(exchange)}${elsewhere}`;
      say(broken({ expected: `an answer under ${PREFIX}`, actual, exchange }));
    }
  },
  faults: () =>
    named({
      'the paths have no prefix': () => (request, next) => {
        const { path } = request;
        if (path.includes(PREFIX)) return jsonReply(404, { msg: 'no such path' });
        return next({ ...request, path: path.replace(/\/(markets|transactions|pay-requests)/, `${PREFIX}/$1`) });
      },
    }),
} satisfies OwnRule;
