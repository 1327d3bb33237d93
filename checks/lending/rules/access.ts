/** An operation that requires a token accepts no invalid one (document 1, Access token for protected operations). */

import { type OwnRule, unsupported } from '@wallet-services/conformance/core';
import { inputsOf } from '@wallet-services/conformance/discovery';
import { accessMutants, demandsCredentials, sendGuarded } from '@wallet-services/conformance/families';
import { callOf } from '@wallet-services/conformance/model';
import { type Mutation, together } from '@wallet-services/conformance/mutation';

const access = (operation: string) =>
  ({ family: 'access', rules: [], schema: null, operation, need: 'credential', schemes: ['AccessToken'] }) as const;

/** Requires a token everywhere, and lets another service of the same server verify it. */
const guarded: Mutation = () => async (request, next) => {
  if (!request.path.includes('/api/v1/')) return next(request);
  const order = '/swap/orders/00000000-0000-4000-8000-000000000000';
  const reply = await next({ ...request, method: 'GET', path: order, query: new URLSearchParams(), body: '' });
  return reply.kind === 'reply' && reply.status === 401 ? reply : next(request);
};

export default {
  id: 'lending.access.verified',
  alone: true,
  async check(ctx, report) {
    const { operations } = ctx.suite.api;
    for (const operation of operations) {
      const [found] = await inputsOf(ctx, operation.id);
      const options = { label: `${operation.id}, without a token`, credentials: 'none', intent: 'open' } as const;
      if (found === undefined || !demandsCredentials(await ctx.send(callOf(operation, found.input, options)))) continue;
      await sendGuarded(
        access(operation.id),
        ctx,
        (aspect, ...reported) => aspect === 'refused' && report(...reported),
      );
    }
  },
  whenSilent: () => unsupported('no operation of this server required a token'),
  mutants: (at) =>
    accessMutants(access('listMarkets'), at)
      .filter(({ kills, id }) => kills === 'refused' && !id.endsWith('needs no AccessToken'))
      .map(({ id, mutation }) => ({ id, mutation: together(mutation, guarded) })),
} satisfies OwnRule;
