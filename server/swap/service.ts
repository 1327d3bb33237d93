/** The swap service. */
import { mount } from '@wallet-services/contract/swap';
import type { RunningService, Service } from '../service.ts';
import { swapHandlers } from './handlers.ts';
import { findCode } from './operations/actions/codes.ts';
import { type SwapNeeds, swapContext } from './operations/context.ts';
import { payCode } from './operations/payments/payments.ts';
import { swapRpc } from './rpc.ts';
import { seedSwap } from './seed/seed.ts';
import { swapMigrations } from './store/migrations.ts';

export const swap = {
  name: 'swap',
  base: '/swap',
  migrations: swapMigrations,
  seed: seedSwap,
  async start(given: SwapNeeds): Promise<RunningService> {
    const context = await swapContext(given);
    return {
      mount: (app, options) =>
        mount(app, swapHandlers(context), {
          ...options,
          authenticate: ({ AccessToken }) => context.verifier.trustedUser(AccessToken),
        }),
      rpc: [swapRpc(context)],
      findCode: (codeId) => findCode(context, codeId),
      payCode: (codeId, payer) => payCode(context, codeId, payer),
    };
  },
} as const satisfies Service;
