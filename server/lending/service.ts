/** The lending service. */
import { mount } from '@wallet-services/contract/lending';
import { memberCheck, readDocument } from '../contract/index.ts';
import type { Service } from '../service.ts';
import { lendingHandlers } from './handlers.ts';
import { createLending } from './operations/operations.ts';
import { lendingRpc } from './rpc.ts';
import { seedLending } from './seed/seed.ts';
import { lendingMigrations } from './store/migrations.ts';

export const lending: Service = {
  name: 'lending',
  base: '/lending',
  migrations: lendingMigrations,
  seed: seedLending,
  async start(context) {
    const operations = createLending(context, memberCheck(await readDocument('lending'), 'PayRequest'));
    return {
      mount: (app, options) => mount(app, lendingHandlers(operations), options),
      rpc: [lendingRpc(operations)],
      findCode: operations.findCode,
      payCode: operations.payCode,
    };
  },
};
