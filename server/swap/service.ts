/** The swap service. */
import { mount } from '@wallet-services/contract/swap';
import { readDocument } from '../contract/index.ts';
import type { RunningService, Service } from '../service.ts';
import { swapHandlers } from './handlers.ts';
import { idReader } from './operations/ids.ts';
import { type SwapContext, swapOperations } from './operations/operations.ts';
import { swapRpc } from './rpc.ts';
import { seedSwap } from './seed/seed.ts';
import { swapMigrations } from './store/migrations.ts';

export const swap = {
  name: 'swap',
  base: '/swap',
  migrations: swapMigrations,
  seed: seedSwap,
  async start(context: SwapContext): Promise<RunningService> {
    const operations = swapOperations(context, idReader(await readDocument('swap')));
    return {
      mount: (app, options) =>
        mount(app, swapHandlers(operations), {
          ...options,
          authenticate: ({ AccessToken = '' }) => operations.caller(AccessToken),
        }),
      rpc: [swapRpc(operations)],
      findCode: operations.findCode,
      payCode: operations.payCode,
    };
  },
} as const satisfies Service;
