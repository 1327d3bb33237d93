/** Lending servers that are wrong in one way, for rules that families check: they go when the families' own are as strong. */
import type { Mutant } from '../../mutant.ts';
import { listMutants } from './lists.ts';
import { requestMutants } from './requests.ts';
import { rpcMutants } from './rpc.ts';

const moved = new Set([
  ...['lending.numbers.decimal-string', 'lending.version.path-prefix', 'lending.rpc.market-without-version'],
  ...['lending.rpc.transaction-data-bytes', 'lending.rpc.prices-rpc-only', 'lending.rpc.pay-request-with-gas'],
  ...['lending.markets.all', 'lending.transactions.offset', 'wire.rpc-message'],
  ...['input.valid-accepted', 'input.invalid-refused'],
]);

export const mutants: readonly Mutant[] = [...listMutants, ...rpcMutants, ...requestMutants].filter(
  ({ kills }) => !moved.has(kills),
);
