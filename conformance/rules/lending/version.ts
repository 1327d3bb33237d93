/** Every path begins with /api/v1. */
import { operationOf } from '../../model/api.ts';
import { strayCall } from '../../model/call.ts';
import { callText, type Exchange, isSuccess, outcomeText, type Trace } from '../../model/exchange.ts';
import { blockedBy, broken, pass } from '../judgement.ts';
import type { Judgement, Rule, Scene, Script } from '../rule.ts';
import { marketsCall, transactionsCall } from './calls.ts';

const PREFIX = '/api/v1';
const WITHOUT = 'without the prefix';

/** Statuses by which a server says that nothing is there. */
function isMissing({ outcome }: Exchange): boolean {
  return outcome.kind === 'answer' && [404, 405, 410, 501].includes(outcome.status);
}

function script(scene: Scene, operation: string): () => Script {
  return function* () {
    const call = operation === 'listMarkets' ? marketsCall(scene, operation) : transactionsCall(scene, operation);
    const exchange = yield call;
    if (isMissing(exchange)) yield strayCall(operationOf(scene.api, operation).path.slice(PREFIX.length), WITHOUT);
  };
}

function judge(trace: Trace): readonly Judgement[] {
  const [exchange, unprefixed] = trace.exchanges;
  if (exchange === undefined || exchange.outcome.kind === 'failure') return [blockedBy(exchange)];
  if (!isMissing(exchange)) return [exchange.outcome.status >= 500 ? blockedBy(exchange) : pass];
  const elsewhere =
    unprefixed !== undefined && isSuccess(unprefixed)
      ? `; ${callText(unprefixed.call)} is answered`
      : '; is the address given the one in front of /api/v1?';
  return [broken({ expected: `an answer under ${PREFIX}`, actual: `${outcomeText(exchange)}${elsewhere}`, exchange })];
}

export const version: Rule = {
  id: 'lending.version.path-prefix',
  plan: (scene) => ['listMarkets', 'listTransactions'].map((id) => ({ id, operation: id, script: script(scene, id) })),
  judge,
};
