/** The assistant service. */
import { mount } from '@wallet-services/contract/assistant';
import { idReader, readDocument } from '../contract/index.ts';
import type { Service } from '../service.ts';
import { readAssistantOptions } from './config/config.ts';
import { assistantSettings } from './config/options.ts';
import { assistantHandlers, authenticator } from './handlers.ts';
import { startAssistant } from './operations/start.ts';
import { assistantRpc } from './rpc.ts';
import { seedAssistant } from './seed/seed.ts';
import { assistantMigrations } from './store/migrations.ts';

export const assistant: Service = {
  name: 'assistant',
  base: '/assistant',
  migrations: assistantMigrations,
  seed: seedAssistant,
  async start(given) {
    const settings = assistantSettings(readAssistantOptions(given.config.assistant));
    const { context, settled, close } = await startAssistant(given, settings, process.env);
    const readId = idReader(await readDocument('assistant'));
    return {
      mount: (app, { authenticate: _none, ...options }) =>
        mount(app, assistantHandlers(context), { ...options, authenticate: authenticator(context) }),
      rpc: [assistantRpc(context, readId)],
      settled,
      close,
    };
  },
};
