/** Rules that hold for every exchange of every case. */

import type { GeneralRule } from '../rule.ts';
import { answer } from './answer.ts';
import { contentType, json, lists, schema } from './body.ts';
import { headers } from './headers.ts';
import { rpcMessage } from './rpc-message.ts';
import { status } from './status.ts';

/** With what the suite says of each; the ledger lists only what a schema cannot express. */
export const wireRules: readonly GeneralRule[] = [
  { ...answer, text: 'Every request gets a complete response in time.' },
  {
    ...status,
    text: 'The status is one that the document lists for the operation, or another 2xx where that is left open.',
  },
  { ...headers, text: 'A response has the headers that its document requires.' },
  { ...contentType, text: 'A response has its documented content type.' },
  { ...json, text: 'A successful response is JSON in UTF-8.' },
  { ...schema, text: 'A response matches its documented schema.' },
  { ...lists, level: 'should', text: 'A list is an array, even when it is empty.' },
  { ...rpcMessage, text: 'A successful RPC response is the documented message.' },
];
