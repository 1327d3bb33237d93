/** An answer holds at most `limit` transactions; without a limit, 500. */
import type { Exchange, Trace } from '../../model/exchange.ts';
import { formatInstant } from '../../model/time.ts';
import { blockedBy, broken, exchangeOf, inconclusive, pass } from '../judgement.ts';
import type { Judgement, Rule, Scene, Script } from '../rule.ts';
import { itemsOf, transactionsCall } from './calls.ts';
import { directionOf, rowsOf } from './transactions.ts';

/** Document 1, Limits. */
const DEFAULT_LIMIT = 500;

const PLAIN = 'without a limit';

/** Limits to try on a list of so many: small ones, and the last that still cuts something off. */
function limitsFor(count: number): readonly number[] {
  return [...new Set([1, 2, Math.min(count - 1, DEFAULT_LIMIT)])].filter((limit) => limit > 0);
}

function limitScript(scene: Scene): () => Script {
  return function* () {
    const plain = yield transactionsCall(scene, PLAIN);
    const items = itemsOf(plain);
    if (items === null) return;
    for (const limit of limitsFor(items.length)) {
      yield transactionsCall(scene, `limit ${limit}`, { limit: String(limit) });
    }
    const [row] = rowsOf(plain) ?? [];
    if (row !== undefined)
      yield transactionsCall(scene, 'limit 1, with an offset', { limit: '1', offset: formatInstant(row.time) });
  };
}

function judgeLimit(exchange: Exchange, available: number): readonly Judgement[] {
  const limit = Number(/\d+/.exec(exchange.call.label)?.[0]);
  const items = itemsOf(exchange);
  if (items === null) return [blockedBy(exchange)];
  if (items.length > limit) {
    const actual = `${items.length} transactions`;
    return [broken({ expected: `at most ${limit} transactions`, actual, pointer: '', exchange })];
  }
  return available > limit ? [pass] : [];
}

export const limit: Rule = {
  id: 'lending.transactions.limit',
  plan: (scene) => [{ id: 'limits', operation: 'listTransactions', script: limitScript(scene) }],
  judge: (trace: Trace) => {
    const plain = exchangeOf(trace, PLAIN);
    const items = itemsOf(plain);
    if (items === null) return [blockedBy(plain)];
    return trace.exchanges.slice(1).flatMap((exchange) => judgeLimit(exchange, items.length));
  },
  whenSilent: () => inconclusive('there are too few transactions to cut off', 'put two transactions into the data'),
};

function defaultScript(scene: Scene): () => Script {
  return function* () {
    const plain = yield transactionsCall(scene, 'before');
    yield transactionsCall(scene, 'limit 500', { limit: String(DEFAULT_LIMIT) });
    yield transactionsCall(scene, 'after');
    const rows = rowsOf(plain) ?? [];
    const last = rows.at(-1);
    const direction = directionOf(rows);
    if (last === undefined || rows.length < DEFAULT_LIMIT || direction === 'mixed') return;
    const step = direction === 'descending' ? -1n : 1n;
    yield transactionsCall(scene, 'beyond', { limit: '1', offset: formatInstant(last.time + step) });
  };
}

/** Whether two lists hold the same transactions in the same order. */
function sameIds(left: Exchange | undefined, right: Exchange | undefined): boolean {
  const ids = (exchange: Exchange | undefined) => JSON.stringify((itemsOf(exchange) ?? []).map(({ id }) => id));
  return ids(left) === ids(right);
}

function judgeDefault(trace: Trace): readonly Judgement[] {
  const before = exchangeOf(trace, 'before');
  const items = itemsOf(before);
  if (before === undefined || items === null) return [blockedBy(before)];
  const count = items.length;
  if (count > DEFAULT_LIMIT) {
    const actual = `${count} transactions`;
    return [broken({ expected: `at most ${DEFAULT_LIMIT} transactions`, actual, pointer: '', exchange: before })];
  }
  const limited = itemsOf(exchangeOf(trace, 'limit 500'));
  const settled = sameIds(before, exchangeOf(trace, 'after'));
  if (settled && limited !== null && count < limited.length && limited.length <= DEFAULT_LIMIT) {
    const expected = `as many transactions as with limit=${DEFAULT_LIMIT}, which gives ${limited.length}`;
    return [broken({ expected, actual: `${count} transactions`, pointer: '', exchange: before })];
  }
  const more = itemsOf(exchangeOf(trace, 'beyond')) ?? [];
  if (count === DEFAULT_LIMIT && more.length > 0) return [pass];
  return [
    inconclusive(
      `there are too few transactions to cut off: ${count}`,
      `put more than ${DEFAULT_LIMIT} transactions into the data`,
    ),
  ];
}

export const limitDefault: Rule = {
  id: 'lending.transactions.limit-default',
  plan: (scene) => [{ id: 'default', operation: 'listTransactions', script: defaultScript(scene) }],
  judge: judgeDefault,
};
