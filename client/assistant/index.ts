export * from '@wallet-services/contract/assistant/models';
export { CallError, type CallEvent, InputError, ServiceError, unwrap } from '../http/index.ts';
export { type AssistantClient, type AssistantOptions, createClient } from './client.ts';
export { type WaitOptions, waitForTurn } from './turn.ts';
