/** What a target file may say of the data of each service. */
import type { ServiceName } from '../model/services.ts';
import { assistantKnownSchema } from './assistant/known.ts';
import { commentKnownSchema } from './comment/known.ts';
import { lendingKnownSchema } from './lending/known.ts';
import { swapKnownSchema } from './swap/known.ts';
import { vaultKnownSchema } from './vault/known.ts';

/** JSON Schemas of `known`, by service. */
export const knownSchemas: Readonly<Record<ServiceName, object>> = {
  lending: lendingKnownSchema,
  comment: commentKnownSchema,
  swap: swapKnownSchema,
  vault: vaultKnownSchema,
  assistant: assistantKnownSchema,
};
