/** Servers that are wrong in one way, as what stands in front of a correct one. */
export type { Fault, Reply } from '../proxy/reply.ts';

import type { Fault } from '../proxy/reply.ts';

/** Makes a fault; each run gets one of its own, so that it may remember things. */
export type FaultMaker = () => Fault;
