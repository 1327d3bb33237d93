/** The vault service. */
import { mount } from '@wallet-services/contract/vault';
import { readDocument } from '../contract/index.ts';
import type { Service } from '../service.ts';
import { vaultHandlers } from './handlers.ts';
import { idReader } from './operations/ids.ts';
import { vaultOperations } from './operations/operations.ts';
import { vaultRpc } from './rpc.ts';
import { seedVault } from './seed/seed.ts';
import { vaultMigrations } from './store/migrations.ts';

export const vault: Service = {
  name: 'vault',
  base: '/vault',
  migrations: vaultMigrations,
  seed: seedVault,
  async start(context) {
    const operations = vaultOperations(context, idReader(await readDocument('vault')));
    return {
      mount: (app, options) =>
        mount(app, vaultHandlers(operations), {
          ...options,
          authenticate: ({ AccessToken = '' }) => operations.caller(AccessToken),
        }),
      rpc: [vaultRpc(operations)],
    };
  },
};
