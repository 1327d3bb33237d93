/** Requests with a credential that their operation does not need. */

import type { CheckContext } from '../core/context.ts';
import { send } from '../discovery/send.ts';
import { isPublic, operationOf } from '../model/document/api.ts';
import type { Input } from '../model/input.ts';

/**
 * Sends a request of an operation that needs no credential with those of the caller: it reads what the request names, and
 * not what is the caller's. Rules that watch judge the response.
 *
 * @param input undefined where none is known.
 */
export async function sendAsCaller(ctx: CheckContext, id: string, input: Input | undefined): Promise<void> {
  const { api, target } = ctx.suite;
  const presented = target.credentials;
  if (input === undefined || Object.keys(presented).length === 0 || !isPublic(operationOf(api, id))) return;
  await send(ctx, id, input, `${id}, by the caller`, { presented });
}
