/** The assistant service. */
import { mount } from '@wallet-services/contract/assistant';
import { memberCheck, readDocument } from '../contract/index.ts';
import type { Service } from '../service.ts';
import { readAssistantOptions } from './config/config.ts';
import { assistantSettings } from './config/options.ts';
import { assistantHandlers, authenticator } from './handlers.ts';
import { startAssistant } from './operations/operations.ts';
import { assistantRpc } from './rpc.ts';
import { seedAssistant } from './seed/seed.ts';
import { assistantMigrations } from './store/migrations.ts';

export const assistant: Service = {
  name: 'assistant',
  base: '/assistant',
  migrations: assistantMigrations,
  seed: seedAssistant,
  async start(context) {
    const operations = await startAssistant(
      context,
      assistantSettings(readAssistantOptions(context.config.assistant)),
      process.env,
    );
    const checkId = memberCheck(await readDocument('assistant'), 'HistoryTurn');
    return {
      mount: (app, { authenticate: _none, ...options }) =>
        mount(app, assistantHandlers(operations), { ...options, authenticate: authenticator(operations) }),
      rpc: [assistantRpc(operations, checkId)],
      close: operations.close,
    };
  },
};
