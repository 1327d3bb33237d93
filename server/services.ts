/** The services that the server serves, in the order of the contract. */
import { type ServiceName, serviceNames } from '@wallet-services/contract/services';
import { assistant } from './assistant/index.ts';
import { comment } from './comment/index.ts';
import { lending } from './lending/index.ts';
import type { Service } from './service.ts';
import { swap } from './swap/index.ts';
import { vault } from './vault/index.ts';

const all: Readonly<Record<ServiceName, Service>> = { lending, comment, swap, vault, assistant };

export const services: readonly Service[] = serviceNames.map((name) => all[name]);
