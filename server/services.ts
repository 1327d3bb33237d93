/** The services that the server serves. */
import { assistant } from './assistant/index.ts';
import { comment } from './comment/index.ts';
import { lending } from './lending/index.ts';
import type { Service } from './service.ts';
import { swap } from './swap/index.ts';
import { vault } from './vault/index.ts';

export const services: readonly Service[] = [lending, comment, swap, vault, assistant];
