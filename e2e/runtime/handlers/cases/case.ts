/** The type of a case (a faulty handler), and shared values. */
import type { ServiceName } from '@wallet-services/contract/services';
import type { ServeOptions } from '@wallet-services/runtime';
import type { Adapter, AnyHandlers } from '../../serve.ts';

/** A value that must never be sent: it represents a key, a row of a database, or a path. */
export const SECRET = 'sk-live-hunter2';

export interface FaultyCase {
  readonly id: string;
  readonly service?: ServiceName;
  readonly handlers: AnyHandlers;
  readonly options?: ServeOptions<unknown, unknown, never>;
  /** The adapters. Default: all. */
  readonly adapters?: readonly Adapter[];
  /** The middleware before the service. */
  readonly before?: 'express.raw' | 'express.text' | 'reader' | 'cookies';
  /** The request after its method. Default: reads the time. */
  readonly request?: {
    readonly method?: string;
    readonly path?: string;
    readonly head?: string;
    readonly body?: string;
  };
  readonly status: number;
  /** Number of calls of `onFault`. */
  readonly faults: number;
  /** Pattern that the answer must match, including its head. */
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
/** A status with a wrong type: in JavaScript, no compiler rejects it. */
export const status = (value: unknown): 400 => value as 400;
