import { UsageError } from '@wallet-services/kit/errors';
import { expect, test } from 'vitest';
import { checkAllowed } from './allowed.ts';

const ids = ['lending.listTransactions.offset', 'lending.listTransactions.by-time', 'wire.schema'];

test.each([[[]], [['wire.schema']], [['lending.listTransactions.*', 'wire.*']]])('%j match rules', (patterns) => {
  expect(() => checkAllowed(patterns, ids)).not.toThrow();
});

test.each([
  ['lending.listTransactions.ofset', 'there is no rule lending.listTransactions.ofset'],
  ['swap.*', 'there is no rule swap.*'],
  [
    'lending.listTransactions.sorted.created_at',
    'lending.listTransactions.sorted.created_at was renamed: use lending.listTransactions.by-time instead',
  ],
])('%s is an error with the reason', (pattern, message) => {
  const check = () => checkAllowed(['wire.schema', pattern], ids);
  expect(check).toThrow(UsageError);
  expect(check).toThrow(message);
});
