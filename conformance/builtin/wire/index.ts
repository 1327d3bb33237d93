/** Rules that hold for every exchange of every case. */

import type { GeneralRule } from '../../core/rule.ts';
import { answer } from './answer.ts';
import { contentType, json, lists, schema } from './body.ts';
import { headers } from './headers.ts';
import { rpcMessage } from './rpc-message.ts';
import { status } from './status.ts';

/** The ledger lists only rules that a schema cannot express. */
export const wireRules: readonly GeneralRule[] = [
  answer,
  status,
  headers,
  contentType,
  json,
  schema,
  lists,
  rpcMessage,
];
