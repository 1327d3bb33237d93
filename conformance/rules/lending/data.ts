/** The `data` of a Supply and of a Mint; that of other actions is not shown. */
import { isDecimal } from '../../model/decimal.ts';
import type { Exchange } from '../../model/exchange.ts';
import { excerpt, isObject, type JsonObject } from '../../model/json.ts';
import { within } from '../../model/pointer.ts';
import { formatInstant } from '../../model/time.ts';
import { broken, inconclusive, passUnless } from '../judgement.ts';
import type { Judgement, Rule, Scene, Script } from '../rule.ts';
import { isTransactionList, itemsOf, transactionsCall } from './calls.ts';
import { directionOf, rowsOf } from './transactions.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** So many pages are searched for an action. */
const MOST_PAGES = 5;

interface Member {
  readonly name: string;
  readonly expected: string;
  readonly holds: (value: unknown) => boolean;
}

interface Shape {
  readonly action: number;
  readonly name: string;
  readonly members: readonly Member[];
}

const supply: Shape = {
  action: 1,
  name: 'Supply',
  members: [
    {
      name: 'amount',
      expected: 'a decimal number written as a string',
      holds: (value) => typeof value === 'string' && isDecimal(value),
    },
    { name: 'ctoken_asset_id', expected: 'a UUID', holds: (value) => typeof value === 'string' && UUID.test(value) },
  ],
};

const mint: Shape = {
  action: 5,
  name: 'Mint',
  members: [{ name: 'origin', expected: 'an integer', holds: (value) => Number.isInteger(value) }],
};

function problemsOf(item: JsonObject, index: number, shape: Shape, exchange: Exchange): readonly Judgement[] {
  const { data } = item;
  const pointer = within(within('', index), 'data');
  if (!isObject(data)) return [broken({ expected: 'an object', actual: excerpt(data), pointer, exchange })];
  return shape.members
    .filter(({ name, holds }) => !holds(data[name]))
    .map(({ name, expected }) =>
      broken({
        expected: `${expected}, in the data of a ${shape.name}`,
        actual: Object.hasOwn(data, name) ? excerpt(data[name]) : 'it is missing',
        pointer: within(pointer, name),
        exchange,
      }),
    );
}

function judge(exchange: Exchange, shape: Shape): readonly Judgement[] {
  if (!isTransactionList(exchange)) return [];
  const items = itemsOf(exchange) ?? [];
  if (!items.some(({ action }) => action === shape.action)) return [];
  return passUnless(
    items.flatMap((item, index) => (item['action'] === shape.action ? problemsOf(item, index, shape, exchange) : [])),
  );
}

/** Turns the pages until the action turns up, or the list ends. */
function script(scene: Scene, shape: Shape): () => Script {
  return function* () {
    let query: Readonly<Record<string, string>> = {};
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const exchange = yield transactionsCall(scene, `page ${page}`, query);
      const found = itemsOf(exchange)?.some(({ action }) => action === shape.action) ?? true;
      const rows = rowsOf(exchange) ?? [];
      const last = rows.at(-1);
      if (found || last === undefined) return;
      const step = directionOf(rows) === 'descending' ? -1n : 1n;
      query = { offset: formatInstant(last.time + step) };
    }
  };
}

function dataRule(id: string, shape: Shape): Rule {
  return {
    id,
    plan: (scene) => [{ id: shape.name, operation: 'listTransactions', script: script(scene, shape) }],
    watch: (exchange) => judge(exchange, shape),
    whenSilent: () =>
      inconclusive(
        `no transaction with action ${shape.action} (${shape.name}) was found`,
        `put a ${shape.name} into the data`,
      ),
  };
}

export const supplyData = dataRule('lending.transactions.supply-data', supply);
export const mintData = dataRule('lending.transactions.mint-data', mint);
