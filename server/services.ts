/** The services that the server serves. */
import { lending } from './lending/index.ts';
import type { Service } from './service.ts';

export const services: readonly Service[] = [lending];
