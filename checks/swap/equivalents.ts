/** Derived mutants of this service that cannot be detected. */
import type { EquivalentMutants } from '@wallet-services/conformance/core';

export const equivalents: EquivalentMutants = {
  'what no id can name has nothing, as what no id names: a list without items is right': [
    'listCandles: path/* in another form is accepted',
    'listMyTransactions: path/* in another form is accepted',
  ],
  'the answer of POST /oauth is not shown, nor what it needs beside broker_id and label': [
    'authorizeWallet: status 404',
    'authorizeWallet: status 418',
  ],
  'document 2 shows an order without an envelope; ts may be left out': ['readOrder 200 /ts: *', 'readOrder: ts *'],
};
