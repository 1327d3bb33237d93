/** The lending service. */
import { mount } from '@wallet-services/contract/lending';
import { memberCheck, readDocument } from '../contract/index.ts';
import type { Service } from '../service.ts';
import { lendingHandlers } from './handlers.ts';
import { createLending } from './lending.ts';
import { lendingMigrations } from './migrations.ts';
import { lendingRpc } from './rpc.ts';
import { seedLending } from './seed.ts';

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
