/** Orders: what their transactions look like, and that they are read by the follow id. */
import { isSuccess, outcomeText } from '../../model/exchange.ts';
import { excerpt, objectsOf } from '../../model/json.ts';
import { within } from '../../model/pointer.ts';
import { blockedBy, broken, inconclusive, pass } from '../judgement.ts';
import type { Rule, Scene, Script } from '../rule.ts';
import { conversationRule, type Say } from '../shared/conversation.ts';
import { objectOf } from '../shared/data.ts';
import { candidateOrders, findMine, followIdsOf, ORDER_HINT, orderCall } from './discover.ts';
import { swapKnown } from './known.ts';
import { listMembers, orderMember, tells } from './transactions.ts';

const noOrder = inconclusive('no order of the caller was found', ORDER_HINT);

function* askMembers(scene: Scene, say: Say): Script {
  let seen = false;
  for (const followId of yield* candidateOrders(scene)) {
    const exchange = yield orderCall(scene, followId, `order ${followId}`);
    for (const [index, transaction] of objectsOf(objectOf(exchange)?.['transactions']).entries()) {
      seen = true;
      const place = within('/data/transactions', index);
      if (!tells(transaction, orderMember)) {
        const actual = excerpt(transaction[orderMember]);
        const pointer = within(place, orderMember);
        say(broken({ expected: 'the user of the transaction', actual, pointer, exchange }));
      }
      for (const name of listMembers.filter((member) => tells(transaction, member))) {
        const expected = `no ${name}, which only lists show`;
        say(broken({ expected, actual: excerpt(transaction[name]), pointer: within(place, name), exchange }));
      }
    }
  }
  say(seen ? pass : inconclusive('no order with transactions was found', ORDER_HINT));
}

export const membersInOrders: Rule = conversationRule('swap.orders.transaction-members', () => [
  { id: 'orders', operation: 'readOrder', talk: askMembers },
]);

/** Paying takes a wallet; orders that were paid before this run tell the same. */
function* askByFollowId(scene: Scene, say: Say): Script {
  const { order: known } = swapKnown(scene);
  if (known !== undefined) {
    const exchange = yield orderCall(scene, known, 'the order that the target names');
    if (isSuccess(exchange)) say(pass);
    else if (exchange.outcome.kind === 'failure') say(blockedBy(exchange));
    else say(broken({ expected: 'the order', actual: outcomeText(exchange), exchange }));
  }
  const mine = yield* findMine(scene);
  let read = false;
  for (const followId of followIdsOf(mine?.items ?? []).slice(0, 3)) {
    const exchange = yield orderCall(scene, followId, `order ${followId}`);
    const order = objectOf(exchange);
    if (!isSuccess(exchange) || order === null) continue;
    read = true;
    const ids = objectsOf(order['transactions']).map(({ id }) => id);
    const own = (mine?.items ?? []).filter((item) => item['follow_id'] === followId).map(({ id }) => id);
    const lost = own.find((id) => !ids.includes(id));
    if (lost === undefined) say(pass);
    else {
      const expected = `transaction ${String(lost)}, which has this follow_id`;
      say(broken({ expected, actual: 'it is missing', pointer: '/data/transactions', exchange }));
    }
  }
  if (known === undefined && !read) say(noOrder);
}

export const followIdReadsOrder: Rule = conversationRule('swap.actions.follow-id-reads-order', () => [
  { id: 'orders', operation: 'readOrder', talk: askByFollowId },
]);
