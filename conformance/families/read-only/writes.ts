/** Whether a path that is documented for reading takes a write. */

import type { CheckContext } from '../../core/context.ts';
import { broken, type Judgement } from '../../core/judgement.ts';
import { neededBy } from '../../discovery/paths.ts';
import { inputsOf } from '../../discovery/things.ts';
import { callOf } from '../../model/call.ts';
import type { Operation } from '../../model/document/api.ts';
import { isSuccess, outcomeText } from '../../model/exchange.ts';
import { noInput } from '../../model/input.ts';
import { inputOfNothing } from '../unknown.ts';
import { readingOf } from '../visited.ts';

/** The methods that write; of a thing that is not there those that would replace it or take it away. */
const WRITING = ['PUT', 'POST', 'DELETE', 'PATCH'];
const harmless = new Set(['POST', 'PATCH']);

async function pathFor(ctx: CheckContext, operation: Operation, method: string): Promise<string | null> {
  const found = await inputsOf(ctx, operation.id);
  const last = neededBy(operation).at(-1);
  // A list as a whole is not taken away.
  if (last === undefined && method === 'DELETE') return null;
  const input =
    last === undefined || harmless.has(method) ? found[0]?.input : inputOfNothing(ctx.suite, operation, last, found);
  return input === undefined ? null : callOf(operation, { ...input, query: {} }, { label: '' }).path;
}

/** Writes that must be rejected, to items of no user, and with empty bodies. */
export async function writesTaken(ctx: CheckContext): Promise<readonly Judgement[]> {
  const { operations } = ctx.suite.api;
  const judgements: Judgement[] = [];
  if (ctx.suite.readOnly === true) return judgements;
  for (const operation of readingOf(ctx.suite.api)) {
    const documented = operations.filter(({ path }) => path === operation.path).map(({ method }) => method);
    for (const method of WRITING.filter((one) => !documented.includes(one))) {
      const path = await pathFor(ctx, operation, method);
      if (path === null) continue;
      const input = method === 'DELETE' ? noInput : { ...noInput, body: {} };
      const call = callOf(operation, input, { label: `${method} ${operation.id}`, intent: 'open' });
      const exchange = await ctx.send({ ...call, method, path, operation: null });
      if (!isSuccess(exchange)) continue;
      const expected = `a refusal of ${method}: the service is read-only`;
      judgements.push(broken({ expected, actual: outcomeText(exchange), about: `${method} succeeds`, exchange }));
    }
  }
  return judgements;
}
