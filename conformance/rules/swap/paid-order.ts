/** An order is read by the follow_id of its action. Paying takes a wallet; orders that were paid before tell the same. */
import { itemsOf } from '../../find/find.ts';
import { knownInputs } from '../../find/paths.ts';
import { isSuccess, outcomeText } from '../../model/exchange.ts';
import { objectsOf } from '../../model/json.ts';
import { formOf } from '../../model/same.ts';
import { blockedBy, broken, inconclusive, pass } from '../judgement.ts';
import { askOpen } from '../open/requests.ts';
import type { OwnRule } from '../own.ts';
import { listAt } from '../shared/answers.ts';

const HINT = 'name the follow id of an order of the caller as known.inputs.readOrder (path) in the target file';

export default {
  id: 'swap.createAction.follow-id-reads-order',
  async check(talk, say) {
    const named = knownInputs(talk.scene, 'readOrder').length > 0;
    const exchange = named ? await askOpen(talk, 'readOrder', 'the order that the target names') : null;
    if (exchange !== null) {
      const { outcome } = exchange;
      if (isSuccess(exchange)) say(pass);
      else if (outcome.kind === 'failure') say(blockedBy(exchange));
      else say(broken({ expected: 'the order', actual: outcomeText(exchange), exchange }));
    }
    const mine = (await itemsOf(talk, 'listMyTransactions')).filter(({ follow_id: id }) => formOf(id) !== null);
    let read = false;
    for (const [followId, own] of [...Map.groupBy(mine, ({ follow_id: id }) => String(id))].slice(0, 3)) {
      const path = { follow_id: followId };
      const order = await askOpen(talk, 'readOrder', `order ${followId}`, { path });
      if (order === null || !isSuccess(order)) continue;
      read = true;
      const ids = (listAt(order, '/data/transactions') ?? []).map(({ id }) => id);
      const lost = own.find(({ id }) => !ids.includes(id));
      if (lost === undefined) say(pass);
      else {
        const expected = `transaction ${String(lost['id'])}, which has this follow_id`;
        say(broken({ expected, actual: 'it is missing', pointer: '/data/transactions', exchange: order }));
      }
    }
    if (!named && !read) say(inconclusive('no order of the caller was found', HINT));
  },
  faults: (at) => [
    { id: 'an order is not found by its follow id', fault: at('readOrder').refused(() => true, 404) },
    {
      id: 'an order lacks its last transaction',
      fault: at('readOrder').value('/data/transactions', (items) => objectsOf(items).slice(0, -1)),
    },
  ],
} satisfies OwnRule;
