/** Transactions are ordered by time, forwards or backwards. */
import type { Exchange } from '../../model/exchange.ts';
import { within } from '../../model/pointer.ts';
import { formatInstant } from '../../model/time.ts';
import { broken, inconclusive, pass } from '../judgement.ts';
import type { Judgement, Rule, Script } from '../rule.ts';
import { isTransactionList, transactionsCall } from './calls.ts';
import { directionOf, type Row, rowsOf } from './transactions.ts';

/** The first transaction that turns back on the direction in which the list began. */
function turningPoint(rows: readonly Row[]): { readonly before: Row; readonly row: Row } | undefined {
  const steps = rows.slice(1).flatMap((row, index) => {
    const before = rows[index];
    return before === undefined || before.time === row.time ? [] : [{ before, row, up: row.time > before.time }];
  });
  return steps.find(({ up }) => up !== steps[0]?.up);
}

function judge(exchange: Exchange): readonly Judgement[] {
  const rows = isTransactionList(exchange) ? rowsOf(exchange) : null;
  if (rows === null) return [];
  const direction = directionOf(rows);
  if (direction === 'level') return [];
  const turn = turningPoint(rows);
  if (turn === undefined) return [pass];
  const { before, row } = turn;
  return [
    broken({
      expected: 'transactions ordered by created_at, forwards or backwards',
      actual: `${formatInstant(row.time)} follows ${formatInstant(before.time)}, against the order before`,
      pointer: within(within('', row.index), 'created_at'),
      exchange,
    }),
  ];
}

export const order: Rule = {
  id: 'lending.transactions.order-by-time',
  plan: (scene) => [
    {
      id: 'list',
      operation: 'listTransactions',
      script: function* (): Script {
        yield transactionsCall(scene, 'list');
      },
    },
  ],
  watch: judge,
  whenSilent: () =>
    inconclusive('no list with two transactions at different times was seen', 'put a few transactions into the data'),
};
