/**
 * The exchanges of a whole service for families that watch it: one to each operation that only reads, once in a run.
 */

import type { CheckContext } from '../core/context.ts';
import { blockedBy, inconclusive, type Judgement } from '../core/judgement.ts';
import { visit } from '../discovery/visit.ts';
import type { ApiModel, Operation } from '../model/document/api.ts';
import { type Exchange, isSuccess } from '../model/exchange.ts';

/** The operations that only read: requests to them disturb no other check. */
export function readingOf({ operations }: ApiModel, isMeant: (operation: Operation) => boolean = () => true) {
  return operations.filter((operation) => operation.method === 'GET' && isMeant(operation));
}

/** The responses of the operations, of each that can be sent to. */
export async function visitAll(ctx: CheckContext, operations: readonly Operation[]): Promise<readonly Exchange[]> {
  const exchanges: Exchange[] = [];
  for (const { id } of operations) exchanges.push(...(await visit(ctx, id)));
  return exchanges;
}

/** Why nothing was seen: all was refused, or there was nothing. */
export function unobservable(exchanges: readonly Exchange[], reason: string, hint: string): Judgement {
  const [refused] = exchanges;
  return refused === undefined || exchanges.some(isSuccess) ? inconclusive(reason, hint) : blockedBy(refused);
}
