/** The lending service. */
import { mount } from '@wallet-services/contract/lending';
import type { Service } from '../service.ts';
import { lendingHandlers } from './handlers.ts';
import { lendingContext } from './operations/context.ts';
import { findCode } from './operations/pay-requests.ts';
import { payCode } from './operations/payments.ts';
import { lendingRpc } from './rpc.ts';
import { seedLending } from './seed/seed.ts';
import { lendingMigrations } from './store/migrations.ts';

export const lending: Service = {
  name: 'lending',
  base: '/lending',
  hasApi: true,
  migrations: lendingMigrations,
  seed: seedLending,
  async start(given) {
    const context = await lendingContext(given);
    return {
      mount: (app, options) => mount(app, lendingHandlers(context), options),
      rpc: [lendingRpc(context)],
      findCode: (codeId) => findCode(context, codeId),
      payCode: (codeId, payer) => payCode(context, codeId, payer),
    };
  },
};
