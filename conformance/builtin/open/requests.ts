/** Observations of how requests are accepted and rejected where the documents leave it open. */

import type { CheckContext } from '../../core/context.ts';
import { inconclusive, inputsHint, noInputFor, observed, stop, warn } from '../../core/judgement.ts';
import type { OwnRule } from '../../core/rule.ts';
import { inputsOf } from '../../discovery/things.ts';
import { type CallOptions, callOf, strayCall } from '../../model/call.ts';
import { operationOf } from '../../model/document/api.ts';
import { type Exchange, isSuccess, successJson } from '../../model/exchange.ts';
import { type Input, noInput } from '../../model/input.ts';
import { isObject } from '../../model/values/json.ts';
import { acceptance, answerForm, type Probe } from './words.ts';

/**
 * Sends a request that the documents do not mention, with inputs that this server accepts.
 *
 * @throws Stopped if none are known.
 */
export async function sendOpen(
  ctx: CheckContext,
  operation: string,
  label: string,
  change: Partial<Input> = {},
  options: Partial<CallOptions> = {},
): Promise<Exchange> {
  const [found] = await inputsOf(ctx, operation);
  const nothing = change.path === undefined ? null : noInput;
  const input = found?.input ?? nothing ?? stop(inconclusive(noInputFor(operation), inputsHint(operation)));
  const merged: Input = { ...input, ...change, query: { ...input.query, ...change.query } };
  return ctx.send(callOf(operationOf(ctx.suite.api, operation), merged, { label, intent: 'open', ...options }));
}

/** The observation of the response to a request that the documents do not mention. */
function answered(reportOne: (exchange: Exchange) => string) {
  return (operation: string, change: Partial<Input> = {}, options: Partial<CallOptions> = {}): Probe =>
    async (ctx) => {
      const label = `${operation}, ${JSON.stringify({ ...change, ...options })}`;
      return reportOne(await sendOpen(ctx, operation, label, change, options));
    };
}

/** Whether and how a request is accepted. */
export const taken = answered(acceptance);

/** The form of a rejection. */
export const refusal = answered(answerForm);

/** The members at the top of an operation's answer. */
export const topMembers = answered((exchange) => {
  const json = successJson(exchange);
  return isObject(json) ? `{${Object.keys(json).sort().join(', ')}}` : acceptance(exchange);
});

const ofUnknown = answered((exchange) =>
  successJson(exchange) === undefined ? `refused with ${acceptance(exchange)}` : 'ignored',
);

/** How an operation treats a query parameter that no document mentions. */
export const unknownParameter = (operation: string) => ofUnknown(operation, { query: { unknown: 'text' } });

/** Whether `/api` belongs to the address; where the paths only answer under it, the finding suggests that. */
export function baseAddress(id: string): OwnRule {
  return {
    id,
    async check({ send, suite: { api, target } }, report) {
      const plain = api.operations.find(({ method, path }) => method === 'GET' && !path.includes('{'));
      const here = plain && (await send({ ...callOf(plain, noInput, { label: 'at the address' }), isProbe: true }));
      const isMissing = here?.outcome.kind === 'answer' && [404, 405].includes(here.outcome.status);
      const under = plain && isMissing ? await send(strayCall(`/api${plain.path}`, 'under /api')) : undefined;
      const isThere = under?.outcome.kind === 'answer' && (isSuccess(under) || under.outcome.status === 401);
      if (under !== undefined && isThere) {
        const expected = `an address whose ${plain?.path} exists: try this address followed by /api`;
        const actual = `the address itself returns nothing, but /api${plain?.path} exists`;
        return report(warn({ expected, actual, exchange: under }));
      }
      const ends = new URL(target.url).pathname.replace(/\/$/, '').endsWith('/api');
      report(observed(ends ? 'the address ends in /api' : 'the address has no /api'));
    },
  };
}

/** The form of the answer at an unknown path. */
export const unknownPath: Probe = async (ctx) => answerForm(await ctx.send(strayCall('/no-such-path', 'unknown path')));

/** Whether the credential of a scheme is accepted in the way that the contract sends it. */
export function transportOf(scheme: string, operation: string): Probe {
  return async (ctx) => {
    if (ctx.suite.target.credentials[scheme] === undefined) return null;
    const exchange = await sendOpen(ctx, operation, 'with the credential', {}, { intent: 'valid' });
    return `as the contract sends it: ${acceptance(exchange)}`;
  };
}
