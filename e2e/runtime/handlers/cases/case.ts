/** A faulty handler, and what cases of them share. */
import type { ServiceName } from '@wallet-services/contract/services';
import type { ServeOptions } from '@wallet-services/runtime';
import type { Adapter, AnyHandlers } from '../../serve.ts';

/** Must never leave a server: it represents a key, a row of a database, or a path. */
export const SECRET = 'sk-live-hunter2';

export interface FaultyCase {
  readonly id: string;
  readonly service?: ServiceName;
  readonly handlers: AnyHandlers;
  readonly options?: ServeOptions<unknown, unknown, never>;
  /** Default: all. */
  readonly adapters?: readonly Adapter[];
  /** What runs in front of the service. */
  readonly before?: 'express.raw' | 'express.text' | 'reader' | 'cookies';
  /** The request line after the method; default: reads the time. */
  readonly request?: {
    readonly method?: string;
    readonly path?: string;
    readonly head?: string;
    readonly body?: string;
  };
  readonly status: number;
  /** How often `onFault` is called. */
  readonly faults: number;
  /** What the answer has to match, head and body. */
  readonly has?: RegExp;
}

export type Given = Parameters<AnyHandlers[string]>[0];

export const ISO = '2021-08-17T11:14:49Z';
export const time = { iso: ISO, epoch: Date.parse(ISO) / 1000 };
export const good = { ts: Date.parse(ISO), data: time };
export const answers = (answer: unknown): AnyHandlers => ({ readTime: () => answer });
export const throws = (make: () => unknown): AnyHandlers => ({
  readTime: () => {
    throw make();
  },
});
export const withHeaders = (headers: unknown): AnyHandlers => answers({ status: 200, body: good, headers });
/** Reads as a number that is not there: a `Refusal` of JavaScript has no compiler to reject it. */
export const status = (value: unknown): 400 => value as 400;
