/** An operation that asks for a token takes none that is not one (document 1, Access token for protected operations). */

import { type OwnRule, unsupported } from '@wallet-services/conformance/core';
import { inputsOf } from '@wallet-services/conformance/discovery';
import { accessFaults, askGuarded, asksForCredentials } from '@wallet-services/conformance/families';
import { callOf } from '@wallet-services/conformance/model';
import { type FaultMaker, together } from '@wallet-services/conformance/mutation';

const access = (operation: string) =>
  ({ family: 'access', rules: [], schema: null, operation, need: 'credential', schemes: ['AccessToken'] }) as const;

/** Asks for a token everywhere, and has another service of the same server look at it. */
const guarded: FaultMaker = () => async (request, next) => {
  if (!request.path.includes('/api/v1/')) return next(request);
  const order = '/swap/orders/00000000-0000-4000-8000-000000000000';
  const reply = await next({ ...request, method: 'GET', path: order, query: new URLSearchParams(), body: '' });
  return reply.kind === 'reply' && reply.status === 401 ? reply : next(request);
};

export default {
  id: 'lending.access.verified',
  alone: true,
  async check(talk, say) {
    const { operations } = talk.scene.api;
    for (const operation of operations) {
      const [found] = await inputsOf(talk, operation.id);
      const options = { label: `${operation.id}, without a token`, credentials: 'none', intent: 'open' } as const;
      if (found === undefined || !asksForCredentials(await talk.ask(callOf(operation, found.input, options)))) continue;
      await askGuarded(access(operation.id), talk, (aspect, ...said) => aspect === 'refused' && say(...said));
    }
  },
  whenSilent: () => unsupported('no operation of this server required a token'),
  faults: (at) =>
    accessFaults(access('listMarkets'), at)
      .filter(({ kills, id }) => kills === 'refused' && !id.endsWith('needs no AccessToken'))
      .map(({ id, fault }) => ({ id, fault: together(fault, guarded) })),
} satisfies OwnRule;
