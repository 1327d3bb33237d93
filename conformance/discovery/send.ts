/** Sends a request to an operation. */

import type { CheckContext } from '../core/context.ts';
import { type CallOptions, callOf } from '../model/call.ts';
import { type Operation, operationOf } from '../model/document/api.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Input } from '../model/input.ts';

/** Sends a request to an operation, or to that of an operationId. Its intent is open by default. */
export function send(
  { send, suite }: CheckContext,
  operation: Operation | string,
  input: Input,
  label: string,
  options: Partial<CallOptions> = {},
): Promise<Exchange> {
  const whole = typeof operation === 'string' ? operationOf(suite.api, operation) : operation;
  return send(callOf(whole, input, { label, intent: 'open', ...options }));
}
