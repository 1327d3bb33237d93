/** Rules that hold for every exchange of every case. */

import type { GeneralRule } from '../rule.ts';
import { answer } from './answer.ts';
import { contentType, json, lists, schema } from './body.ts';
import { rpcMessage } from './rpc-message.ts';
import { status } from './status.ts';

/** With what the suite says of each; the ledger lists only what a schema cannot express. */
export const wireRules: readonly GeneralRule[] = [
  { ...answer, text: 'Every request is answered, whole and in time.' },
  {
    ...status,
    text: 'The status is one that the document lists for the operation, or another success where that is left open.',
  },
  { ...contentType, text: 'An answer has the content type that is documented for it.' },
  { ...json, text: 'A successful answer is JSON in UTF-8.' },
  { ...schema, text: 'An answer has the shape that is documented for it.' },
  { ...lists, level: 'should', text: 'A list is an array, also when it is empty.' },
  { ...rpcMessage, text: 'A successful RPC answer is the documented message.' },
];
