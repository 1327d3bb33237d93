/** The vault service. */
import { mount } from '@wallet-services/contract/vault';
import type { Service } from '../service.ts';
import { vaultHandlers } from './handlers.ts';
import { vaultContext } from './operations/context.ts';
import { vaultRpc } from './rpc.ts';
import { seedVault } from './seed/seed.ts';
import { vaultMigrations } from './store/migrations.ts';

export const vault: Service = {
  name: 'vault',
  base: '/vault',
  migrations: vaultMigrations,
  seed: seedVault,
  async start(given) {
    const context = await vaultContext(given);
    return {
      mount: (app, options) =>
        mount(app, vaultHandlers(context), {
          ...options,
          authenticate: ({ AccessToken }) => context.verifier.trustedUser(AccessToken),
        }),
      rpc: [vaultRpc(context)],
    };
  },
};
